PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('v1: chats, messages, members, outbox');
INSERT INTO grdb_migrations VALUES('v2: edits, reactions, read marks, lives, journal, search');
CREATE TABLE account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  userRecordName TEXT NOT NULL
) STRICT;
INSERT INTO account VALUES(1,'_b0662bcf9fd4417d47559cf9acd35d4a');
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
  lastSeenMessageID INTEGER NOT NULL DEFAULT 0, ending TEXT, renamedAt INTEGER NOT NULL DEFAULT 0, lastMessageAt INTEGER NOT NULL DEFAULT 0, isHistoryComplete INTEGER NOT NULL DEFAULT 0, completeFrom INTEGER, wantsGlance INTEGER NOT NULL DEFAULT 0, changeOrder INTEGER NOT NULL DEFAULT 0, isOpen INTEGER NOT NULL DEFAULT 0,
  UNIQUE (zoneName, ownerName)
) STRICT;
INSERT INTO chat VALUES(1,'chat-c5a22973-6057-4cb2-aa42-d4a3d23cf23d','_b0662bcf9fd4417d47559cf9acd35d4a','Crew, renamed',1795408792028,'1',X'7b226c6173744d6573736167654174223a7b2274797065223a2254494d455354414d50222c2276616c7565223a313739353430383739323032387d7d','READ_WRITE','NONE','gs5TsmpWR54L7woVSGHY2QLS','WiBlN2VjYzY0ZTAyOGEzZmY2MWQ4ZDdiZmIgOCBybGZiMHA=',1,0,0,1,7,NULL,1795408792029,1795408792028,1,NULL,0,0,0);
INSERT INTO chat VALUES(2,'chat-096ba673-7a61-4c04-a59a-3ddf4e611758','_b0662bcf9fd4417d47559cf9acd35d4a','Plans',1795408806621,'1',X'7b226c6173744d6573736167654174223a7b2276616c7565223a313739353430383830363632312c2274797065223a2254494d455354414d50227d7d','READ_WRITE','NONE','bC1IlCqKc25grQjHfo4hu1qf','WiAxMTExMzgwYTYyMjNiMGVmZDIxZjkyNjUgMyBlY3p6cnY=',0,0,0,1,0,NULL,1795408806621,1795408806621,1,NULL,0,0,0);
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
  epoch INTEGER NOT NULL, revision INTEGER NOT NULL DEFAULT 0, editedAt INTEGER, deletedAt INTEGER, changedBy TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
