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
INSERT INTO account VALUES(1,'_b561bb957b18cdd9f7d0d0c29be2a56d');
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
INSERT INTO chat VALUES(1,'chat-50bce3a8-3086-4b9c-902a-b75628541390','_b561bb957b18cdd9f7d0d0c29be2a56d','Crew, renamed',1795408873420,'2',NULL,'READ_WRITE','NONE','wvuVGgO9amMxQSOXv-VneeXB','WiBhNmVmZGNmMDU0YTJmOWVmYTJhY2I3NTcgMjAgY2Fqb2xp',1,2,0,1,25,NULL,1795408897191,1795408876626,1,NULL,0,13,0,2,'session',1);
INSERT INTO chat VALUES(2,'chat-d0a5bd1b-b883-494a-b627-e7d45e3ea13b','_b561bb957b18cdd9f7d0d0c29be2a56d','Plans',1795408888903,'2',NULL,'READ_WRITE','NONE','_H6q_cavI7WMjAapEpk-4Cre','WiAyZmFiYWQxZGExNmE2YWQ2NWQ4N2IwNDEgNCAxOXBvMHI1',0,3,0,1,0,NULL,1795408888903,1795408889537,1,NULL,0,12,0,3,'session',1);
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
INSERT INTO message VALUES(1,1,'01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','_b561bb957b18cdd9f7d0d0c29be2a56d','edited, unsent',1795408876626,'1',NULL,2,1,1795408895811,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(4,1,'01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','_dd9332ba55d5c2136d74990083e96267','from bob',1795408877475,'1',NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(5,1,'01a206b562b0-95263e2d-f113-4e1b-8bd7-0012ebe82cb1','_b561bb957b18cdd9f7d0d0c29be2a56d','changed',1795408880304,'2',NULL,2,1,1795408883657,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(7,1,'01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6','_b561bb957b18cdd9f7d0d0c29be2a56d','',1795408881345,'2',NULL,2,0,NULL,1795408885233,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(16,1,'01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','_b561bb957b18cdd9f7d0d0c29be2a56d','with a file',1795408888090,'2',NULL,2,0,NULL,NULL,NULL,'notes.txt','text/plain',19,'8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92','ATm/3DmwZxo1tOZOhr8BjmQj2esd');
INSERT INTO message VALUES(22,2,'01a206b586c1-99c4388b-5c11-4875-9ad6-ca7bedd8083d','_b561bb957b18cdd9f7d0d0c29be2a56d','only here',1795408889537,'1',NULL,3,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(25,1,'01a206b59aa3-7fb97ba8-1065-44dc-b479-27412d69a23c','_b561bb957b18cdd9f7d0d0c29be2a56d','unsent',1795408894627,NULL,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO member VALUES(2,'38a59505059636b0','_b561bb957b18cdd9f7d0d0c29be2a56d','alice','OWNER','READ_WRITE','ACCEPTED','','allce');
INSERT INTO member VALUES(1,'535259664434144b','_b561bb957b18cdd9f7d0d0c29be2a56d','alice','OWNER','READ_WRITE','ACCEPTED','','allce');
INSERT INTO member VALUES(1,'650ea20b5d665ae7','_dd9332ba55d5c2136d74990083e96267','bob','USER','READ_WRITE','ACCEPTED','','bob');
INSERT INTO member VALUES(1,'e2d3b17f9c019d60','_1d5b76fecc5f0f68226ada30066f397a','carol','USER','READ_WRITE','INVITED','','carol');
CREATE TABLE databaseToken (
  scope TEXT PRIMARY KEY,
  token TEXT,
  isListing INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO databaseToken VALUES('private','RCBhZjMyZDM4ODE2MTMxYTk3YTRmZDliNjIuZDBjMjliZTJhNTZkLjIuMCAxOCAxN2I2dHo1',0);
INSERT INTO databaseToken VALUES('shared','RCBhZjMyZDM4ODE2MTMxYTk3YTRmZDliNjIuZDBjMjliZTJhNTZkLjMuMCAwIDFxdmlkeHI=',0);
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
, ownerDisplayName TEXT NOT NULL DEFAULT '', ownerID TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE connection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
INSERT INTO connection VALUES(1,'offline','The cloud was stopped; ‘zonechat cloud start’ starts it again',1795408894647);
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
INSERT INTO reaction VALUES(2,1,'reaction_01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4__b561bb957b18cdd9f7d0d0c29be2a56d_f09f8e89','01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','_b561bb957b18cdd9f7d0d0c29be2a56d','🎉',1795408896526,0,NULL,NULL,1,NULL);
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
INSERT INTO readMark VALUES(1,1,'read_01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4__b561bb957b18cdd9f7d0d0c29be2a56d','01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','_b561bb957b18cdd9f7d0d0c29be2a56d',1795408878523,'1',NULL,2,NULL);
INSERT INTO readMark VALUES(5,1,'read_01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c__dd9332ba55d5c2136d74990083e96267','01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','_dd9332ba55d5c2136d74990083e96267',1795408891203,'1',NULL,2,NULL);
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
INSERT INTO outbox VALUES(18,1,'01a206b59aa3-7fb97ba8-1065-44dc-b479-27412d69a23c','message','save',0,1,NULL,0,NULL,NULL);
INSERT INTO outbox VALUES(19,1,'01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','message','save',0,1,NULL,0,X'7b227265636f72644e616d65223a223031613230366235353435322d37636634306661342d343431362d343932372d383137312d323063333964366435613937222c227265636f72644368616e6765546167223a2231222c227265636f726454797065223a224d657373616765222c226669656c6473223a7b2273656e6465724944223a7b2276616c7565223a225f6235363162623935376231386364643966376430643063323962653261353664222c2274797065223a22535452494e47227d2c2274696d657374616d70223a7b2276616c7565223a313739353430383837363632362c2274797065223a2254494d455354414d50227d2c2274657874223a7b2276616c7565223a2266726f6d20616c696365222c2274797065223a22535452494e47227d7d2c227a6f6e654944223a7b227a6f6e6554797065223a22524547554c41525f435553544f4d5f5a4f4e45222c227a6f6e654e616d65223a22636861742d35306263653361382d333038362d346239632d393032612d623735363238353431333930222c226f776e65725265636f72644e616d65223a225f6235363162623935376231386364643966376430643063323962653261353664227d7d',NULL);
INSERT INTO outbox VALUES(20,1,'reaction_01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4__b561bb957b18cdd9f7d0d0c29be2a56d_f09f8e89','reaction','save',0,1,NULL,0,NULL,NULL);
INSERT INTO outbox VALUES(21,1,'session','session','save',0,1,NULL,0,X'7b227265636f72644e616d65223a2273657373696f6e222c227265636f726454797065223a224368617453657373696f6e222c226669656c6473223a7b2272656e616d65644174223a7b2276616c7565223a313739353430383837333432302c2274797065223a2254494d455354414d50227d2c226c6173744d6573736167654174223a7b2276616c7565223a313739353430383837363632362c2274797065223a2254494d455354414d50227d2c22637265617465644174223a7b2276616c7565223a313739353430383837333432302c2274797065223a2254494d455354414d50227d2c226e616d65223a7b2276616c7565223a2243726577222c2274797065223a22535452494e47227d7d2c227265636f72644368616e6765546167223a2232222c227a6f6e654944223a7b227a6f6e6554797065223a22524547554c41525f435553544f4d5f5a4f4e45222c226f776e65725265636f72644e616d65223a225f6235363162623935376231386364643966376430643063323962653261353664222c227a6f6e654e616d65223a22636861742d35306263653361382d333038362d346239632d393032612d623735363238353431333930227d7d',NULL);
CREATE TABLE journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  chatID INTEGER,
  recordName TEXT,
  event TEXT NOT NULL,
  detail TEXT
) STRICT;
INSERT INTO journal VALUES(1,1795408873420,1,'','queued',NULL);
INSERT INTO journal VALUES(2,1795408873420,1,'cloudkit.zoneshare','queued',NULL);
INSERT INTO journal VALUES(3,1795408873420,1,'session','queued',NULL);
INSERT INTO journal VALUES(4,1795408873477,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(5,1795408873769,1,'','sent',NULL);
INSERT INTO journal VALUES(6,1795408873867,1,'cloudkit.zoneshare','sent',NULL);
INSERT INTO journal VALUES(7,1795408873867,1,'session','sent',NULL);
INSERT INTO journal VALUES(8,1795408873877,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(9,1795408874376,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(10,1795408874409,1,NULL,'fetched','2 records, 0 deletions');
INSERT INTO journal VALUES(11,1795408874409,1,NULL,'resynced',NULL);
INSERT INTO journal VALUES(12,1795408874428,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(13,1795408876626,1,'01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','queued',NULL);
INSERT INTO journal VALUES(14,1795408876626,1,'session','queued',NULL);
INSERT INTO journal VALUES(15,1795408876647,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(16,1795408876758,1,'01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','sent',NULL);
INSERT INTO journal VALUES(17,1795408876758,1,'session','sent',NULL);
INSERT INTO journal VALUES(18,1795408876853,1,NULL,'fetched','3 records, 0 deletions');
INSERT INTO journal VALUES(19,1795408876957,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(20,1795408878352,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(21,1795408878449,1,NULL,'fetched','1 records, 0 deletions');
INSERT INTO journal VALUES(22,1795408878458,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(23,1795408878523,1,'read_01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4__b561bb957b18cdd9f7d0d0c29be2a56d','queued',NULL);
INSERT INTO journal VALUES(24,1795408880304,1,'01a206b562b0-95263e2d-f113-4e1b-8bd7-0012ebe82cb1','queued',NULL);
INSERT INTO journal VALUES(25,1795408880536,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(26,1795408880637,1,'01a206b562b0-95263e2d-f113-4e1b-8bd7-0012ebe82cb1','sent',NULL);
INSERT INTO journal VALUES(27,1795408880637,1,'read_01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4__b561bb957b18cdd9f7d0d0c29be2a56d','sent',NULL);
INSERT INTO journal VALUES(28,1795408880656,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(29,1795408881345,1,'01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6','queued',NULL);
INSERT INTO journal VALUES(30,1795408881361,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(31,1795408881640,1,'01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6','sent',NULL);
INSERT INTO journal VALUES(32,1795408881685,1,NULL,'fetched','3 records, 0 deletions');
INSERT INTO journal VALUES(33,1795408881701,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(34,1795408882579,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(35,1795408882733,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(36,1795408883657,1,'01a206b562b0-95263e2d-f113-4e1b-8bd7-0012ebe82cb1','queued',NULL);
INSERT INTO journal VALUES(37,1795408883677,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(38,1795408883898,1,'01a206b562b0-95263e2d-f113-4e1b-8bd7-0012ebe82cb1','sent',NULL);
INSERT INTO journal VALUES(39,1795408883952,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(40,1795408884156,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(41,1795408884303,1,NULL,'fetched','1 records, 0 deletions');
INSERT INTO journal VALUES(42,1795408884479,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(43,1795408885233,1,'01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6','queued',NULL);
INSERT INTO journal VALUES(44,1795408885445,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(45,1795408885765,1,'01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6','sent',NULL);
INSERT INTO journal VALUES(46,1795408885770,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(47,1795408888090,1,'01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','queued',NULL);
INSERT INTO journal VALUES(48,1795408888282,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(49,1795408888439,1,'01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','sent',NULL);
INSERT INTO journal VALUES(50,1795408888535,1,NULL,'fetched','4 records, 1 deletions');
INSERT INTO journal VALUES(51,1795408888598,1,'01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','uploaded','19 bytes');
INSERT INTO journal VALUES(52,1795408888598,1,'01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','queued',NULL);
INSERT INTO journal VALUES(53,1795408888630,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(54,1795408888640,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(55,1795408888675,1,'01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','sent',NULL);
INSERT INTO journal VALUES(56,1795408888681,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(57,1795408888904,2,'','queued',NULL);
INSERT INTO journal VALUES(58,1795408888904,2,'cloudkit.zoneshare','queued',NULL);
INSERT INTO journal VALUES(59,1795408888904,2,'session','queued',NULL);
INSERT INTO journal VALUES(60,1795408888911,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(61,1795408889094,2,'','sent',NULL);
INSERT INTO journal VALUES(62,1795408889172,2,'cloudkit.zoneshare','sent',NULL);
INSERT INTO journal VALUES(63,1795408889172,2,'session','sent',NULL);
INSERT INTO journal VALUES(64,1795408889206,1,NULL,'fetched','1 records, 0 deletions');
INSERT INTO journal VALUES(65,1795408889253,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(66,1795408889537,2,'01a206b586c1-99c4388b-5c11-4875-9ad6-ca7bedd8083d','queued',NULL);
INSERT INTO journal VALUES(67,1795408889537,2,'session','queued',NULL);
INSERT INTO journal VALUES(68,1795408889599,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(69,1795408889719,2,'01a206b586c1-99c4388b-5c11-4875-9ad6-ca7bedd8083d','sent',NULL);
INSERT INTO journal VALUES(70,1795408889719,2,'session','sent',NULL);
INSERT INTO journal VALUES(71,1795408889773,2,NULL,'fetched','3 records, 0 deletions');
INSERT INTO journal VALUES(72,1795408889773,2,NULL,'resynced',NULL);
INSERT INTO journal VALUES(73,1795408889801,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(74,1795408892200,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(75,1795408892290,1,NULL,'fetched','1 records, 1 deletions');
INSERT INTO journal VALUES(76,1795408892310,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(77,1795408892697,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(78,1795408892836,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(79,1795408893384,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(80,1795408893510,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(81,1795408893793,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(82,1795408893829,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(83,1795408894627,1,'01a206b59aa3-7fb97ba8-1065-44dc-b479-27412d69a23c','queued',NULL);
INSERT INTO journal VALUES(84,1795408894647,NULL,NULL,'status','offline: The cloud was stopped; ‘zonechat cloud start’ starts it again');
INSERT INTO journal VALUES(85,1795408895811,1,'01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','queued',NULL);
INSERT INTO journal VALUES(86,1795408896526,1,'reaction_01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4__b561bb957b18cdd9f7d0d0c29be2a56d_f09f8e89','queued',NULL);
INSERT INTO journal VALUES(87,1795408897191,1,'session','queued',NULL);
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
INSERT INTO messageText_data VALUES(1,X'060a');
INSERT INTO messageText_data VALUES(10,X'000000000109090009010101020101030101040101050101060101070101080101090101');
INSERT INTO messageText_data VALUES(137438953473,X'000000170630616c696365010203010466726f6d010202040a');
INSERT INTO messageText_data VALUES(274877906945,X'000000150430626f62040203010466726f6d0402020408');
INSERT INTO messageText_data VALUES(412316860417,X'0000001e0330626505020301076368616e6765640502040102746f05020204070c');
INSERT INTO messageText_data VALUES(549755813889,X'0000002305306261636b070205020165070203010574616b656e07020402016f0702020409060a');
INSERT INTO messageText_data VALUES(687194767361,X'0000001c03306265050101076368616e6765640503020102746f050104060c');
INSERT INTO messageText_data VALUES(824633720833,X'0000001f05306261636b07010201650701010574616b656e070102016f070104080509');
INSERT INTO messageText_data VALUES(962072674305,X'0000001c023061100203010466696c65100204010477697468100202040609');
INSERT INTO messageText_data VALUES(1099511627777,X'0000001605306865726516020301046f6e6c791602020409');
INSERT INTO messageText_data VALUES(1236950581249,X'0000002b0630616c69636501010106656469746564010202010466726f6d01010106756e73656e7401020304090b08');
CREATE TABLE IF NOT EXISTS 'messageText_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO messageText_idx VALUES(1,X'',2);
INSERT INTO messageText_idx VALUES(2,X'',2);
INSERT INTO messageText_idx VALUES(3,X'',2);
INSERT INTO messageText_idx VALUES(4,X'',2);
INSERT INTO messageText_idx VALUES(5,X'',2);
INSERT INTO messageText_idx VALUES(6,X'',2);
INSERT INTO messageText_idx VALUES(7,X'',2);
INSERT INTO messageText_idx VALUES(8,X'',2);
INSERT INTO messageText_idx VALUES(9,X'',2);
CREATE TABLE IF NOT EXISTS 'messageText_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO messageText_docsize VALUES(1,X'02');
INSERT INTO messageText_docsize VALUES(4,X'02');
INSERT INTO messageText_docsize VALUES(5,X'01');
INSERT INTO messageText_docsize VALUES(7,X'00');
INSERT INTO messageText_docsize VALUES(16,X'03');
INSERT INTO messageText_docsize VALUES(22,X'02');
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
INSERT INTO epoch VALUES(1,3);
CREATE TABLE reactionCount (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  messageName TEXT NOT NULL,
  emoji TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (chatID, messageName, emoji)
) STRICT;
INSERT INTO reactionCount VALUES(1,1,'01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','👍',1);
INSERT INTO reactionCount VALUES(2,1,'01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','🎉',1);
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
INSERT INTO engine VALUES(1,21,0,0,0,0);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('outbox',21);
INSERT INTO sqlite_sequence VALUES('reactionCount',2);
INSERT INTO sqlite_sequence VALUES('chat',2);
INSERT INTO sqlite_sequence VALUES('journal',87);
INSERT INTO sqlite_sequence VALUES('message',26);
INSERT INTO sqlite_sequence VALUES('readMark',5);
INSERT INTO sqlite_sequence VALUES('reaction',2);
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
