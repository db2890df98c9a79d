extension SQLiteSchema {
  /// The feeds of users' databases.
  static let feeds = """
    CREATE TABLE feed (
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      userRecordName TEXT NOT NULL,
      scope INTEGER NOT NULL,
      sequence INTEGER NOT NULL,
      tokenEpoch INTEGER NOT NULL,
      PRIMARY KEY (partition, userRecordName, scope)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE feedEntry (
      partition INTEGER NOT NULL,
      userRecordName TEXT NOT NULL,
      scope INTEGER NOT NULL,
      ownerName TEXT NOT NULL,
      zoneName TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      changedAt INTEGER NOT NULL,
      deletionReason TEXT,
      PRIMARY KEY (partition, userRecordName, scope, ownerName, zoneName),
      FOREIGN KEY (partition, userRecordName, scope) REFERENCES feed ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE UNIQUE INDEX feedEntryOrder
      ON feedEntry (partition, userRecordName, scope, sequence);
    """
}
