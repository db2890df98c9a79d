import ChatModel
package import Foundation
import LocalFiles
import ProfileFiles
import ReplicaFiles
package import ReplicaTables

/// A profile's local copy, checked and repaired.
extension Profile {
  /// The local copy of the chats.
  package var replica: URL { directory.appendingPathComponent(Self.replicaName) }

  /// What has come of a damaged local copy.
  package struct Repair: Sendable {
    /// The folder with the damaged files.
    package var setAside: URL
    /// What could be read; nil if nothing could.
    package var found: ReplicaSalvage.Found?
  }

  /// What a check of the local copy finds; nil if there is none.
  ///
  /// Throws if the check cannot be made, for example because another program holds the file.
  package func replicaProblems() throws(Failure) -> [String]? {
    guard let file = FileStatus(replica.path) else {
      // What stands beside a copy that is gone may still have something.
      return FileStatus(replica.path + "-wal") == nil ? nil : ["its file is missing"]
    }
    guard file.bytes > 0 else { return ["its file is empty"] }
    do {
      return try ReplicaSalvage(path: replica.path).problems()
    } catch {
      let isFull = ChatError(storage: error, path: replica.path) == .storageFull
      let reason = isFull ? "the disk is full" : ReplicaSalvage.words(error)
      throw Failure(
        "\(replica.path) cannot be checked now (\(reason)). Free some space, or close "
          + "other programs that use it, and try again. Nothing was changed.")
    }
  }

  /// Keeps a copy of the files of the local copy in a folder of their own, and makes a new copy of what can be read.
  ///
  /// Until the new copy is whole nothing is removed. Throws if another process uses the profile, if the local copy is
  /// sound, and if something is in the way, for example a full disk; then nothing was changed.
  package func repairReplica(now: Date) async throws(Failure) -> Repair {
    let use = try await useAlone()
    defer { withExtendedLifetime(use) {} }
    // Another process may have repaired it meanwhile.
    guard let problems = try replicaProblems(), !problems.isEmpty else {
      throw Failure("The local copy is sound now. Nothing was changed.")
    }
    let time = now.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
    let place = directory.appendingPathComponent("damaged").appendingPathComponent(time)
    try Paths.makePrivateDirectory(place.deletingLastPathComponent())
    try Paths.makePrivateDirectory(place)
    let work = directory.appendingPathComponent("salvage")
    defer { try? FileManager.default.removeItem(at: work) }
    let found: ReplicaSalvage.Found?
    do {
      try? FileManager.default.removeItem(at: work)
      try Paths.makePrivateDirectory(work)
      // One copy to keep, and one of which SQLite may fold the log into the file.
      for folder in [place, work] { try copyReplica(to: folder) }
      found = try salvage(in: work)
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
    return Repair(setAside: place, found: found)
  }

  /// The files of the database, the main one last.
  private static let databaseFiles = ["-wal", "-shm", ""].map { replicaName + $0 }

  private func copyReplica(to folder: URL) throws {
    for name in Self.databaseFiles {
      let file = directory.appendingPathComponent(name)
      guard FileStatus(file.path) != nil else { continue }
      try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent(name))
    }
  }

  private func salvage(in work: URL) throws -> ReplicaSalvage.Found? {
    let damaged = work.appendingPathComponent(Self.replicaName)
    guard let file = FileStatus(damaged.path) else { return nil }
    // What an empty file had is in its log, if anywhere.
    guard file.bytes > 0 || FileStatus(damaged.path + "-wal").map({ $0.bytes > 0 }) == true else {
      return nil
    }
    return try ReplicaSalvage(path: damaged.path)
      .copy(to: work.appendingPathComponent("new").path)
  }

  /// Removes the damaged files, and moves the new one to where they were; without one the next command makes it.
  private func putInPlace(_ new: URL?) throws {
    // The log first: beside another file it would be taken for that one's.
    for name in Self.databaseFiles.dropLast() {
      unlink(directory.appendingPathComponent(name).path)
    }
    guard let new else {
      unlink(replica.path)
      return
    }
    guard rename(new.path, replica.path) == 0 else {
      throw POSIXError(.init(rawValue: errno) ?? .EIO)
    }
  }
}
