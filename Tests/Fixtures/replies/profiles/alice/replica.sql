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
INSERT INTO account VALUES(1,'_2a99e2c81e424acd1452d4ef90c34580');
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
INSERT INTO chat VALUES(1,'chat-ccdba563-336f-49f2-ac02-ba9b5959eb76','_2a99e2c81e424acd1452d4ef90c34580','Crew, renamed',1795460327107,'2',NULL,'READ_WRITE','NONE','iT3DxMjeUAvSS-B9f_YrMa8A','WiAzYjVhMzU3YTNlZmFmMGZjOWYxN2FjMWYgMjMgM3A0cDRm',1,2,0,1,26,NULL,1795460330387,1795460327413,1,NULL,0,14,0,2,'session',1);
INSERT INTO chat VALUES(2,'chat-84791f4d-a925-4cc1-a25f-6e87a37b915b','_2a99e2c81e424acd1452d4ef90c34580','Plans',1795460329055,'2',NULL,'READ_WRITE','NONE','sXJjWRqi5EF1Vjv1FQJ92pLr','WiA5MDI3NzdhNGNlYzQ4MmJiYTgwNWRkZWIgNCAxYm52MW42',0,3,0,1,0,NULL,1,1795460329150,1,NULL,0,13,0,3,'session',1);
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
INSERT INTO message VALUES(1,1,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','_2a99e2c81e424acd1452d4ef90c34580','edited, unsent',1795460327413,'1',NULL,2,1,1795460330179,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(4,1,'01a209c66855-9605c941-e646-48aa-be94-733e292e94c5','_a44da94ffcf7ec87cc164c636bd8fdb2','from bob',1795460327509,'1',NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(5,1,'01a209c66948-a2c44e88-291e-4ca1-bba6-46fde3b2e625','_2a99e2c81e424acd1452d4ef90c34580','changed',1795460327752,'2',NULL,2,1,1795460328083,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(7,1,'01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0','_2a99e2c81e424acd1452d4ef90c34580','',1795460327826,'2',NULL,2,0,NULL,1795460328295,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(17,1,'01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','_2a99e2c81e424acd1452d4ef90c34580','with a file',1795460328623,'2',NULL,2,0,NULL,NULL,NULL,'notes.txt','text/plain',19,'8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92','AWT5QRt4BK/xjkMFO1I5ZgIVhgM2',NULL);
INSERT INTO message VALUES(22,1,'01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3','_a44da94ffcf7ec87cc164c636bd8fdb2','an answer',1795460328957,'1',NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae');
INSERT INTO message VALUES(23,2,'01a209c66ebe-da7dc2e2-26ce-4760-a890-c5ec7a865a23','_2a99e2c81e424acd1452d4ef90c34580','only here',1795460329150,'1',NULL,3,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(26,1,'01a209c67216-1c779a9d-8fc1-4e53-ab71-1afb4c811331','_2a99e2c81e424acd1452d4ef90c34580','unsent',1795460330006,NULL,NULL,1,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
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
INSERT INTO member VALUES(2,'78aaa1b5195ff0ae','_2a99e2c81e424acd1452d4ef90c34580','alice','OWNER','READ_WRITE','ACCEPTED','','allce');
INSERT INTO member VALUES(1,'761880a0b60912f2','_2a99e2c81e424acd1452d4ef90c34580','alice','OWNER','READ_WRITE','ACCEPTED','','allce');
INSERT INTO member VALUES(1,'31f9dd2445c460e3','_a44da94ffcf7ec87cc164c636bd8fdb2','bob','USER','READ_WRITE','ACCEPTED','','bob');
INSERT INTO member VALUES(1,'1febb8df9503166f','_d61e0498731e69672db7aa4435c63857','carol','USER','READ_WRITE','INVITED','','carol');
CREATE TABLE databaseToken (
  scope TEXT PRIMARY KEY,
  token TEXT,
  isListing INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO databaseToken VALUES('private','RCBkM2ZiNTc3MDE0ZTgyMzU4YjdiODlmM2UuZDRlZjkwYzM0NTgwLjIuMCAxOSAxeWVoaGZz',0);
INSERT INTO databaseToken VALUES('shared','RCBkM2ZiNTc3MDE0ZTgyMzU4YjdiODlmM2UuZDRlZjkwYzM0NTgwLjMuMCAwIDFkOWJsM2g=',0);
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
INSERT INTO connection VALUES(1,'offline','The cloud was stopped. ‘zonechat cloud start’ starts it again',1795460330008);
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
INSERT INTO reaction VALUES(2,1,'reaction_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580_f09f8e89','01a209c66855-9605c941-e646-48aa-be94-733e292e94c5','_2a99e2c81e424acd1452d4ef90c34580','🎉',1795460330337,0,NULL,NULL,1,NULL);
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
INSERT INTO readMark VALUES(5,1,'read_01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415__a44da94ffcf7ec87cc164c636bd8fdb2','01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','_a44da94ffcf7ec87cc164c636bd8fdb2',1795460328907,'1',NULL,2,NULL);
INSERT INTO readMark VALUES(6,1,'read_01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3__2a99e2c81e424acd1452d4ef90c34580','01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3','_2a99e2c81e424acd1452d4ef90c34580',1795460329631,'1',NULL,2,NULL);
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
INSERT INTO outbox VALUES(20,1,'01a209c67216-1c779a9d-8fc1-4e53-ab71-1afb4c811331','message','save',0,1,NULL,0,NULL,NULL);
INSERT INTO outbox VALUES(21,1,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','message','save',0,1,NULL,0,X'7b227265636f72644368616e6765546167223a2231222c226669656c6473223a7b2273656e6465724944223a7b2276616c7565223a225f3261393965326338316534323461636431343532643465663930633334353830222c2274797065223a22535452494e47227d2c2274696d657374616d70223a7b2276616c7565223a313739353436303332373431332c2274797065223a2254494d455354414d50227d2c2274657874223a7b2276616c7565223a2266726f6d20616c696365222c2274797065223a22535452494e47227d7d2c227a6f6e654944223a7b227a6f6e6554797065223a22524547554c41525f435553544f4d5f5a4f4e45222c227a6f6e654e616d65223a22636861742d63636462613536332d333336662d343966322d616330322d626139623539353965623736222c226f776e65725265636f72644e616d65223a225f3261393965326338316534323461636431343532643465663930633334353830227d2c227265636f72644e616d65223a223031613230396336363766352d39306336373265392d623631392d346661302d396466652d616463306136383630396165222c227265636f726454797065223a224d657373616765227d',NULL);
INSERT INTO outbox VALUES(22,1,'reaction_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580_f09f8e89','reaction','save',0,1,NULL,0,NULL,NULL);
INSERT INTO outbox VALUES(23,1,'session','session','save',0,1,NULL,0,X'7b227265636f72644e616d65223a2273657373696f6e222c227265636f726454797065223a224368617453657373696f6e222c226669656c6473223a7b2272656e616d65644174223a7b2276616c7565223a312c2274797065223a2254494d455354414d50227d2c226e616d65223a7b2276616c7565223a2243726577222c2274797065223a22535452494e47227d2c226c6173744d6573736167654174223a7b2276616c7565223a313739353436303332373431332c2274797065223a2254494d455354414d50227d2c22637265617465644174223a7b2276616c7565223a313739353436303332373130372c2274797065223a2254494d455354414d50227d7d2c227265636f72644368616e6765546167223a2232222c227a6f6e654944223a7b227a6f6e654e616d65223a22636861742d63636462613536332d333336662d343966322d616330322d626139623539353965623736222c226f776e65725265636f72644e616d65223a225f3261393965326338316534323461636431343532643465663930633334353830222c227a6f6e6554797065223a22524547554c41525f435553544f4d5f5a4f4e45227d7d',NULL);
CREATE TABLE journal (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  chatID INTEGER,
  recordName TEXT,
  event TEXT NOT NULL,
  detail TEXT
) STRICT;
INSERT INTO journal VALUES(1,1795460327107,1,'','queued',NULL);
INSERT INTO journal VALUES(2,1795460327107,1,'cloudkit.zoneshare','queued',NULL);
INSERT INTO journal VALUES(3,1795460327107,1,'session','queued',NULL);
INSERT INTO journal VALUES(4,1795460327115,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(5,1795460327134,1,'','sent',NULL);
INSERT INTO journal VALUES(6,1795460327146,1,'cloudkit.zoneshare','sent',NULL);
INSERT INTO journal VALUES(7,1795460327146,1,'session','sent',NULL);
INSERT INTO journal VALUES(8,1795460327150,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(9,1795460327197,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(10,1795460327228,1,NULL,'fetched','2 records, 0 deletions');
INSERT INTO journal VALUES(11,1795460327228,1,NULL,'resynced',NULL);
INSERT INTO journal VALUES(12,1795460327243,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(13,1795460327413,1,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','queued',NULL);
INSERT INTO journal VALUES(14,1795460327413,1,'session','queued',NULL);
INSERT INTO journal VALUES(15,1795460327418,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(16,1795460327447,1,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','sent',NULL);
INSERT INTO journal VALUES(17,1795460327447,1,'session','sent',NULL);
INSERT INTO journal VALUES(18,1795460327456,1,NULL,'fetched','3 records, 0 deletions');
INSERT INTO journal VALUES(19,1795460327458,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(20,1795460327608,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(21,1795460327628,1,NULL,'fetched','1 records, 0 deletions');
INSERT INTO journal VALUES(22,1795460327633,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(23,1795460327639,1,'read_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580','queued',NULL);
INSERT INTO journal VALUES(24,1795460327752,1,'01a209c66948-a2c44e88-291e-4ca1-bba6-46fde3b2e625','queued',NULL);
INSERT INTO journal VALUES(25,1795460327757,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(26,1795460327783,1,'01a209c66948-a2c44e88-291e-4ca1-bba6-46fde3b2e625','sent',NULL);
INSERT INTO journal VALUES(27,1795460327783,1,'read_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580','sent',NULL);
INSERT INTO journal VALUES(28,1795460327786,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(29,1795460327826,1,'01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0','queued',NULL);
INSERT INTO journal VALUES(30,1795460327835,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(31,1795460327858,1,'01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0','sent',NULL);
INSERT INTO journal VALUES(32,1795460327865,1,NULL,'fetched','3 records, 0 deletions');
INSERT INTO journal VALUES(33,1795460327866,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(34,1795460327953,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(35,1795460327989,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(36,1795460328083,1,'01a209c66948-a2c44e88-291e-4ca1-bba6-46fde3b2e625','queued',NULL);
INSERT INTO journal VALUES(37,1795460328089,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(38,1795460328105,1,'01a209c66948-a2c44e88-291e-4ca1-bba6-46fde3b2e625','sent',NULL);
INSERT INTO journal VALUES(39,1795460328106,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(40,1795460328173,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(41,1795460328196,1,NULL,'fetched','1 records, 0 deletions');
INSERT INTO journal VALUES(42,1795460328206,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(43,1795460328295,1,'01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0','queued',NULL);
INSERT INTO journal VALUES(44,1795460328302,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(45,1795460328318,1,'01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0','sent',NULL);
INSERT INTO journal VALUES(46,1795460328330,1,NULL,'fetched','1 records, 0 deletions');
INSERT INTO journal VALUES(47,1795460328335,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(48,1795460328623,1,'01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','queued',NULL);
INSERT INTO journal VALUES(49,1795460328629,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(50,1795460328675,1,'01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','sent',NULL);
INSERT INTO journal VALUES(51,1795460328695,1,NULL,'fetched','3 records, 1 deletions');
INSERT INTO journal VALUES(52,1795460328721,1,'01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','uploaded','19 bytes');
INSERT INTO journal VALUES(53,1795460328721,1,'01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','queued',NULL);
INSERT INTO journal VALUES(54,1795460328726,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(55,1795460328730,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(56,1795460328745,1,'01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','sent',NULL);
INSERT INTO journal VALUES(57,1795460328765,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(58,1795460329056,2,'','queued',NULL);
INSERT INTO journal VALUES(59,1795460329056,2,'cloudkit.zoneshare','queued',NULL);
INSERT INTO journal VALUES(60,1795460329056,2,'session','queued',NULL);
INSERT INTO journal VALUES(61,1795460329065,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(62,1795460329087,2,'','sent',NULL);
INSERT INTO journal VALUES(63,1795460329094,1,NULL,'fetched','3 records, 1 deletions');
INSERT INTO journal VALUES(64,1795460329105,2,'cloudkit.zoneshare','sent',NULL);
INSERT INTO journal VALUES(65,1795460329105,2,'session','sent',NULL);
INSERT INTO journal VALUES(66,1795460329109,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(67,1795460329150,2,'01a209c66ebe-da7dc2e2-26ce-4760-a890-c5ec7a865a23','queued',NULL);
INSERT INTO journal VALUES(68,1795460329150,2,'session','queued',NULL);
INSERT INTO journal VALUES(69,1795460329159,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(70,1795460329206,2,'01a209c66ebe-da7dc2e2-26ce-4760-a890-c5ec7a865a23','sent',NULL);
INSERT INTO journal VALUES(71,1795460329206,2,'session','sent',NULL);
INSERT INTO journal VALUES(72,1795460329217,2,NULL,'fetched','3 records, 0 deletions');
INSERT INTO journal VALUES(73,1795460329217,2,NULL,'resynced',NULL);
INSERT INTO journal VALUES(74,1795460329220,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(75,1795460329529,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(76,1795460329553,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(77,1795460329603,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(78,1795460329625,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(79,1795460329631,1,'read_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580','queued','delete');
INSERT INTO journal VALUES(80,1795460329631,1,'read_01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3__2a99e2c81e424acd1452d4ef90c34580','queued',NULL);
INSERT INTO journal VALUES(81,1795460329686,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(82,1795460329717,1,'read_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580','sent',NULL);
INSERT INTO journal VALUES(83,1795460329717,1,'read_01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3__2a99e2c81e424acd1452d4ef90c34580','sent',NULL);
INSERT INTO journal VALUES(84,1795460329728,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(85,1795460329779,NULL,NULL,'status','syncing');
INSERT INTO journal VALUES(86,1795460329802,1,NULL,'fetched','1 records, 1 deletions');
INSERT INTO journal VALUES(87,1795460329808,NULL,NULL,'status','upToDate');
INSERT INTO journal VALUES(88,1795460330006,1,'01a209c67216-1c779a9d-8fc1-4e53-ab71-1afb4c811331','queued',NULL);
INSERT INTO journal VALUES(89,1795460330008,NULL,NULL,'status','offline: The cloud was stopped. ‘zonechat cloud start’ starts it again');
INSERT INTO journal VALUES(90,1795460330179,1,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','queued',NULL);
INSERT INTO journal VALUES(91,1795460330337,1,'reaction_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580_f09f8e89','queued',NULL);
INSERT INTO journal VALUES(92,1795460330387,1,'session','queued',NULL);
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
INSERT INTO epoch VALUES(1,3);
CREATE TABLE reactionCount (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  messageName TEXT NOT NULL,
  emoji TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (chatID, messageName, emoji)
) STRICT;
INSERT INTO reactionCount VALUES(1,1,'01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','👍',1);
INSERT INTO reactionCount VALUES(2,1,'01a209c66855-9605c941-e646-48aa-be94-733e292e94c5','🎉',1);
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
CREATE TABLE IF NOT EXISTS "draft" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  -- '' for what an earlier version has kept
  window TEXT NOT NULL,
  text TEXT NOT NULL, replyTo TEXT, editOf TEXT, editText TEXT,
  UNIQUE (chatID, window)
) STRICT;
INSERT INTO draft VALUES(1,1,'','a draft',NULL,NULL,NULL);
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','messageText','messageText',0,'CREATE VIRTUAL TABLE messageText USING fts5 (
  text, content = '''', tokenize = ''unicode61 remove_diacritics 2'')');
CREATE TABLE IF NOT EXISTS 'messageText_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO messageText_data VALUES(1,X'070e');
INSERT INTO messageText_data VALUES(10,X'00000000010a0a000a0101010201010301010401010501010601010701010801010901010a0101');
INSERT INTO messageText_data VALUES(137438953473,X'000000170630616c696365010203010466726f6d010202040a');
INSERT INTO messageText_data VALUES(274877906945,X'000000150430626f62040203010466726f6d0402020408');
INSERT INTO messageText_data VALUES(412316860417,X'0000001e0330626505020301076368616e6765640502040102746f05020204070c');
INSERT INTO messageText_data VALUES(549755813889,X'0000002305306261636b070205020165070203010574616b656e07020402016f0702020409060a');
INSERT INTO messageText_data VALUES(687194767361,X'0000001c03306265050101076368616e6765640503020102746f050104060c');
INSERT INTO messageText_data VALUES(824633720833,X'0000001f05306261636b07010201650701010574616b656e070102016f070104080509');
INSERT INTO messageText_data VALUES(962072674305,X'0000002e023061110203010466696c6511020401056e6f74657311020501037478741102060104776974681102020406090a08');
INSERT INTO messageText_data VALUES(1099511627777,X'000000140330616e1602020304737765721602030407');
INSERT INTO messageText_data VALUES(1236950581249,X'0000001605306865726517020301046f6e6c791702020409');
INSERT INTO messageText_data VALUES(1374389534721,X'0000002b0630616c69636501010106656469746564010202010466726f6d01010106756e73656e7401020304090b08');
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
INSERT INTO messageText_idx VALUES(10,X'',2);
CREATE TABLE IF NOT EXISTS 'messageText_docsize'(id INTEGER PRIMARY KEY, sz BLOB);
INSERT INTO messageText_docsize VALUES(1,X'02');
INSERT INTO messageText_docsize VALUES(4,X'02');
INSERT INTO messageText_docsize VALUES(5,X'01');
INSERT INTO messageText_docsize VALUES(7,X'00');
INSERT INTO messageText_docsize VALUES(17,X'05');
INSERT INTO messageText_docsize VALUES(22,X'02');
INSERT INTO messageText_docsize VALUES(23,X'02');
CREATE TABLE IF NOT EXISTS 'messageText_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO messageText_config VALUES('version',4);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('outbox',23);
INSERT INTO sqlite_sequence VALUES('reactionCount',2);
INSERT INTO sqlite_sequence VALUES('draft',1);
INSERT INTO sqlite_sequence VALUES('chat',2);
INSERT INTO sqlite_sequence VALUES('journal',92);
INSERT INTO sqlite_sequence VALUES('message',27);
INSERT INTO sqlite_sequence VALUES('readMark',8);
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
