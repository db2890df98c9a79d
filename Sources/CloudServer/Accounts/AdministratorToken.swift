import Crypto
import Foundation

/// The right to look after the cloud, for somebody who is not at its Unix socket.
///
/// Only the digest is kept in memory; digests compare in constant time.
struct AdministratorToken: Sendable {
  private let digest: SHA256.Digest

  init(_ token: String) { digest = SHA256.hash(data: Data(token.utf8)) }

  func matches(_ candidate: String) -> Bool { SHA256.hash(data: Data(candidate.utf8)) == digest }
}
