import ChatModel
package import ChatStore
import CloudClient
import CloudModel
package import Foundation
import LocalFiles

/// A profile's local copy, checked and repaired.
extension Profile {
  /// The local copy of the chats.
  package var replica: URL { directory.appendingPathComponent(Self.replicaName) }

  /// The result of a check of the local copy.
  package enum CopyState: Sendable, Equatable {
    /// There is none, and there was none before.
    case none
    case sound
    case damaged(problem: String)
    /// It was here before.
    case missing
  }

  /// The result of repairing a damaged or missing local copy.
  package struct Repair: Sendable {
    /// The folder with the damaged files; nil where there were none.
    package var setAside: URL?
    /// The data that could be read; nil if nothing could.
    package var found: ReplicaSalvage.Found?
    /// Files of unsent messages without a chat, which are copied to the damaged ones.
    package var savedFiles = 0
  }

  /// Checks the local copy.
  ///
  /// Throws if the check cannot be made, for example because another program holds the file.
  package func checkReplica() throws(Failure) -> CopyState {
    guard FileStatus(replica.path) != nil else {
      // What stands beside a copy that is gone may still have something.
      if !UnopenedReplica(path: replica.path).isMissing {
        return .damaged(problem: "its file is missing")
      }
      // The doorbell is made after the copy, and goes with it at a sign-out.
      return FileStatus(bell.path) == nil ? .none : .missing
    }
    do {
      let problems = try ReplicaSalvage(path: replica.path).problems()
      return problems.first.map { CopyState.damaged(problem: $0) } ?? .sound
    } catch {
      let isFull = ChatError(storage: error, path: replica.path) == .storageFull
      let reason = isFull ? "the disk is full" : ReplicaSalvage.words(error)
      throw Failure(
        "\(replica.path) cannot be checked now (\(reason)). Free some space, or close "
          + "other programs that use it, and try again. Nothing was changed.")
    }
  }

  /// Our choice: enough that a disk with a few bytes left counts as full.
  private static let trialBytes = 65_536

  /// The reason why nothing can be written into the profile, found by trying; nil if something can.
  package func writeObstacle() -> String? {
    let trial = directory.appendingPathComponent("trial.\(getpid())")
    // Where the system limits the size of files, the signal would end this process.
    let before = signal(SIGXFSZ, SIG_IGN)
    defer {
      signal(SIGXFSZ, before)
      unlink(trial.path)
    }
    do {
      try Data(count: Self.trialBytes).write(to: trial)
    } catch {
      return "\(directory.path) cannot be written (\(SystemReason.of(error)))"
    }
    guard FileStatus(replica.path) != nil, access(replica.path, W_OK) != 0 else { return nil }
    return "\(replica.path) cannot be written (\(SystemReason.of(number: errno)))"
  }

  /// Looks at what a process has left that was killed, where no other process has the local copy open now.
  ///
  /// SQLite keeps of a damaged log what is before the damage, and removes the rest. Throws `.replicaDamaged`.
  func requireWholeLog() throws(ChatError) {
    // A log is left only by a process that did not end in order, or by one that has the file open.
    guard let log = FileStatus(replica.path + "-wal"), log.bytes > 0,
      let alone = try? FileLock.tryAcquire(useLock)
    else { return }
    defer { withExtendedLifetime(alone) {} }
    try refuseDamagedLog()
  }

  /// Throws `.replicaDamaged` before SQLite removes what it does not take of a damaged log.
  ///
  /// For who has the local copy alone: a log that somebody writes to is not asked.
  func refuseDamagedLog() throws(ChatError) {
    if UnopenedReplica(path: replica.path).logDamage != nil {
      throw .replicaDamaged(path: replica.path)
    }
  }

  private var bell: URL { directory.appendingPathComponent(Self.bellName) }

