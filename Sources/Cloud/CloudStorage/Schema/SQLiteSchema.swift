import GRDB

/// The tables of the store; one file per subject beside this one.
///
/// A migration that was released is never edited.
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
    migrator.registerMigration("1 the cloud") { database in
      for section in sections { try database.execute(sql: section) }
    }
    migrator.registerMigration("2 charges by the transaction") { database in
      try database.execute(sql: chargesByTransaction)
    }
    migrator.registerMigration("3 rows that are set aside") { database in
      try database.execute(sql: setAsideRows)
    }
    migrator.registerMigration("5 invitations of strangers, origins of tokens") { database in
      try database.execute(sql: awaitedParticipants)
      try database.execute(sql: originsOfTokens)
    }
    migrator.registerMigration("7 sealed fields") { database in
      // The values of encrypted fields; `FieldSealer` says how.
      try database.execute(sql: "ALTER TABLE record ADD COLUMN sealed BLOB")
    }
    return migrator
  }

  /// Whether the database has the tables of the first version, from before the first migration here.
  static func isOfFirstVersion(_ database: Database) throws -> Bool {
    try migrator.appliedIdentifiers(database).contains("1 walking skeleton")
  }

  private static let sections = [
    registry, access, zones, sharing, feeds, recordTypes, subscriptions, assets, usage,
  ]
}
