PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('v1: chats, messages, members, outbox');
INSERT INTO grdb_migrations VALUES('v2: edits, reactions, read marks, lives, journal, search');
INSERT INTO grdb_migrations VALUES('v3: attached files');
INSERT INTO grdb_migrations VALUES('v4: search, many messages at a time');
INSERT INTO grdb_migrations VALUES('v5: epochs of all chats');
INSERT INTO grdb_migrations VALUES('v6: accounts'' names, counted reactions');
INSERT INTO grdb_migrations VALUES('v7: chats of any name');
INSERT INTO grdb_migrations VALUES('v8: terms of the engine');
INSERT INTO grdb_migrations VALUES('v9: a draft for each window');
INSERT INTO grdb_migrations VALUES('v10: search in every script, and for files');
INSERT INTO grdb_migrations VALUES('v11: replies');
CREATE TABLE account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  userRecordName TEXT NOT NULL
) STRICT;
INSERT INTO account VALUES(1,'_d61e0498731e69672db7aa4435c63857');
CREATE TABLE chat (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  zoneName TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  -- ChatSession
  name TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  sessionChangeTag TEXT,
  sessionUnknownFields BLOB,
  -- the share, as far as it concerns us
  permission TEXT NOT NULL,
  publicPermission TEXT NOT NULL DEFAULT 'NONE',
  shortGUID TEXT,
  -- sync
  changeToken TEXT,
  hasChanges INTEGER NOT NULL DEFAULT 0,
  epoch INTEGER NOT NULL DEFAULT 0,
  isResyncing INTEGER NOT NULL DEFAULT 0,
  isListed INTEGER NOT NULL DEFAULT 1,
  lastSeenMessageID INTEGER NOT NULL DEFAULT 0, ending TEXT, renamedAt INTEGER NOT NULL DEFAULT 0, lastMessageAt INTEGER NOT NULL DEFAULT 0, isHistoryComplete INTEGER NOT NULL DEFAULT 0, completeFrom INTEGER, wantsGlance INTEGER NOT NULL DEFAULT 0, changeOrder INTEGER NOT NULL DEFAULT 0, isOpen INTEGER NOT NULL DEFAULT 0, lifeBegan INTEGER NOT NULL DEFAULT 0, sessionName TEXT NOT NULL DEFAULT 'session', isChat INTEGER NOT NULL DEFAULT 1,
  UNIQUE (zoneName, ownerName)
) STRICT;
CREATE TABLE message (
  -- grows in the order of arrival
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  recordName TEXT NOT NULL,
  senderID TEXT NOT NULL,
  text TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  -- NULL until the cloud has it
  changeTag TEXT,
  unknownFields BLOB,
  -- the chat's epoch in which the cloud last told of it
  epoch INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0, editedAt INTEGER, deletedAt INTEGER, changedBy TEXT, fileName TEXT, fileType TEXT, fileSize INTEGER, fileDigest TEXT, fileChecksum TEXT, replyTo TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
CREATE TABLE member (
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  participantID TEXT NOT NULL,
  userRecordName TEXT,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  permission TEXT NOT NULL,
  status TEXT NOT NULL, displayName TEXT NOT NULL DEFAULT '', skeleton TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (chatID, participantID)
) STRICT;
CREATE TABLE databaseToken (
  scope TEXT PRIMARY KEY,
  token TEXT,
  isListing INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO databaseToken VALUES('private','RCBkM2ZiNTc3MDE0ZTgyMzU4YjdiODlmM2UuYWE0NDM1YzYzODU3LjIuMCAwIDk2bHl5OQ==',0);
INSERT INTO databaseToken VALUES('shared','RCBkM2ZiNTc3MDE0ZTgyMzU4YjdiODlmM2UuYWE0NDM1YzYzODU3LjMuMCAwIDJ2azZ1cQ==',0);
CREATE TABLE invitation (
  shortGUID TEXT PRIMARY KEY,
  chatName TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  permission TEXT NOT NULL
, ownerDisplayName TEXT NOT NULL DEFAULT '', ownerID TEXT NOT NULL DEFAULT '') STRICT;
INSERT INTO invitation VALUES('iT3DxMjeUAvSS-B9f_YrMa8A','Crew','alice','READ_WRITE','','_2a99e2c81e424acd1452d4ef90c34580');
CREATE TABLE connection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
INSERT INTO connection VALUES(1,'upToDate','',1795460329904);
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
  epoch INTEGER NOT NULL, changedBy TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
CREATE TABLE readMark (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  recordName TEXT NOT NULL,
  messageName TEXT NOT NULL,
  userID TEXT NOT NULL,
  readAt INTEGER NOT NULL,
  changeTag TEXT,
  unknownFields BLOB,
  epoch INTEGER NOT NULL, changedBy TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
CREATE TABLE parkedRecord (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  recordName TEXT NOT NULL,
  body BLOB NOT NULL,
  changeTag TEXT,
  epoch INTEGER NOT NULL,
  UNIQUE (chatID, recordName)
) STRICT;
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
CREATE TABLE journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  chatID INTEGER,
  recordName TEXT,
  event TEXT NOT NULL,
  detail TEXT
) STRICT;
INSERT INTO journal VALUES(1,1795460329885,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(2,1795460329904,NULL,NULL,'status','upToDate');
CREATE TABLE wait (
  id INTEGER PRIMARY KEY,
  -- NULL for a whole database
  chatID INTEGER REFERENCES chat ON DELETE CASCADE,
  scope TEXT NOT NULL,
  until INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;
CREATE TABLE transfer (
  messageID INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
  direction TEXT NOT NULL CHECK (direction IN ('upload', 'download')),
  -- where an upload that has begun goes on; a secret
  link TEXT,
  -- what the record is to be saved with once the cloud has the bytes, and how often it refused that
  uploaded BLOB,
  refusals INTEGER NOT NULL DEFAULT 0,
  -- bytes moved, by the last word
  transferred INTEGER NOT NULL DEFAULT 0,
  -- why it waits
  waitReason TEXT,
  -- why it will not be tried again by itself
  failure TEXT
) STRICT;
CREATE TABLE epoch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  newest INTEGER NOT NULL
) STRICT;
INSERT INTO epoch VALUES(1,1);
CREATE TABLE reactionCount (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  messageName TEXT NOT NULL,
  emoji TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (chatID, messageName, emoji)
) STRICT;
CREATE TABLE engine (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The number of the engine that has begun last; what an older one writes is refused.
  term INTEGER NOT NULL,
  -- How often anybody has asked the engine to answer, and up to which it has.
  asked INTEGER NOT NULL,
  heard INTEGER NOT NULL,
  -- The last of them that wants a look at the cloud, and the last for which it was made.
  lookAsked INTEGER NOT NULL,
  looked INTEGER NOT NULL
) STRICT;
INSERT INTO engine VALUES(1,1,0,0,0,0);
CREATE TABLE IF NOT EXISTS "draft" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  -- '' for what an earlier version has kept
  window TEXT NOT NULL,
  text TEXT NOT NULL, replyTo TEXT, editOf TEXT, editText TEXT,
  UNIQUE (chatID, window)
) STRICT;
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','messageText','messageText',0,'CREATE VIRTUAL TABLE messageText USING fts5 (
  text, content = '''', tokenize = ''unicode61 remove_diacritics 2'')');
CREATE TABLE IF NOT EXISTS 'messageText_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO messageText_data VALUES(1,X'');
INSERT INTO messageText_data VALUES(10,X'00000000000000');
CREATE TABLE IF NOT EXISTS 'messageText_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS 'messageText_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
CREATE TABLE IF NOT EXISTS 'messageText_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO messageText_config VALUES('version',4);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('outbox',0);
INSERT INTO sqlite_sequence VALUES('reactionCount',0);
INSERT INTO sqlite_sequence VALUES('draft',0);
INSERT INTO sqlite_sequence VALUES('journal',2);
CREATE INDEX chat_hasChanges ON chat (id) WHERE hasChanges;
CREATE INDEX message_byTime ON message (chatID, timestamp, recordName);
CREATE INDEX message_byArrival ON message (chatID, id);
CREATE INDEX member_byUser ON member (chatID, userRecordName);
CREATE INDEX chat_wantsGlance ON chat (id) WHERE wantsGlance;
CREATE INDEX readMark_byUser ON readMark (chatID, userID);
CREATE INDEX outbox_waiting ON outbox (chatID, priority, sequence) WHERE failure IS NULL;
CREATE INDEX journal_byRecord ON journal (chatID, recordName, id) WHERE recordName IS NOT NULL;
CREATE INDEX message_deleted ON message (deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX member_bySkeleton ON member (skeleton);
CREATE INDEX member_byStatus ON member (chatID, status);
CREATE INDEX reaction_byKind ON reaction (chatID, messageName, emoji, changedAt, recordName)
  WHERE NOT isRemoved AND changedBy IS NULL;
CREATE INDEX reactionCount_byCount ON reactionCount (chatID, messageName, count DESC, emoji);
CREATE TRIGGER reaction_inserted AFTER INSERT ON reaction
WHEN NOT new.isRemoved AND new.changedBy IS NULL BEGIN
  INSERT INTO reactionCount (chatID, messageName, emoji, count)
    VALUES (new.chatID, new.messageName, new.emoji, 1)
    ON CONFLICT (chatID, messageName, emoji) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER reaction_shown AFTER UPDATE OF isRemoved, changedBy ON reaction
WHEN NOT new.isRemoved AND new.changedBy IS NULL
  AND (old.isRemoved OR old.changedBy IS NOT NULL) BEGIN
  INSERT INTO reactionCount (chatID, messageName, emoji, count)
    VALUES (new.chatID, new.messageName, new.emoji, 1)
    ON CONFLICT (chatID, messageName, emoji) DO UPDATE SET count = count + 1;
END;
CREATE TRIGGER reaction_hidden AFTER UPDATE OF isRemoved, changedBy ON reaction
WHEN NOT old.isRemoved AND old.changedBy IS NULL
  AND (new.isRemoved OR new.changedBy IS NOT NULL) BEGIN
  UPDATE reactionCount SET count = count - 1
    WHERE chatID = old.chatID AND messageName = old.messageName AND emoji = old.emoji;
  DELETE FROM reactionCount
    WHERE chatID = old.chatID AND messageName = old.messageName AND emoji = old.emoji
      AND count <= 0;
END;
CREATE TRIGGER reaction_deleted AFTER DELETE ON reaction
WHEN NOT old.isRemoved AND old.changedBy IS NULL BEGIN
  UPDATE reactionCount SET count = count - 1
    WHERE chatID = old.chatID AND messageName = old.messageName AND emoji = old.emoji;
  DELETE FROM reactionCount
    WHERE chatID = old.chatID AND messageName = old.messageName AND emoji = old.emoji
      AND count <= 0;
END;
CREATE TRIGGER message_deleted AFTER DELETE ON message
WHEN EXISTS (SELECT 1 FROM messageText_docsize WHERE id = old.id) BEGIN
  INSERT INTO messageText (messageText, rowid, text)
    VALUES ('delete', old.id, searchable(old.text, old.fileName));
END;
CREATE TRIGGER message_changed AFTER UPDATE OF text, fileName ON message
WHEN (old.text <> new.text OR old.fileName IS NOT new.fileName)
  AND EXISTS (SELECT 1 FROM messageText_docsize WHERE id = old.id) BEGIN
  INSERT INTO messageText (messageText, rowid, text)
    VALUES ('delete', old.id, searchable(old.text, old.fileName));
  INSERT INTO messageText (rowid, text) VALUES (new.id, searchable(new.text, new.fileName));
END;
PRAGMA writable_schema=OFF;
COMMIT;
