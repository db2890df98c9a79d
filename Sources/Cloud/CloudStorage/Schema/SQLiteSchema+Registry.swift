extension SQLiteSchema {
  /// Accounts, what administrators did, the partitions, and settings of the cloud as a whole.
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
      passphrase TEXT,
      -- an AccountState; a deleted account keeps its row, so that nobody else gets its name
      state TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE administration (
      id INTEGER PRIMARY KEY,
      at INTEGER NOT NULL,
      action TEXT NOT NULL,
      subject TEXT NOT NULL
    ) STRICT;

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
