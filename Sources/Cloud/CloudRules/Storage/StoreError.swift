import CloudModel

/// The reason why a store cannot be used, in a sentence for people.
package enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// A later version of the program wrote it.
  ///
  /// `earlier` is the file from before the upgrade; nil where there is none that this version can open.
  case newerVersion(path: String, earlier: String?)
  /// A program from before version 0.1.0 wrote it.
  case beforeFirstRelease(path: String)
  /// There is no room for what should be written; nothing of it was.
  case diskFull
  /// The engine's own words, without any stored content.
  case failed(reason: String)
  /// The database of the store has no room for what should be written; nothing of it was.
  case databaseFull(reason: String)
  /// Somebody else works with the same data for too long; nothing was written.
  case busy
  /// The database of the store cannot be used now, in a sentence that says what to do.
  case database(reason: String)
  /// A later version of the program has made the tables in the database at this address.
  case newerDatabase(String)
  /// A write was not confirmed: it may be stored or not.
  case uncertain
  /// A container or an environment that the cloud does not have.
  case noSuchPartition(Partition)
  /// A row that this program would never have written.
  case damaged(what: String)
  /// The file of the store, or a part of it, is not what SQLite has written.
  case fileDamaged(path: String, reason: String)
  /// The file of a store that had been written has no bytes any more.
  case fileEmpty(path: String)
  /// Servers work with the store, by their names.
  case inUse(place: String, servers: [String])
  /// The cloud has moved to another store (‘cloud move’).
  case moved(from: String, to: String)

  package var description: String {
    switch self {
    case .newerVersion(let path, nil):
      "The cloud's store at \(path) was written by a newer version of this program. Use that "
        + "version, or another data directory. Nothing was changed."
    case .newerVersion(let path, let earlier?):
      "The cloud's store at \(path) was written by a newer version of this program. Use that "
        + "version, or keep this file under another name and go back to the one from before the upgrade, \(earlier). "
        + "Nothing was changed."
    case .beforeFirstRelease(let path):
      "The cloud's store at \(path) was written by a ZoneChat from before version 0.1.0: export the chats with the "
        + "program that wrote it (‘zonechat export’), move the file to another place, and start again."
    case .diskFull: Self.diskFullWords
    case .failed(let reason):
      "The cloud's store failed: \(reason)."
    case .busy:
      "Others work with the same data of the cloud for too long. Nothing was saved. Try again in a moment."
    case .database(let reason), .databaseFull(let reason): reason
    case .newerDatabase(let address):
      "The cloud's store in \(address) was written by a newer version of this program. Use that version. Nothing was "
        + "changed."
    case .uncertain:
      "The database did not confirm the change, so it may be saved or not. Look whether it is, then try again."
    case .noSuchPartition(let partition):
      "There is no \(partition.environment.rawValue) environment of the container "
        + "\(partition.container) here."
    case .damaged(let what):
      "The cloud's store is damaged: \(what)."
    case .fileDamaged(let path, let reason):
      "The cloud's store at \(path) is damaged (\(reason)). Keep a copy of its folder. ‘zonechat cloud "
        + "restore FILE’ goes back to a backup."
    case .fileEmpty(let path):
      "The cloud's store at \(path) is empty, so everything that the cloud kept is gone from it. Keep a copy "
        + "of its folder. ‘zonechat cloud restore FILE’ goes back to a backup. To begin anew, move the file away."
    case .inUse(let place, let servers):
      "The store in \(place) is used by running servers: \(servers.joined(separator: ", ")). Stop them first. One that "
        + "was killed counts as running for half a minute."
    case .moved(let place, let newPlace):
      "The cloud of \(place) has moved to \(newPlace), and this store is not used any more. Start the cloud with the "
        + "store there."
    }
  }

  /// For everything that the cloud keeps on its disk.
  package static let diskFullWords =
    "The cloud's disk is full. Nothing can be saved there until its administrator makes room: tell them."
}
