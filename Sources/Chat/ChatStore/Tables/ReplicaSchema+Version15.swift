/// The fifteenth version: pinned messages.
extension ReplicaSchema {
  static let version15 = """
    CREATE TABLE messagePin (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      messageName TEXT NOT NULL,
      changedAt INTEGER NOT NULL,
      isRemoved INTEGER NOT NULL,
      -- who has changed it last; NULL if the cloud does not say
      changedBy TEXT,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX messagePin_byMessage ON messagePin (chatID, messageName) WHERE NOT isRemoved;

    -- Chats with pins that an earlier version kept as unknown records are fetched anew.
    UPDATE epoch SET newest = newest + 1;
    UPDATE chat SET changeToken = NULL, epoch = (SELECT newest FROM epoch), isResyncing = 1,
      hasChanges = hasChanges + 1, isListed = 1
    WHERE ending IS NULL AND changeToken IS NOT NULL AND id IN (
      SELECT chatID FROM parkedRecord WHERE instr(CAST(body AS TEXT), '"MessagePin"'));
    """
}
