import Crypto
import Foundation
import Synchronization

/// The sessions of browsers that are signed in to the console; nothing is kept on disk.
///
/// The cloud keeps only the digest of the secret in a browser's cookie; digests compare in constant time.
final class ConsoleSessions: Sendable {
  enum Holder: Sendable, Hashable {
    case administrator
    case account(userRecordName: String)
  }

  private struct Session {
    var digest: SHA256.Digest
    var holder: Holder
    var openedAt: Date

    /// A clock that goes back by less than the life makes the session that much longer; one that goes back further
    /// ends it.
    func isOver(at now: Date) -> Bool {
      abs(now.timeIntervalSince(openedAt)) >= ConsoleSessions.life
    }
  }

  /// Our choice, in seconds: as long as somebody looks into one matter.
  static let life: TimeInterval = 2 * 3600
  /// Our choices: one holder does not end the sessions of another, and the memory is bounded.
  private static let mostOfOne = 16
  private static let most = 10_000

  private let sessions = Mutex<[Session]>([])

  /// Opens a session with a secret that nobody can guess; too many end the oldest.
  func open(_ secret: String, for holder: Holder, at now: Date) {
    let session = Session(
      digest: SHA256.hash(data: Data(secret.utf8)), holder: holder, openedAt: now)
    sessions.withLock { sessions in
      sessions.removeAll { $0.isOver(at: now) }
      let own = sessions.indices.filter { sessions[$0].holder == holder }
      if own.count >= Self.mostOfOne { sessions.remove(at: own[0]) }
      if sessions.count >= Self.most { sessions.removeFirst() }
      sessions.append(session)
    }
  }

  /// Nil for a secret that is unknown, and for a session that has ended.
  func holder(of secret: String, at now: Date) -> Holder? {
    let digest = SHA256.hash(data: Data(secret.utf8))
    return sessions.withLock { sessions in
      sessions.first { $0.digest == digest && !$0.isOver(at: now) }?.holder
    }
  }

  func close(_ secret: String) {
    let digest = SHA256.hash(data: Data(secret.utf8))
    sessions.withLock { $0.removeAll { $0.digest == digest } }
  }

  /// Ends the sessions of one account.
  func closeAll(of userRecordName: String) {
    sessions.withLock { $0.removeAll { $0.holder == .account(userRecordName: userRecordName) } }
  }

  /// Ends the sessions of accounts, which may be other people's after a reset.
  func closeAccounts() { sessions.withLock { $0.removeAll { $0.holder != .administrator } } }
}
