extension SQLiteSchema {
  /// Shares of zones and hierarchies, their participants, and the records that left a user's view.
  ///
  /// The root of a hierarchy stands in `root`; it is empty where the whole zone is shared.
  static let sharing = """
    CREATE TABLE share (
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      root TEXT NOT NULL,
      recordName TEXT NOT NULL,
      publicPermission TEXT NOT NULL,
      PRIMARY KEY (zone, root)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE shareLink (
      shortGUID TEXT NOT NULL PRIMARY KEY,
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      root TEXT NOT NULL,
      UNIQUE (zone, root)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE participant (
      zone TEXT NOT NULL,
      root TEXT NOT NULL,
      userRecordName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
      participantID TEXT NOT NULL,
      position INTEGER NOT NULL,
      role TEXT NOT NULL,
      permission TEXT NOT NULL,
      status TEXT NOT NULL,
      PRIMARY KEY (zone, root, userRecordName),
      FOREIGN KEY (zone, root) REFERENCES share ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX participantByUser ON participant (userRecordName, status);

    CREATE TABLE departure (
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      userRecordName TEXT NOT NULL,
      recordName TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (zone, userRecordName, recordName)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX departureOrder ON departure (zone, userRecordName, sequence);
    """

  /// People who are invited under an e-mail address or a phone number that no account has.
  ///
  /// The first account that has the address takes the row's place in `participant`.
  static let awaitedParticipants = """
    CREATE TABLE awaitedParticipant (
      zone TEXT NOT NULL,
      root TEXT NOT NULL,
      address TEXT NOT NULL COLLATE NOCASE,
      participantID TEXT NOT NULL,
      position INTEGER NOT NULL,
      permission TEXT NOT NULL,
      PRIMARY KEY (zone, root, address),
      FOREIGN KEY (zone, root) REFERENCES share ON DELETE CASCADE
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX awaitedParticipantByAddress ON awaitedParticipant (address);
    """
}
