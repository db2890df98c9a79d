import GRDB

/// The tables of the store; one file per subject beside this one.
///
/// A migration that was released never changes; the schema grows by new ones.
///
/// Until its release the first one changes in place, and each change gives it another letter: a file with the former
/// tables is then refused instead of misread.
///
/// 1. A partition is a container in an environment; every row of its data refers to it, or to a
///    zone in it.
/// 2. A zone's rows refer to its incarnation, so that a re-created zone shares nothing with the
///    old.
/// 3. A record and its tombstone are one row, which moves to the end of the zone's feed with every
///    write. So the feed holds only the latest change of each record, and the index on
///    `(zone, sequence)` makes reading it cost what changed.
/// 4. The feed of a user's database has one row per zone, which moves likewise.
/// 5. Times are milliseconds since 1970; nothing counts across zones or users.
enum SQLiteSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("0.1.0b") { database in
      for section in sections { try database.execute(sql: section) }
    }
    return migrator
  }

  private static let sections = [
    registry, access, admissionCodes, zones, sharing, awaitedParticipants, feeds, recordTypes,
    subscriptions,
    assets, usage, setAsideRows,
  ]
}
