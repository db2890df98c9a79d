extension SQLiteSchema {
  /// Zones, and the records in them.
  ///
  /// `recordReference` holds the references that bind: those that delete their record with the
  /// target, and those that forbid its deletion.
  static let zones = """
    CREATE TABLE zone (
      incarnation TEXT NOT NULL PRIMARY KEY,
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      ownerName TEXT NOT NULL,
      zoneName TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      tokenEpoch INTEGER NOT NULL,
      bytes INTEGER NOT NULL DEFAULT 0,
      -- what each member may store here; null: as much as the owner has
      memberBytes INTEGER,
      UNIQUE (partition, ownerName, zoneName)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE record (
      id INTEGER PRIMARY KEY,
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      recordType TEXT NOT NULL,
      changeCount INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      isDeleted INTEGER NOT NULL,
      parent TEXT,
      shareReference TEXT,
      shortGUID TEXT,
      coveredBy TEXT,
      fields TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      createdAt INTEGER NOT NULL,
      createdBy TEXT NOT NULL,
      modifiedAt INTEGER NOT NULL,
      modifiedBy TEXT NOT NULL,
      -- the values of encrypted fields; FieldSealer says how
      sealed BLOB,
      UNIQUE (zone, recordName)
    ) STRICT;

    CREATE UNIQUE INDEX recordFeed ON record (zone, sequence);
    CREATE INDEX recordCover ON record (zone, coveredBy) WHERE coveredBy IS NOT NULL;
    CREATE INDEX recordChildren ON record (zone, parent) WHERE parent IS NOT NULL;

    -- the bytes of a zone's records by who made them
    CREATE TABLE writer (
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      userRecordName TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (zone, userRecordName)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE recordReference (
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      target TEXT NOT NULL,
      action TEXT NOT NULL,
      zone TEXT NOT NULL,
      PRIMARY KEY (record, target, action)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX recordReferrers ON recordReference (zone, target, action);
    """
}
