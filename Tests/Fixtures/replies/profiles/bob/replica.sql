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
INSERT INTO account VALUES(1,'_a44da94ffcf7ec87cc164c636bd8fdb2');
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
INSERT INTO chat VALUES(1,'chat-ccdba563-336f-49f2-ac02-ba9b5959eb76','_2a99e2c81e424acd1452d4ef90c34580','Crew',1795460327107,'2',NULL,'READ_WRITE','NONE','iT3DxMjeUAvSS-B9f_YrMa8A','WiAzYjVhMzU3YTNlZmFmMGZjOWYxN2FjMWYgMjEgNDkzd2lk',0,2,0,1,8,NULL,1,1795460327413,1,-9223372036854775808,0,8,0,2,'session',1);
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
INSERT INTO message VALUES(1,1,'01a209c66855-9605c941-e646-48aa-be94-733e292e94c5','_a44da94ffcf7ec87cc164c636bd8fdb2','from bob',1795460327509,'1',NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(3,1,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','_2a99e2c81e424acd1452d4ef90c34580','from alice',1795460327413,'1',NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(5,1,'01a209c66948-a2c44e88-291e-4ca1-bba6-46fde3b2e625','_2a99e2c81e424acd1452d4ef90c34580','changed',1795460327752,'2',NULL,2,1,1795460328083,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(6,1,'01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0','_2a99e2c81e424acd1452d4ef90c34580','',1795460327826,'2',NULL,2,0,NULL,1795460328295,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(7,1,'01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','_2a99e2c81e424acd1452d4ef90c34580','with a file',1795460328623,'2',NULL,2,0,NULL,NULL,NULL,'notes.txt','text/plain',19,'8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92','AWT5QRt4BK/xjkMFO1I5ZgIVhgM2',NULL);
INSERT INTO message VALUES(8,1,'01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3','_a44da94ffcf7ec87cc164c636bd8fdb2','an answer',1795460328957,'1',NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae');
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
INSERT INTO member VALUES(1,'761880a0b60912f2','_2a99e2c81e424acd1452d4ef90c34580','alice','OWNER','READ_WRITE','ACCEPTED','','allce');
INSERT INTO member VALUES(1,'31f9dd2445c460e3','_a44da94ffcf7ec87cc164c636bd8fdb2','bob','USER','READ_WRITE','ACCEPTED','','bob');
CREATE TABLE databaseToken (
  scope TEXT PRIMARY KEY,
  token TEXT,
  isListing INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO databaseToken VALUES('private','RCBkM2ZiNTc3MDE0ZTgyMzU4YjdiODlmM2UuNGM2MzZiZDhmZGIyLjIuMCAwIHZhdnA2dA==',0);
INSERT INTO databaseToken VALUES('shared','RCBkM2ZiNTc3MDE0ZTgyMzU4YjdiODlmM2UuNGM2MzZiZDhmZGIyLjMuMCAxMiAxcjIwdG94',0);
CREATE TABLE invitation (
  shortGUID TEXT PRIMARY KEY,
  chatName TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  permission TEXT NOT NULL
, ownerDisplayName TEXT NOT NULL DEFAULT '', ownerID TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE connection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
INSERT INTO connection VALUES(1,'upToDate','',1795460329483);
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
INSERT INTO reaction VALUES(1,1,'reaction_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2_f09f918d','01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','_a44da94ffcf7ec87cc164c636bd8fdb2','👍',1795460328541,0,'1',NULL,2,NULL);
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
INSERT INTO readMark VALUES(3,1,'read_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580','01a209c66855-9605c941-e646-48aa-be94-733e292e94c5','_2a99e2c81e424acd1452d4ef90c34580',1795460327639,'1',NULL,2,NULL);
INSERT INTO readMark VALUES(8,1,'read_01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415__a44da94ffcf7ec87cc164c636bd8fdb2','01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','_a44da94ffcf7ec87cc164c636bd8fdb2',1795460328907,'1',NULL,2,NULL);
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
INSERT INTO journal VALUES(1,1795460327327,1,NULL,'found','chat-ccdba563-336f-49f2-ac02-ba9b5959eb76');
INSERT INTO journal VALUES(2,1795460327338,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(3,1795460327352,1,NULL,'glanced','0 messages');
INSERT INTO journal VALUES(4,1795460327356,1,NULL,'fetched','2 records, 0 deletions');
INSERT INTO journal VALUES(5,1795460327356,1,NULL,'resynced',NULL);
INSERT INTO journal VALUES(6,1795460327358,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(7,1795460327509,1,'01a209c66855-9605c941-e646-48aa-be94-733e292e94c5','queued',NULL);
INSERT INTO journal VALUES(8,1795460327509,1,'session','queued',NULL);
INSERT INTO journal VALUES(9,1795460327517,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(10,1795460327539,1,'01a209c66855-9605c941-e646-48aa-be94-733e292e94c5','sent',NULL);
INSERT INTO journal VALUES(11,1795460327539,1,'session','sent',NULL);
INSERT INTO journal VALUES(12,1795460327547,1,NULL,'fetched','3 records, 0 deletions');
INSERT INTO journal VALUES(13,1795460327548,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(14,1795460327680,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(15,1795460327705,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(16,1795460327710,1,'read_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2','queued',NULL);
INSERT INTO journal VALUES(17,1795460328430,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(18,1795460328450,1,'read_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2','sent',NULL);
INSERT INTO journal VALUES(19,1795460328458,1,NULL,'fetched','4 records, 0 deletions');
INSERT INTO journal VALUES(20,1795460328460,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(21,1795460328464,1,'read_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2','queued','delete');
INSERT INTO journal VALUES(22,1795460328464,1,'read_01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0__a44da94ffcf7ec87cc164c636bd8fdb2','queued',NULL);
INSERT INTO journal VALUES(23,1795460328541,1,'reaction_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2_f09f918d','queued',NULL);
INSERT INTO journal VALUES(24,1795460328545,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(25,1795460328570,1,'reaction_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2_f09f918d','sent',NULL);
INSERT INTO journal VALUES(26,1795460328570,1,'read_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2','sent',NULL);
INSERT INTO journal VALUES(27,1795460328570,1,'read_01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0__a44da94ffcf7ec87cc164c636bd8fdb2','sent',NULL);
INSERT INTO journal VALUES(28,1795460328577,1,NULL,'fetched','2 records, 1 deletions');
INSERT INTO journal VALUES(29,1795460328579,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(30,1795460328878,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(31,1795460328897,1,NULL,'fetched','1 records, 0 deletions');
INSERT INTO journal VALUES(32,1795460328902,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(33,1795460328907,1,'read_01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0__a44da94ffcf7ec87cc164c636bd8fdb2','queued','delete');
INSERT INTO journal VALUES(34,1795460328907,1,'read_01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415__a44da94ffcf7ec87cc164c636bd8fdb2','queued',NULL);
INSERT INTO journal VALUES(35,1795460328957,1,'01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3','queued',NULL);
INSERT INTO journal VALUES(36,1795460328976,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(37,1795460329001,1,'01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3','sent',NULL);
INSERT INTO journal VALUES(38,1795460329001,1,'read_01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0__a44da94ffcf7ec87cc164c636bd8fdb2','sent',NULL);
INSERT INTO journal VALUES(39,1795460329001,1,'read_01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415__a44da94ffcf7ec87cc164c636bd8fdb2','sent',NULL);
INSERT INTO journal VALUES(40,1795460329004,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(41,1795460329277,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(42,1795460329296,1,NULL,'fetched','2 records, 1 deletions');
INSERT INTO journal VALUES(43,1795460329301,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(44,1795460329357,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(45,1795460329374,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(46,1795460329470,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(47,1795460329483,NULL,NULL,'status','upToDate');
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
INSERT INTO epoch VALUES(1,2);
CREATE TABLE reactionCount (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  messageName TEXT NOT NULL,
  emoji TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (chatID, messageName, emoji)
) STRICT;
INSERT INTO reactionCount VALUES(1,1,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','👍',1);
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
INSERT INTO engine VALUES(1,10,0,0,0,0);
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
INSERT INTO messageText_data VALUES(1,X'060c');
INSERT INTO messageText_data VALUES(10,X'000000000104040004010101020101030101040101');
INSERT INTO messageText_data VALUES(137438953473,X'000000220630616c6963650302030103626f62010203010466726f6d010202020202040a08');
INSERT INTO messageText_data VALUES(274877906945,X'0000001008306368616e67656405020204');
INSERT INTO messageText_data VALUES(412316860417,X'0000002e023061070203010466696c6507020401056e6f74657307020501037478740702060104776974680702020406090a08');
INSERT INTO messageText_data VALUES(549755813889,X'000000140330616e0802020304737765720802030407');
CREATE TABLE IF NOT EXISTS 'messageText_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO messageText_idx VALUES(1,X'',2);
INSERT INTO messageText_idx VALUES(2,X'',2);
INSERT INTO messageText_idx VALUES(3,X'',2);
INSERT INTO messageText_idx VALUES(4,X'',2);
CREATE TABLE IF NOT EXISTS 'messageText_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO messageText_docsize VALUES(1,X'02');
INSERT INTO messageText_docsize VALUES(3,X'02');
INSERT INTO messageText_docsize VALUES(5,X'01');
INSERT INTO messageText_docsize VALUES(6,X'00');
INSERT INTO messageText_docsize VALUES(7,X'05');
INSERT INTO messageText_docsize VALUES(8,X'02');
CREATE TABLE IF NOT EXISTS 'messageText_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO messageText_config VALUES('version',4);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('outbox',9);
INSERT INTO sqlite_sequence VALUES('reactionCount',1);
INSERT INTO sqlite_sequence VALUES('draft',0);
INSERT INTO sqlite_sequence VALUES('chat',1);
INSERT INTO sqlite_sequence VALUES('journal',47);
INSERT INTO sqlite_sequence VALUES('message',10);
INSERT INTO sqlite_sequence VALUES('readMark',10);
INSERT INTO sqlite_sequence VALUES('reaction',3);
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
