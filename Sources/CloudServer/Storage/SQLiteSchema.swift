import GRDB

/// The tables of the store.
///
/// A migration that was released is never edited.
///
/// 1. A zone's rows hang on its incarnation, so that a re-created zone shares nothing with the old.
/// 2. A record and its tombstone are one row, which moves to the end of the zone's feed with every
///    write: the feed is net by construction, and `(zone, sequence)` makes it cost what changed.
/// 3. The feed of a user's database is one row a zone, likewise moved.
/// 4. Times are milliseconds since 1970; nothing counts across zones or users.
enum SQLiteSchema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1 walking skeleton") { try $0.execute(sql: first) }
    return migrator
  }

  private static let first = """
    CREATE TABLE setting (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE account (
      userRecordName TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE token (
      hash BLOB NOT NULL PRIMARY KEY,
      userRecordName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
      createdAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE zone (
      incarnation TEXT NOT NULL PRIMARY KEY,
      ownerName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
      zoneName TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      shortGUID TEXT UNIQUE,
      UNIQUE (ownerName, zoneName)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE record (
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      recordType TEXT NOT NULL,
      changeCount INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      isDeleted INTEGER NOT NULL,
      fields TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      modifiedAt INTEGER NOT NULL,
      modifiedBy TEXT NOT NULL,
      PRIMARY KEY (zone, recordName)
    ) STRICT;

    CREATE UNIQUE INDEX recordFeed ON record (zone, sequence);

    CREATE TABLE share (
      zone TEXT NOT NULL PRIMARY KEY REFERENCES zone ON DELETE CASCADE,
      publicPermission TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE participant (
      zone TEXT NOT NULL REFERENCES share ON DELETE CASCADE,
      userRecordName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
      participantID TEXT NOT NULL,
      position INTEGER NOT NULL,
      role TEXT NOT NULL,
      permission TEXT NOT NULL,
      status TEXT NOT NULL,
      PRIMARY KEY (zone, userRecordName)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX participantByUser ON participant (userRecordName, status);

    CREATE TABLE feed (
      userRecordName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
      scope INTEGER NOT NULL,
      incarnation TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (userRecordName, scope)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE feedEntry (
      userRecordName TEXT NOT NULL,
      scope INTEGER NOT NULL,
      ownerName TEXT NOT NULL,
      zoneName TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      isDeleted INTEGER NOT NULL,
      PRIMARY KEY (userRecordName, scope, ownerName, zoneName),
      FOREIGN KEY (userRecordName, scope) REFERENCES feed ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE UNIQUE INDEX feedEntryOrder ON feedEntry (userRecordName, scope, sequence);

    CREATE TABLE subscription (
      userRecordName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
      scope INTEGER NOT NULL,
      subscriptionID TEXT NOT NULL,
      ownerName TEXT,
      zoneName TEXT,
      PRIMARY KEY (userRecordName, scope, subscriptionID)
    ) STRICT, WITHOUT ROWID;
    """
}
