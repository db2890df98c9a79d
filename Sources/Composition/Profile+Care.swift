package import Foundation
import LocalFiles
package import ReplicaTables

/// A profile's local copy, checked and repaired.
extension Profile {
  /// The local copy of the chats.
  package var replica: URL { directory.appendingPathComponent(Self.replicaName) }

  /// What has come of a damaged local copy.
  package struct Repair: Sendable {
    /// The folder into which the damaged files were moved.
    package var setAside: URL
    /// What could be read; nil if nothing could.
    package var found: ReplicaSalvage.Found?
  }

  /// What a check of the local copy finds; nil if there is none.
  package func replicaProblems() -> [String]? {
    guard let file = FileStatus(replica.path) else {
      // What stands beside a copy that is gone may still have something.
      return FileStatus(replica.path + "-wal") == nil ? nil : ["its file is missing"]
    }
    guard file.bytes > 0 else { return ["its file is empty"] }
    return ReplicaSalvage(path: replica.path).problems()
  }

  /// Moves the files of the local copy into a folder of their own, and makes a new copy of what can be read.
  ///
  /// Throws if another process uses the profile.
  package func repairReplica(now: Date) throws(Failure) -> Repair {
    guard let use = try FileLock.tryAcquire(useLock) else {
      throw Failure("Another zonechat uses the profile ‘\(name)’. Close it and try again.")
    }
    defer { withExtendedLifetime(use) {} }
    let time = now.formatted(.iso8601.timeSeparator(.omitted).dateSeparator(.omitted))
    let place = directory.appendingPathComponent("damaged").appendingPathComponent(time)
    try Paths.makePrivateDirectory(place.deletingLastPathComponent())
    try Paths.makePrivateDirectory(place)
    // The files of attachments are sound, whatever has become of the database.
    let names = Self.replicaFiles.filter { $0 != "assets" }
    try Self.move(names, from: directory, to: place)
    let draft = directory.appendingPathComponent(Self.replicaName + ".new")
    defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft.path + suffix) } }
    do {
      let damaged = place.appendingPathComponent(Self.replicaName)
      let found = try ReplicaSalvage(path: damaged.path).copy(to: draft.path)
      try FileManager.default.moveItem(at: draft, to: replica)
      return Repair(setAside: place, found: found)
    } catch {
      // The next command makes a new copy, and fetches what the cloud has.
      return Repair(setAside: place, found: nil)
    }
  }
}
