package import GRDB

extension DatabaseMigrator {
  /// Brings the database in the file at `path` to the newest version.
  ///
  /// Only one process upgrades files of a folder at a time. A file that an earlier version has written is
  /// copied first (`UpgradeCopy`). Throws what GRDB throws, or a `POSIXError`.
  package func upgrade(_ database: some DatabaseWriter, at path: String) throws {
    let lock = try FileLock(waitingFor: UpgradeCopy.openFolder(of: path))
    defer { withExtendedLifetime(lock) {} }
    let isNew = try database.read { try appliedIdentifiers($0).isEmpty }
    // Another process may have been first.
    if try database.read(hasCompletedMigrations) { return }
    if !isNew { try copy(database, of: path) }
    try migrate(database)
  }

  private func copy(_ database: some DatabaseWriter, of path: String) throws {
    try UpgradeCopy(of: path).replace { draft in
      let copy = try DatabaseQueue(path: draft)
      try database.backup(to: copy)
      // The copy inherits the log's journal mode; without a log it is one file.
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      try copy.close()
    }
  }

  /// The path of the copy from before an upgrade of the file at `path`, if this version can open it.
  package func upgradeCopy(of path: String) -> String? {
    let copy = UpgradeCopy(of: path)
    var configuration = Configuration()
    configuration.readonly = true
    // A copy that cannot be read is none, for whatever reason.
    guard let queue = try? DatabaseQueue(path: copy.path, configuration: configuration),
      (try? queue.read(hasBeenSuperseded)) == false,
      (try? queue.read { try appliedIdentifiers($0).isEmpty }) == false
    else { return nil }
    return copy.path
  }
}