  /// Keeps a copy of the files of the local copy in a folder of their own, and makes a new copy of what can be read.
  ///
  /// Until the new copy is whole nothing is removed. Throws if another process uses the profile, if the local copy is
  /// sound, and if something is in the way, for example a full disk; then nothing was changed.
  package func repairReplica(now: Date) async throws(Failure) -> Repair {
    let account = try requireSignIn().credentials.userRecordName
    let use = try await useAlone()
    defer { withExtendedLifetime(use) {} }
    // Another process may have repaired it meanwhile.
    switch try checkReplica() {
    case .none, .sound: throw Failure("The local copy is sound now. Nothing was changed.")
    case .missing:
      // The next command makes a new one.
      unlink(bell.path)
      return Repair(setAside: nil, found: nil)
    case .damaged: break
    }
    let time = now.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
    let folder = directory.appendingPathComponent("damaged")
    try Paths.makePrivateDirectory(folder)
    // A repair that was ended may have left a folder of the same second.
    var (place, number) = (folder.appendingPathComponent(time), 1)
    while FileStatus(place.path) != nil {
      number += 1
      place = folder.appendingPathComponent("\(time)-\(number)")
    }
    try Paths.makePrivateDirectory(place)
    let work = directory.appendingPathComponent("salvage")
    defer { try? FileManager.default.removeItem(at: work) }
    let found: ReplicaSalvage.Found?
    let savedFiles: Int
    do {
      try? FileManager.default.removeItem(at: work)
      try Paths.makePrivateDirectory(work)
      // One copy to keep, and one that the salvage may change.
      for folder in [place, work] { try copyReplica(to: folder) }
      found = try salvage(in: work, of: account)
      if let texts = found?.lostTexts, !texts.isEmpty {
        try Data(texts.joined(separator: "\n\n").utf8)
          .write(to: place.appendingPathComponent(Self.textsName))
      }
      savedFiles = try save(found?.lostFiles ?? [], in: place)
    } catch {
      try? FileManager.default.removeItem(at: place)
      let reason = (error as? Failure)?.message ?? ReplicaSalvage.words(error)
      throw Failure("The local copy could not be repaired (\(reason)). Nothing was changed.")
    }
    do {
      try putInPlace(found == nil ? nil : work.appendingPathComponent("new"))
    } catch {
      throw Failure(
        "The new local copy could not be put in place (\(SystemReason.of(error))). The damaged files are in "
          + "\(place.path).")
    }
    return Repair(setAside: place, found: found, savedFiles: savedFiles)
  }

  /// Copies files out of the folder in which nothing leads to them any more.
  ///
  /// - Returns: how many are still there.
  private func save(_ files: [ReplicaSalvage.LostFile], in folder: URL) throws -> Int {
    let assets = AssetFolder(directory.appendingPathComponent("assets"))
    var count = 0
    for file in files {
      guard let digest = AssetDigest(file.digest), assets.has(digest) else { continue }
      _ = try FileSaver(source: assets.file(digest)).save(in: folder, named: file.name)
      count += 1
    }
    return count
  }

  /// The file with texts that could be read and have no chat any more.
  package static let textsName = "unsent.txt"

  /// The files of the database, the main one last.
  private static let databaseFiles = ["-wal", "-shm", ""].map { replicaName + $0 }

  private func copyReplica(to folder: URL) throws {
    for name in Self.databaseFiles {
      let file = directory.appendingPathComponent(name)
      guard FileStatus(file.path) != nil else { continue }
      try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent(name))
    }
  }

  private func salvage(in work: URL, of account: String) throws -> ReplicaSalvage.Found? {
    let damaged = work.appendingPathComponent(Self.replicaName)
    // What an empty file had is in its log, if anywhere.
    let bytes = ["", "-wal"].map { FileStatus(damaged.path + $0)?.bytes ?? 0 }
    guard bytes != [0, 0] else { return nil }
    return try ReplicaSalvage(path: damaged.path)
      .copy(to: work.appendingPathComponent("new").path, of: account)
  }

  /// Removes the damaged files, and moves the new one to where they were; without one the next command makes it.
  private func putInPlace(_ new: URL?) throws {
    // The log first: beside another file it would be taken for that one's.
    for name in Self.databaseFiles.dropLast() {
      unlink(directory.appendingPathComponent(name).path)
    }
    guard let new else {
      // The next command makes a new one.
      unlink(replica.path)
      unlink(bell.path)
      return
    }
    guard rename(new.path, replica.path) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }
}
