import ChatCore
package import CloudClient
package import Foundation
import LocalFiles

/// A person on this machine: the account's keys, and where everything of theirs is kept.
package struct Profile: Sendable {
  package typealias SignIn = ProfileSignIn

  package let name: String
  package let directory: URL

  package init(name: String, paths: Paths) {
    self.name = name
    directory = paths.profile(name)
  }

  /// Held by the window that tells of new messages.
  package var heraldLock: URL { directory.appendingPathComponent("herald.lock") }

  /// Held for a moment by the process that takes new messages for the hook; the file says how far that has come.
  package var hooksLock: URL { directory.appendingPathComponent("hooks.lock") }

  /// The copies of files that were opened in other programs.
  package var openedFiles: URL { directory.appendingPathComponent("opened") }

  /// The files that were made of pasted texts and pictures.
  package var pastedFiles: URL { directory.appendingPathComponent("pasted") }

  /// Shared by every process that has the replica open, also one that is stopped and does not sync.
  var useLock: URL { directory.appendingPathComponent("use.lock") }

  var accountFile: URL { directory.appendingPathComponent(SignIn.fileName) }

  /// The account that is signed in; nil where none is.
  package func signIn() throws(Failure) -> SignIn? {
    do throws(ProfileFileError) {
      return try SignIn.read(in: directory)
    } catch {
      throw Failure(error.reason)
    }
  }

  /// The account that is signed in; ends with code 3 where none is.
  package func requireSignIn() throws(Failure) -> SignIn {
    guard let signIn = try signIn() else {
      let command = ProfileName.command("account", for: name)
      throw Failure(
        "Nobody is signed in. ‘\(command) create NAME’ makes an account; "
          + "‘\(command) sign-in NAME’ uses one that exists.",
        code: .notSignedIn)
    }
    return signIn
  }

  /// Says that somebody else has signed in here while a command worked; `outcome` says what became of its work.
  func signedInMeanwhile(_ outcome: String) -> Failure {
    Failure("The profile ‘\(name)’ was signed in again meanwhile. \(outcome)")
  }

  private var accountLock: URL { directory.appendingPathComponent("account.lock") }

  /// Makes the profile's folder, and waits until this process alone may change who is signed in.
  func lockAccount() throws(Failure) -> FileLock {
    while true {
      try Paths.makePrivateDirectory(directory)
      let lock = try FileLock.acquire(accountLock)
      // Whoever had the lock before may have removed its file.
      if FileStatus(accountLock.path)?.number == FileStatus(descriptor: lock.descriptor)?.number {
        return lock
      }
    }
  }

  /// Removes the folder if there is nothing in it but the lock, which the caller has.
  func removeIfUnused() {
    let names = try? FileManager.default.contentsOfDirectory(atPath: directory.path)
    guard names == [accountLock.lastPathComponent] else { return }
    unlink(accountLock.path)
    rmdir(directory.path)
  }

  static let replicaName = "replica.sqlite"
  /// The doorbell; a profile that has it has had a replica.
  static let bellName = "replica.bell"

  static let replicaFiles =
    [bellName, "assets", SecretsFile.fileName]
    + (["", "-wal", "-shm"] + UpgradeCopy.suffixes).map { replicaName + $0 }

  /// Removes the keys, and the replica with everything in it.
  func forget() throws(Failure) {
    let account = accountFile.lastPathComponent
    for name in Self.replicaFiles + [account] + UpgradeCopy.suffixes.map({ account + $0 }) {
      let file = directory.appendingPathComponent(name)
      do {
        try FileManager.default.removeItem(at: file)
      } catch CocoaError.fileNoSuchFile {
        continue
      } catch {
        throw Failure("\(file.path) cannot be removed. Check the rights of the folder.")
      }
    }
  }

  /// Moves those of the files that exist; the first name, whose file makes them a replica, is moved last.
  static func move(
    _ names: [String], from source: URL, to target: URL
  ) throws(Failure) {
    for name in names.reversed() {
      let (old, new) = (
        source.appendingPathComponent(name).path, target.appendingPathComponent(name).path
      )
      guard rename(old, new) == 0 || errno == ENOENT else {
        throw Failure("\(old) cannot be moved. Check the rights of the folder.")
      }
    }
  }

  /// Keeps the keys where only this user can read them; the file is written as a whole or not at all.
  package func save(_ signIn: SignIn) throws(Failure) {
    try Paths.makePrivateDirectory(directory)
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      try FileDraft.write(try encoder.encode(signIn), to: accountFile)
    } catch {
      throw Failure(
        "The account's keys cannot be saved in \(directory.path) (\(SystemReason.of(error))). "
          + "Check the rights of the folder and the disk.")
    }
  }
}