INSERT INTO message VALUES(1,1,'01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80','_b0662bcf9fd4417d47559cf9acd35d4a','from alice',1795408796449,'1',X'7b226d6f6f64223a7b2276616c7565223a2273756e6e79222c2274797065223a22535452494e47227d7d',0,0,NULL,NULL,NULL);
INSERT INTO message VALUES(4,1,'01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c','_cf0afd219257681e63035b8da5c2ee02','from bob',1795408797646,'1',NULL,0,0,NULL,NULL,NULL);
INSERT INTO message VALUES(5,1,'01a206b43c3a-946e24df-1272-4be4-a4f0-730694465707','_b0662bcf9fd4417d47559cf9acd35d4a','changed',1795408804922,'2',NULL,0,1,1795408883657,NULL,NULL);
INSERT INTO message VALUES(7,1,'01a206b43f55-01073c2c-3750-472e-9901-6dc79caeecb0','_b0662bcf9fd4417d47559cf9acd35d4a','',1795408805717,'2',NULL,0,0,NULL,1795408885233,NULL);
INSERT INTO message VALUES(11,2,'01a206b446e8-45e9a898-410e-4603-8a2a-9508e122fcad','_b0662bcf9fd4417d47559cf9acd35d4a','only here',1795408807656,'1',NULL,0,0,NULL,NULL,NULL);
INSERT INTO message VALUES(14,1,'01a206b469a9-504c52f4-85c9-4a6d-8b1d-27687827cccb','_b0662bcf9fd4417d47559cf9acd35d4a','unsent',1795408816553,NULL,NULL,0,0,NULL,NULL,NULL);
CREATE TABLE member (
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  participantID TEXT NOT NULL,
  userRecordName TEXT,
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  permission TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (chatID, participantID)
) STRICT;
INSERT INTO member VALUES(2,'673c2ab914e4b0a4','_b0662bcf9fd4417d47559cf9acd35d4a','alice','OWNER','READ_WRITE','ACCEPTED');
INSERT INTO member VALUES(1,'e045ac08b7b41ab3','_b0662bcf9fd4417d47559cf9acd35d4a','alice','OWNER','READ_WRITE','ACCEPTED');
INSERT INTO member VALUES(1,'cf0ad33aa44f2573','_cf0afd219257681e63035b8da5c2ee02','bob','USER','READ_WRITE','ACCEPTED');
INSERT INTO member VALUES(1,'113023f2a47f5457','_089fa1b8ea2341d0e9771ab66ed205e3','carol','USER','READ_WRITE','INVITED');
CREATE TABLE databaseToken (
  scope TEXT PRIMARY KEY,
  token TEXT,
  isListing INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO databaseToken VALUES('private','RCAzNDNhYjdiMDU1NjgxMjA2ZjAyYTMxMjQuOWNmOWFjZDM1ZDRhLjIuMCAxMSBxcG4weW4=',0);
INSERT INTO databaseToken VALUES('shared','RCAzNDNhYjdiMDU1NjgxMjA2ZjAyYTMxMjQuOWNmOWFjZDM1ZDRhLjMuMCAwIDFidzU5b28=',0);
CREATE TABLE draft (
  chatID INTEGER PRIMARY KEY REFERENCES chat ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
INSERT INTO draft VALUES(1,'a draft');
CREATE TABLE invitation (
  shortGUID TEXT PRIMARY KEY,
  chatName TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  permission TEXT NOT NULL
) STRICT;
CREATE TABLE connection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
INSERT INTO connection VALUES(1,'offline','The cloud was stopped; ‘zonechat cloud start’ starts it again',1795408816584);
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
INSERT INTO reaction VALUES(1,1,'reaction_01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80__cf0afd219257681e63035b8da5c2ee02_f09f918d','01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80','_cf0afd219257681e63035b8da5c2ee02','👍',1795408887282,0,'1',NULL,0);
INSERT INTO reaction VALUES(2,1,'reaction_01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c__b0662bcf9fd4417d47559cf9acd35d4a_f09f8e89','01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c','_b0662bcf9fd4417d47559cf9acd35d4a','🎉',1795408896526,0,NULL,NULL,0);
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
INSERT INTO readMark VALUES(1,1,'read_01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80__cf0afd219257681e63035b8da5c2ee02','01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80','_cf0afd219257681e63035b8da5c2ee02',1795408891203,'1',NULL,0);
CREATE TABLE parkedRecord (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  recordName TEXT NOT NULL,
  body BLOB NOT NULL,
  changeTag TEXT,
  epoch INTEGER NOT NULL,
  UNIQUE (chatID, recordName)
) STRICT;
INSERT INTO parkedRecord VALUES(1,1,'poll-1',X'7b227265636f72644e616d65223a22706f6c6c2d31222c227265636f726454797065223a22506f6c6c222c226669656c6473223a7b227175657374696f6e223a7b2276616c7565223a225465613f222c2274797065223a22535452494e47227d7d2c227265636f72644368616e6765546167223a2231222c227a6f6e654944223a7b227a6f6e654e616d65223a22636861742d63356132323937332d363035372d346362322d616134322d643461336432336366323364222c226f776e65725265636f72644e616d65223a225f6230363632626366396664343431376434373535396366396163643335643461222c227a6f6e6554797065223a22524547554c41525f435553544f4d5f5a4f4e45227d7d','1',0);
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
INSERT INTO outbox VALUES(11,1,'01a206b469a9-504c52f4-85c9-4a6d-8b1d-27687827cccb','message','save',0,1,NULL,1,NULL,NULL);
INSERT INTO outbox VALUES(12,1,'session','session','save',0,1,NULL,1,NULL,NULL);
INSERT INTO outbox VALUES(13,1,'reaction_01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c__b0662bcf9fd4417d47559cf9acd35d4a_f09f8e89','reaction','save',0,1,NULL,0,NULL,NULL);
CREATE TABLE journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  chatID INTEGER,
  recordName TEXT,
  event TEXT NOT NULL,
  detail TEXT
) STRICT;
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
INSERT INTO messageText_data VALUES(1,X'0608');
INSERT INTO messageText_data VALUES(10,X'000000000103030003010101020101030101');
INSERT INTO messageText_data VALUES(137438953473,X'0000006f0630616c69636501020301046261636b07020502016505020302020302026f6204020301076368616e676564050204010466726f6d0102020302020104686572650b020301046f6e6c790b0202010574616b656e07020402016f0502020202020106756e73656e740e0202040a0909070c0c09090a09');
INSERT INTO messageText_data VALUES(274877906945,X'0000001c03306265050101076368616e6765640503020102746f050104060c');
INSERT INTO messageText_data VALUES(412316860417,X'0000001f05306261636b07010201650701010574616b656e070102016f070104080509');
CREATE TABLE IF NOT EXISTS 'messageText_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO messageText_idx VALUES(1,X'',2);
INSERT INTO messageText_idx VALUES(2,X'',2);
INSERT INTO messageText_idx VALUES(3,X'',2);
CREATE TABLE IF NOT EXISTS 'messageText_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO messageText_docsize VALUES(1,X'02');
INSERT INTO messageText_docsize VALUES(4,X'02');
INSERT INTO messageText_docsize VALUES(5,X'01');
INSERT INTO messageText_docsize VALUES(7,X'00');
INSERT INTO messageText_docsize VALUES(11,X'02');
INSERT INTO messageText_docsize VALUES(14,X'01');
CREATE TABLE IF NOT EXISTS 'messageText_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO messageText_config VALUES('version',4);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('chat',2);
INSERT INTO sqlite_sequence VALUES('message',14);
INSERT INTO sqlite_sequence VALUES('outbox',13);
INSERT INTO sqlite_sequence VALUES('reaction',2);
INSERT INTO sqlite_sequence VALUES('readMark',1);
INSERT INTO sqlite_sequence VALUES('parkedRecord',1);
CREATE INDEX chat_hasChanges ON chat (id) WHERE hasChanges;
CREATE INDEX message_byTime ON message (chatID, timestamp, recordName);
CREATE INDEX message_byArrival ON message (chatID, id);
CREATE INDEX member_byUser ON member (chatID, userRecordName);
CREATE INDEX chat_wantsGlance ON chat (id) WHERE wantsGlance;
CREATE INDEX reaction_byMessage ON reaction (chatID, messageName);
CREATE INDEX readMark_byUser ON readMark (chatID, userID);
CREATE INDEX outbox_waiting ON outbox (chatID, priority, sequence) WHERE failure IS NULL;
CREATE INDEX journal_byRecord ON journal (chatID, recordName, id) WHERE recordName IS NOT NULL;
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
PRAGMA writable_schema=OFF;
COMMIT;
