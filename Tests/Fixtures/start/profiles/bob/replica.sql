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
CREATE TABLE account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  userRecordName TEXT NOT NULL
) STRICT;
INSERT INTO account VALUES(1,'_dd9332ba55d5c2136d74990083e96267');
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
INSERT INTO chat VALUES(1,'chat-50bce3a8-3086-4b9c-902a-b75628541390','_b561bb957b18cdd9f7d0d0c29be2a56d','Crew',1795408873420,'2',NULL,'READ_WRITE','NONE','wvuVGgO9amMxQSOXv-VneeXB','WiBhNmVmZGNmMDU0YTJmOWVmYTJhY2I3NTcgMTggMWdzc2FycA==',0,2,0,1,7,NULL,1795408873420,1795408876626,1,-9223372036854775808,0,7,0,2,'session',1);
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
  epoch INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0, editedAt INTEGER, deletedAt INTEGER, changedBy TEXT, fileName TEXT, fileType TEXT, fileSize INTEGER, fileDigest TEXT, fileChecksum TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
INSERT INTO message VALUES(1,1,'01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','_dd9332ba55d5c2136d74990083e96267','from bob',1795408877475,'1',NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(3,1,'01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','_b561bb957b18cdd9f7d0d0c29be2a56d','from alice',1795408876626,'1',NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(5,1,'01a206b562b0-95263e2d-f113-4e1b-8bd7-0012ebe82cb1','_b561bb957b18cdd9f7d0d0c29be2a56d','changed',1795408880304,'2',NULL,2,1,1795408883657,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(6,1,'01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6','_b561bb957b18cdd9f7d0d0c29be2a56d','',1795408881345,'2',NULL,2,0,NULL,1795408885233,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(7,1,'01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','_b561bb957b18cdd9f7d0d0c29be2a56d','with a file',1795408888090,'2',NULL,2,0,NULL,NULL,NULL,'notes.txt','text/plain',19,'8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92','ATm/3DmwZxo1tOZOhr8BjmQj2esd');
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
INSERT INTO member VALUES(1,'535259664434144b','_b561bb957b18cdd9f7d0d0c29be2a56d','alice','OWNER','READ_WRITE','ACCEPTED','','allce');
INSERT INTO member VALUES(1,'650ea20b5d665ae7','_dd9332ba55d5c2136d74990083e96267','bob','USER','READ_WRITE','ACCEPTED','','bob');
CREATE TABLE databaseToken (
  scope TEXT PRIMARY KEY,
  token TEXT,
  isListing INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO databaseToken VALUES('private','RCBhZjMyZDM4ODE2MTMxYTk3YTRmZDliNjIuOTkwMDgzZTk2MjY3LjIuMCAwIDF5Y3NqcTc=',0);
INSERT INTO databaseToken VALUES('shared','RCBhZjMyZDM4ODE2MTMxYTk3YTRmZDliNjIuOTkwMDgzZTk2MjY3LjMuMCAxMSAxc3B4N3ph',0);
CREATE TABLE draft (
  chatID INTEGER PRIMARY KEY REFERENCES chat ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
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
INSERT INTO connection VALUES(1,'upToDate','',1795408891596);
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
INSERT INTO reaction VALUES(1,1,'reaction_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267_f09f918d','01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','_dd9332ba55d5c2136d74990083e96267','👍',1795408887282,0,'1',NULL,2,NULL);
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
INSERT INTO readMark VALUES(3,1,'read_01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4__b561bb957b18cdd9f7d0d0c29be2a56d','01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','_b561bb957b18cdd9f7d0d0c29be2a56d',1795408878523,'1',NULL,2,NULL);
INSERT INTO readMark VALUES(8,1,'read_01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c__dd9332ba55d5c2136d74990083e96267','01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','_dd9332ba55d5c2136d74990083e96267',1795408891203,'1',NULL,1,NULL);
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
INSERT INTO journal VALUES(1,1795408875839,1,NULL,'found','chat-50bce3a8-3086-4b9c-902a-b75628541390');
INSERT INTO journal VALUES(2,1795408875855,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(3,1795408876210,1,NULL,'glanced','0 messages');
INSERT INTO journal VALUES(4,1795408876237,1,NULL,'fetched','2 records, 0 deletions');
INSERT INTO journal VALUES(5,1795408876237,1,NULL,'resynced',NULL);
INSERT INTO journal VALUES(6,1795408876239,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(7,1795408877475,1,'01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','queued',NULL);
INSERT INTO journal VALUES(8,1795408877475,1,'session','queued',NULL);
INSERT INTO journal VALUES(9,1795408877563,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(10,1795408877762,1,'01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','sent',NULL);
INSERT INTO journal VALUES(11,1795408877762,1,'session','sent',NULL);
INSERT INTO journal VALUES(12,1795408877956,1,NULL,'fetched','3 records, 0 deletions');
INSERT INTO journal VALUES(13,1795408877976,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(14,1795408879374,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(15,1795408879520,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(16,1795408879536,1,'read_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267','queued',NULL);
INSERT INTO journal VALUES(17,1795408886273,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(18,1795408886334,1,'read_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267','sent',NULL);
INSERT INTO journal VALUES(19,1795408886517,1,NULL,'fetched','4 records, 0 deletions');
INSERT INTO journal VALUES(20,1795408886574,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(21,1795408886639,1,'read_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267','queued','delete');
INSERT INTO journal VALUES(22,1795408886639,1,'read_01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6__dd9332ba55d5c2136d74990083e96267','queued',NULL);
INSERT INTO journal VALUES(23,1795408887282,1,'reaction_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267_f09f918d','queued',NULL);
INSERT INTO journal VALUES(24,1795408887313,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(25,1795408887425,1,'reaction_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267_f09f918d','sent',NULL);
INSERT INTO journal VALUES(26,1795408887425,1,'read_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267','sent',NULL);
INSERT INTO journal VALUES(27,1795408887425,1,'read_01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6__dd9332ba55d5c2136d74990083e96267','sent',NULL);
INSERT INTO journal VALUES(28,1795408887636,1,NULL,'fetched','2 records, 1 deletions');
INSERT INTO journal VALUES(29,1795408887642,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(30,1795408890373,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(31,1795408890441,1,NULL,'fetched','1 records, 0 deletions');
INSERT INTO journal VALUES(32,1795408890447,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(33,1795408891016,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(34,1795408891093,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(35,1795408891203,1,'read_01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6__dd9332ba55d5c2136d74990083e96267','queued','delete');
INSERT INTO journal VALUES(36,1795408891203,1,'read_01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c__dd9332ba55d5c2136d74990083e96267','queued',NULL);
INSERT INTO journal VALUES(37,1795408891543,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(38,1795408891581,1,'read_01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6__dd9332ba55d5c2136d74990083e96267','sent',NULL);
INSERT INTO journal VALUES(39,1795408891581,1,'read_01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c__dd9332ba55d5c2136d74990083e96267','sent',NULL);
INSERT INTO journal VALUES(40,1795408891596,NULL,NULL,'status','upToDate');
CREATE TABLE wait (
  id INTEGER PRIMARY KEY,
  -- NULL for a whole database
  chatID INTEGER REFERENCES chat ON DELETE CASCADE,
  scope TEXT NOT NULL,
  until INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT;
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','messageText','messageText',0,'CREATE VIRTUAL TABLE messageText USING fts5 (
  text, content = ''message'', content_rowid = ''id'',
  tokenize = ''unicode61 remove_diacritics 2'')');
CREATE TABLE IF NOT EXISTS 'messageText_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO messageText_data VALUES(1,X'0508');
INSERT INTO messageText_data VALUES(10,X'000000000103030003010101020101030101');
INSERT INTO messageText_data VALUES(137438953473,X'000000220630616c6963650302030103626f62010203010466726f6d010202020202040a08');
INSERT INTO messageText_data VALUES(274877906945,X'0000001008306368616e67656405020204');
INSERT INTO messageText_data VALUES(412316860417,X'0000001c023061070203010466696c65070204010477697468070202040609');
CREATE TABLE IF NOT EXISTS 'messageText_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO messageText_idx VALUES(1,X'',2);
INSERT INTO messageText_idx VALUES(2,X'',2);
INSERT INTO messageText_idx VALUES(3,X'',2);
CREATE TABLE IF NOT EXISTS 'messageText_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO messageText_docsize VALUES(1,X'02');
INSERT INTO messageText_docsize VALUES(3,X'02');
INSERT INTO messageText_docsize VALUES(5,X'01');
INSERT INTO messageText_docsize VALUES(6,X'00');
INSERT INTO messageText_docsize VALUES(7,X'03');
CREATE TABLE IF NOT EXISTS 'messageText_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO messageText_config VALUES('version',4);
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
INSERT INTO reactionCount VALUES(1,1,'01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','👍',1);
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
INSERT INTO engine VALUES(1,8,0,0,0,0);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('outbox',8);
INSERT INTO sqlite_sequence VALUES('reactionCount',1);
INSERT INTO sqlite_sequence VALUES('chat',1);
INSERT INTO sqlite_sequence VALUES('journal',40);
INSERT INTO sqlite_sequence VALUES('message',7);
INSERT INTO sqlite_sequence VALUES('readMark',9);
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
CREATE TRIGGER message_deleted AFTER DELETE ON message
WHEN EXISTS (SELECT 1 FROM messageText_docsize WHERE id = old.id) BEGIN
  INSERT INTO messageText (messageText, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER message_changed AFTER UPDATE OF text ON message
WHEN old.text <> new.text AND EXISTS (SELECT 1 FROM messageText_docsize WHERE id = old.id) BEGIN
  INSERT INTO messageText (messageText, rowid, text) VALUES ('delete', old.id, old.text);
  INSERT INTO messageText (rowid, text) VALUES (new.id, new.text);
END;
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
PRAGMA writable_schema=OFF;
COMMIT;
