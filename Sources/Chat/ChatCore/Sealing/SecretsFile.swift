import ChatModel
import ChatSecrets
import ChatStore
import Foundation
import LocalFiles
import Synchronization

/// The secret half of the account on this device: the file `account.secrets` beside the replica, with mode 0600.
///
/// It is made once for an account or comes from its keyring, and is read when a sealed chat first needs it, and again
/// when another process has put the next generation into its place.
package final class SecretsFile: Sendable {
  package static let fileName = "account.secrets"

  private struct Known {
    var secrets: AccountSecrets
    /// The inode: a file is never changed, but replaced.
    var number: UInt64
  }

  private let file: URL
  private let user: String
  private let known = Mutex<Known?>(nil)

  init(in directory: URL, of user: String) {
    file = directory.appendingPathComponent(Self.fileName)
    self.user = user
  }

  /// Nil where this device has none.
  ///
  /// Throws `SealingProblem.damagedKeys` where the file holds something else.
  func secrets() throws(ChatError) -> AccountSecrets? {
    guard let number = FileStatus(link: file.path)?.number else { return nil }
    if let known = known.withLock(\.self), known.number == number { return known.secrets }
    let secrets: AccountSecrets
    do {
      secrets = try AccountSecrets(secretBytes: [UInt8](Data(contentsOf: file)))
    } catch {
      throw .sealing(.damagedKeys(path: file.path))
    }
    guard secrets.user == user else { throw .sealing(.damagedKeys(path: file.path)) }
    known.withLock { $0 = Known(secrets: secrets, number: number) }
    return secrets
  }

  /// Makes the keys of an account that has none, or reads those that another process has just made.
  func make() throws(ChatError) -> AccountSecrets {
    if let secrets = try secrets() { return secrets }
    return try keep(AccountSecrets(user: user))
  }

  /// Keeps keys that another device of the account has made; where this device has some already, only a later
  /// generation of them takes their place.
  @discardableResult
  func keep(_ secrets: AccountSecrets) throws(ChatError) -> AccountSecrets {
    do {
      let draft = try FileDraft(in: file.deletingLastPathComponent())
      try draft.write(Data(secrets.secretBytes))
      if try draft.take(file.path) { return secrets }
      if let present = try self.secrets(),
        case .next = present.lineage.verdict(on: secrets.lineage)
      {
        try draft.replace(file.path)
      }
    } catch let error as ChatError {
      throw error
    } catch {
      throw ChatError(storage: error, path: file.path)
    }
    guard let kept = try self.secrets() else { throw .sealing(.damagedKeys(path: file.path)) }
    return kept
  }

  /// Removes keys that the account does not take, because another device was faster.
  func discard() {
    known.withLock { $0 = nil }
    try? FileManager.default.removeItem(at: file)  // `prepareKeys` finds what is left, and says so.
  }
}
