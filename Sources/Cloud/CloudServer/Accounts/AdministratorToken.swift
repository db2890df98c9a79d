import Crypto
import Foundation

/// The token with which an operator administers the cloud without its Unix socket.
///
/// Only the digest is kept in memory; digests compare in constant time.
struct AdministratorToken: Sendable {
  private let digest: SHA256.Digest

  init(_ token: String) { digest = SHA256.hash(data: Data(token.utf8)) }

  func matches(_ candidate: String) -> Bool { SHA256.hash(data: Data(candidate.utf8)) == digest }
}
