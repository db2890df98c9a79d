/// The second version: edits, reactions, read marks, the lives of chats, and the journal.
extension ReplicaSchema {
  static let version2 = """
    -- How the chat's life in the cloud has ended, or is about to; NULL while it lives.
    ALTER TABLE chat ADD COLUMN ending TEXT;
    UPDATE chat SET ending = CASE
      WHEN ownerName = (SELECT userRecordName FROM account) THEN 'deleted' ELSE 'lostAccess' END
      WHERE sealReason IS NOT NULL;
    ALTER TABLE chat DROP COLUMN sealReason;
    -- ChatSession: when its name was given, and the newest message that it tells of
    ALTER TABLE chat ADD COLUMN renamedAt INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chat ADD COLUMN lastMessageAt INTEGER NOT NULL DEFAULT 0;
    UPDATE chat SET renamedAt = createdAt, lastMessageAt = createdAt;
    -- A name that was not sent yet is younger than what the cloud has.
    UPDATE chat SET renamedAt = createdAt + 1
      WHERE id IN (SELECT chatID FROM outbox WHERE kind = 'session' AND failure IS NULL);
    -- Whether the feed was once read to its end, and from when on nothing is missing before that.
    ALTER TABLE chat ADD COLUMN isHistoryComplete INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chat ADD COLUMN completeFrom INTEGER;
    UPDATE chat SET isHistoryComplete = 1 WHERE lastSeenMessageID >= 0 AND NOT isResyncing;
    ALTER TABLE chat ADD COLUMN wantsGlance INTEGER NOT NULL DEFAULT 0;
    -- Grows with every mention in a feed of changes; the chat that a window shows comes first.
    ALTER TABLE chat ADD COLUMN changeOrder INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chat ADD COLUMN isOpen INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX chat_wantsGlance ON chat (id) WHERE wantsGlance;

    ALTER TABLE message ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE message ADD COLUMN editedAt INTEGER;
    ALTER TABLE message ADD COLUMN deletedAt INTEGER;
    -- who has changed it last, where that is not its sender
    ALTER TABLE message ADD COLUMN changedBy TEXT;

    CREATE TABLE reaction (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      messageName TEXT NOT NULL,
      userID TEXT NOT NULL,
      emoji TEXT NOT NULL,
      changedAt INTEGER NOT NULL,
      isRemoved INTEGER NOT NULL,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX reaction_byMessage ON reaction (chatID, messageName);

    CREATE TABLE readMark (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      messageName TEXT NOT NULL,
      userID TEXT NOT NULL,
      readAt INTEGER NOT NULL,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX readMark_byUser ON readMark (chatID, userID);

    -- Records of types that this version does not know, whole.
    CREATE TABLE parkedRecord (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      body BLOB NOT NULL,
      changeTag TEXT,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;

    DROP INDEX outbox_waiting;
    ALTER TABLE outbox RENAME TO outboxVersion1;
    CREATE TABLE outbox (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      -- '' for the zone itself
      recordName TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (
        kind IN ('zone', 'share', 'session', 'message', 'reaction', 'readMark', 'parked')),
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
    INSERT INTO outbox (sequence, chatID, recordName, kind, generation, mayBeStored, failure)
      SELECT sequence, chatID, recordName, kind, generation, 1, failure FROM outboxVersion1;
    DROP TABLE outboxVersion1;
    CREATE INDEX outbox_waiting ON outbox (chatID, priority, sequence) WHERE failure IS NULL;

    -- What has happened to whatever is sent, and to the engine; bounded, the oldest goes.
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      chatID INTEGER,
      recordName TEXT,
      event TEXT NOT NULL,
      detail TEXT
    ) STRICT;
    CREATE INDEX journal_byRecord ON journal (chatID, recordName, id) WHERE recordName IS NOT NULL;

    -- What is left alone for a time, by the engine's last word.
    CREATE TABLE wait (
      id INTEGER PRIMARY KEY,
      -- NULL for a whole database
      chatID INTEGER REFERENCES chat ON DELETE CASCADE,
      scope TEXT NOT NULL,
      until INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;

    CREATE VIRTUAL TABLE messageText USING fts5 (
      text, content = 'message', content_rowid = 'id',
      tokenize = 'unicode61 remove_diacritics 2');
    INSERT INTO messageText (messageText) VALUES ('rebuild');
    CREATE TRIGGER message_inserted AFTER INSERT ON message BEGIN
      INSERT INTO messageText (rowid, text) VALUES (new.id, new.text);
    END;
    CREATE TRIGGER message_deleted AFTER DELETE ON message BEGIN
      INSERT INTO messageText (messageText, rowid, text) VALUES ('delete', old.id, old.text);
    END;
    CREATE TRIGGER message_changed AFTER UPDATE OF text ON message WHEN old.text <> new.text BEGIN
      INSERT INTO messageText (messageText, rowid, text) VALUES ('delete', old.id, old.text);
      INSERT INTO messageText (rowid, text) VALUES (new.id, new.text);
    END;
    """
}
