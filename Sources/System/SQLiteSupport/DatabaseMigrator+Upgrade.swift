package import GRDB
import LocalFiles

extension DatabaseMigrator {
  /// Brings the database in the file at `path` to the newest version.
  ///
  /// Only one process upgrades files of a folder at a time; others wait for it. A file that an earlier
  /// version has written is copied first (`UpgradeCopy`), which takes as much room as the file. After an
  /// upgrade that was interrupted, the copy of that one counts. Throws what GRDB throws, or a
  /// `POSIXError`.
  package func upgrade(_ database: some DatabaseWriter, at path: String) throws {
    let copy = UpgradeCopy(of: path)
    if try database.read(hasCompletedMigrations) { return try copy.keep() }
    let lock = try FileLock(waitingFor: UpgradeCopy.openFolder(of: path))
    defer { withExtendedLifetime(lock) {} }
    // Another process may have been first.
    if try !database.read(hasCompletedMigrations) {
      let applied = try database.read(appliedIdentifiers)
      let isInterrupted = identifiers(ofCopyAt: copy.unfinished).map { $0 != applied } ?? false
      if !applied.isEmpty, !isInterrupted { try make(copy, of: database) }
      try migrate(database)
    }
    try copy.keep()
  }

  private func make(_ copy: UpgradeCopy, of database: some DatabaseWriter) throws {
    try copy.make { draft in
      let queue = try DatabaseQueue(path: draft)
      try database.backup(to: queue)
      // The copy inherits the log's journal mode; without a log it is one file.
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try queue.close()
    }
  }

  /// The version of the program that has written a database, by the migrations that it has.
  package enum Writer: Sendable, Equatable {
    /// This version or an earlier one. A database without migrations counts as theirs.
    case known
    case newer
    /// A version from before the first migration here.
    case beforeFirst
  }

  package func writer(of database: Database) throws -> Writer {
    let applied = try appliedIdentifiers(database)
    if let first = migrations.first, !applied.isEmpty, !applied.contains(first) {
      return .beforeFirst
    }
    return try hasBeenSuperseded(database) ? .newer : .known
  }

  /// The version that has written the file at `path`; the check changes no file.
  ///
  /// Nil for a file that is empty or missing. Also nil for a file that cannot be read, because opening it gives the
  /// reason.
  package func writer(ofFileAt path: String) -> Writer? {
    guard let file = FileStatus(path), file.bytes > 0 else { return nil }
    var configuration = Configuration()
    configuration.readonly = true
    // Without an index, a log is read by the plain path, which makes an index and leaves the log as it is.
    for address in [ReadOnlyAddress.of(path), path].compactMap(\.self) {
      guard let queue = try? DatabaseQueue(path: address, configuration: configuration),
        let found = try? queue.read(writer(of:))
      else { continue }
      return found
    }
    return nil
  }

  /// The path of the copy from before an upgrade of the file at `path`, if this version can open it.
  package func upgradeCopy(of path: String) -> String? {
    let copy = UpgradeCopy(of: path)
    return [copy.unfinished, copy.path].first { identifiers(ofCopyAt: $0)?.isEmpty == false }
  }

  /// The migrations that a copy has; nil if there is none that this version can open, for whatever reason.
  private func identifiers(ofCopyAt path: String) -> Set<String>? {
    var configuration = Configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration),
      (try? queue.read(hasBeenSuperseded)) == false
    else { return nil }
    return try? queue.read(appliedIdentifiers)
  }
}
