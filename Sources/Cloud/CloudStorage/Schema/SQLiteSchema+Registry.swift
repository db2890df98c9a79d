extension SQLiteSchema {
  /// Accounts, the partitions, and settings of the cloud as a whole.
  static let registry = """
    CREATE TABLE setting (
      name TEXT NOT NULL PRIMARY KEY,
      value TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE account (
      userRecordName TEXT NOT NULL PRIMARY KEY,
      name TEXT NOT NULL UNIQUE COLLATE NOCASE,
      isServer INTEGER NOT NULL,
      emailAddress TEXT UNIQUE COLLATE NOCASE,
      firstName TEXT,
      lastName TEXT,
      isDiscoverable INTEGER NOT NULL,
      passphrase TEXT
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE partition (
      id INTEGER PRIMARY KEY,
      container TEXT NOT NULL,
      environment TEXT NOT NULL,
      incarnation TEXT NOT NULL,
      ownerName TEXT NOT NULL,
      settings TEXT NOT NULL,
      UNIQUE (container, environment)
    ) STRICT;
    """
}
