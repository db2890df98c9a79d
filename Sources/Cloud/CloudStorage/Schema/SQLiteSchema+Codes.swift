extension SQLiteSchema {
  /// The codes that let somebody in: make an account, set a passphrase, or sign in on another device.
  ///
  /// Of a code only the SHA-256 is kept.
  static let admissionCodes = """
    CREATE TABLE admissionCode (
      id TEXT NOT NULL PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      -- of an invitation: reserved for its holder while it is open
      name TEXT COLLATE NOCASE,
      -- whose passphrase or whose device; null for an invitation
      userRecordName TEXT REFERENCES account ON DELETE CASCADE,
      -- null: the administrator
      issuer TEXT REFERENCES account ON DELETE CASCADE,
      createdAt INTEGER NOT NULL,
      expiresAt INTEGER NOT NULL,
      -- that are left
      uses INTEGER NOT NULL,
      lastUsedBy TEXT REFERENCES account ON DELETE SET NULL,
      isRevoked INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX admissionCodeByName ON admissionCode (name);
    CREATE INDEX admissionCodeByUser ON admissionCode (userRecordName);
    CREATE INDEX admissionCodeByIssuer ON admissionCode (issuer);
    CREATE INDEX admissionCodeByLastUser ON admissionCode (lastUsedBy);
    """
}
