extension SQLiteSchema {
  /// The bytes that owners store in a partition.
  ///
  /// Triggers charge a zone's owner for the bytes of the zone, and release them when the zone is
  /// deleted. The rules charge the zone, when they save its records: a trigger would cost more than the record itself.
  static let usage = """
    CREATE TABLE usage (
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      userRecordName TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (partition, userRecordName)
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER zoneCharges AFTER UPDATE OF bytes ON zone WHEN new.bytes <> old.bytes BEGIN
      INSERT INTO usage (partition, userRecordName, bytes)
      VALUES (new.partition, new.ownerName, new.bytes - old.bytes)
      ON CONFLICT (partition, userRecordName) DO UPDATE SET bytes = bytes + excluded.bytes;
    END;

    CREATE TRIGGER zoneReleases AFTER DELETE ON zone WHEN old.bytes <> 0 BEGIN
      UPDATE usage SET bytes = bytes - old.bytes
      WHERE partition = old.partition AND userRecordName = old.ownerName;
    END;
    """
}
