import CloudModel
import CloudRules
import Crypto
import Foundation
import Synchronization

/// The sessions of browsers that are signed in to the console, in memory, or in the store that several servers share.
///
/// With such a store its methods block. The cloud keeps only the digest of the secret in a browser's cookie; digests
/// compare in constant time.
final class ConsoleSessions: Sendable {
  enum Holder: Sendable, Hashable {
    case administrator
    case account(userRecordName: String)

    /// Nil for the administrator.
    fileprivate var userRecordName: String? {
      guard case .account(let userRecordName) = self else { return nil }
      return userRecordName
    }
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
  /// Keeps them instead of this object, where several servers show the console.
  private let shared: (any SharedStore)?

  init(sharedBy store: (any SharedStore)? = nil) { shared = store }

  /// Opens a session with a secret that nobody can guess; too many end the oldest.
  func open(_ secret: String, for holder: Holder, at now: Date) throws {
    let digest = SHA256.hash(data: Data(secret.utf8))
    if let shared {
      try shared.insert(
        StoredConsoleSession(
          digest: Array(digest), userRecordName: holder.userRecordName,
          openedAt: now.millisecondsSince1970), limit: Self.mostOfOne)
      return
    }
    let session = Session(digest: digest, holder: holder, openedAt: now)
    sessions.withLock { sessions in
      sessions.removeAll { $0.isOver(at: now) }
      let own = sessions.indices.filter { sessions[$0].holder == holder }
      if own.count >= Self.mostOfOne { sessions.remove(at: own[0]) }
      if sessions.count >= Self.most { sessions.removeFirst() }
      sessions.append(session)
    }
  }

  /// Nil for a secret that is unknown, and for a session that has ended.
  func holder(of secret: String, at now: Date) throws -> Holder? {
    let digest = SHA256.hash(data: Data(secret.utf8))
    if let shared {
      guard let kept = try shared.consoleSession(Array(digest)) else { return nil }
      let session = Session(
        digest: digest,
        holder: kept.userRecordName.map { .account(userRecordName: $0) } ?? .administrator,
        openedAt: Date(millisecondsSince1970: kept.openedAt))
      return session.isOver(at: now) ? nil : session.holder
    }
    return sessions.withLock { sessions in
      sessions.first { $0.digest == digest && !$0.isOver(at: now) }?.holder
    }
  }

  func close(_ secret: String) throws {
    let digest = SHA256.hash(data: Data(secret.utf8))
    try shared?.deleteConsoleSession(Array(digest))
    sessions.withLock { $0.removeAll { $0.digest == digest } }
  }

  /// Ends the sessions of one account.
  func closeAll(of userRecordName: String) throws {
    try shared?.deleteConsoleSessions(of: userRecordName)
    sessions.withLock { $0.removeAll { $0.holder == .account(userRecordName: userRecordName) } }
  }

  /// Ends the sessions of accounts, which may be other people's after a reset of a cloud in memory.
  func closeAccounts() { sessions.withLock { $0.removeAll { $0.holder != .administrator } } }
}
