/// The twelfth version: an account's own settings for its chats.
extension ReplicaSchema {
  static let version12 = """
    -- What this account wants of each chat, here or not, for all of its devices.
    CREATE TABLE chatSettings (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- the zone of settings, a row of its own
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      -- the chat that they are about
      zoneName TEXT NOT NULL,
      ownerName TEXT NOT NULL,
      -- each with the time when it was set; NULL if it never was
      isPinned INTEGER NOT NULL,
      pinnedAt INTEGER,
      isArchived INTEGER NOT NULL,
      archivedAt INTEGER,
      notifications TEXT NOT NULL,
      notificationsAt INTEGER,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX chatSettings_byChat ON chatSettings (ownerName, zoneName);

    -- Versions before this one have read the zone of settings and kept nothing of it.
    UPDATE chat SET changeToken = NULL, isResyncing = 1, hasChanges = hasChanges + 1
    WHERE zoneName = 'zonechat-settings' AND ownerName = (SELECT userRecordName FROM account);

    -- The program knows the kinds; a later one needs no new table.
    DROP INDEX outbox_waiting;
    ALTER TABLE outbox RENAME TO outboxVersion11;
    CREATE TABLE outbox (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      -- '' for the zone itself
      recordName TEXT NOT NULL,
      kind TEXT NOT NULL,
      operation TEXT NOT NULL DEFAULT 'save' CHECK (operation IN ('save', 'delete')),
      -- 1 for what may wait for anything else
      priority INTEGER NOT NULL DEFAULT 0,
      generation INTEGER NOT NULL DEFAULT 1,
      -- the generation that is on its way now
      inFlight INTEGER,
      -- whether any generation may have reached the cloud without our knowing
      mayBeStored INTEGER NOT NULL DEFAULT 0,
      -- the cloud's copy from which a change of ours began
      ancestor BLOB,
      -- why it will not be sent any more
      failure TEXT,
      UNIQUE (chatID, recordName)
    ) STRICT;
    INSERT INTO outbox (sequence, chatID, recordName, kind, operation, priority, generation, inFlight,
        mayBeStored, ancestor, failure)
      SELECT sequence, chatID, recordName, kind, operation, priority, generation, inFlight,
        mayBeStored, ancestor, failure FROM outboxVersion11;
    DROP TABLE outboxVersion11;
    CREATE INDEX outbox_waiting ON outbox (chatID, priority, sequence) WHERE failure IS NULL;
    """
}
