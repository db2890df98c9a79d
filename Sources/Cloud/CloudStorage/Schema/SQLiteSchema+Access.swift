extension SQLiteSchema {
  /// The tables that grant access: API tokens, server keys, sessions and their tokens.
  ///
  /// Of tokens only the SHA-256 is kept.
  static let access = """
    CREATE TABLE apiToken (
      hash BLOB NOT NULL PRIMARY KEY,
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      name TEXT NOT NULL,
      callbackURL TEXT,
      createdAt INTEGER NOT NULL,
      -- those whose pages may be handed a key, separated by spaces
      allowedOrigins TEXT NOT NULL DEFAULT '',
      UNIQUE (partition, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE serverKey (
      keyID TEXT NOT NULL PRIMARY KEY,
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      name TEXT NOT NULL,
      publicKey BLOB NOT NULL,
      userRecordName TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      UNIQUE (partition, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE session (
      id TEXT NOT NULL PRIMARY KEY,
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      userRecordName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
      isLongLived INTEGER NOT NULL,
      createdAt INTEGER NOT NULL,
      -- noted once an hour at most
      lastUsedAt INTEGER NOT NULL,
      -- what the device calls itself; empty if it has not said it
      deviceName TEXT NOT NULL,
      -- from which it was used last; empty for the Unix socket
      address TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX sessionByUser ON session (userRecordName, createdAt);

    CREATE TABLE webAuthToken (
      hash BLOB NOT NULL PRIMARY KEY,
      session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
      createdAt INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX webAuthTokenBySession ON webAuthToken (session);
    """

  /// The tables of a partition that outlive its reset.
  static let accessTables: Set<String> = ["apiToken", "serverKey", "session"]
}
