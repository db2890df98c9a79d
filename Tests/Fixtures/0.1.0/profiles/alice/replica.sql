PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('0.1.0d');
CREATE TABLE account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  userRecordName TEXT NOT NULL
) STRICT;
INSERT INTO account VALUES(1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c');
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
  -- reading: the newest message seen, in the order of arrival
  lastSeenMessageID INTEGER NOT NULL DEFAULT 0,
  -- How the chat's life in the cloud has ended, or is about to; NULL while it lives.
  ending TEXT,
  -- ChatSession: when its name was given, and the newest message that it tells of
  renamedAt INTEGER NOT NULL DEFAULT 0,
  lastMessageAt INTEGER NOT NULL DEFAULT 0,
  -- Whether the feed was once read to its end, and from when on nothing is missing before that.
  isHistoryComplete INTEGER NOT NULL DEFAULT 0,
  completeFrom INTEGER,
  wantsGlance INTEGER NOT NULL DEFAULT 0,
  -- Grows with every mention in a feed of changes; the chat that a window shows comes first.
  changeOrder INTEGER NOT NULL DEFAULT 0,
  isOpen INTEGER NOT NULL DEFAULT 0,
  -- The epoch in which the zone was found, made or shared again; 0 while a chat waits for its first message, and
  -- -1 where it is not known.
  lifeBegan INTEGER NOT NULL DEFAULT -1,
  -- The record name of the chat's session.
  sessionName TEXT NOT NULL DEFAULT 'session',
  -- 0 while no session was seen in a zone that was found: nothing of it is shown or kept.
  isChat INTEGER NOT NULL DEFAULT 1,
  -- The cloud's time of the share's newest version that was here.
  shareModifiedAt INTEGER NOT NULL DEFAULT 0,
  -- What the share shows of the first message of a chat of two; NULL in other chats.
  shownWords TEXT,
  -- Grows whenever something changes that the chat's entry in the list shows. The chat with the highest number
  -- keeps it when it changes again; so what has changed since the number n has n or more.
  listRevision INTEGER NOT NULL DEFAULT 0,
  UNIQUE (zoneName, ownerName)
) STRICT;
INSERT INTO chat VALUES(1,'chat-8536015a-2d74-4b93-897c-3b10e2882df9','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','Crew, renamed',1795835034349,'2',NULL,'READ_WRITE','NONE','rvEYlCwyPD8CLU0K0gkG6LZs','WiA2M2JmNWZkM2Q4ZWY1MjRhNTU3Yjk1OTQgMjQgMXc4cjllaA==',0,3,0,1,26,NULL,1795835043687,1795835035141,1,NULL,0,15,0,3,'session',1,1795835041944,NULL,7);
INSERT INTO chat VALUES(2,'chat-2852554c-7a4b-49d4-a1b7-337182f0dbdc','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','Plans',1795835039810,'2',NULL,'READ_WRITE','NONE','N8sl9DJfZkd77S1cTyJY0EgW','WiBjZjBiMjU0NDgwZWQ5NmJlNjQ0NDlmYzcgNCA3N3YzaXA=',0,4,0,1,23,NULL,1,1795835040262,1,NULL,0,12,0,4,'session',1,1795835039904,NULL,6);
CREATE TABLE member (
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  participantID TEXT NOT NULL,
  userRecordName TEXT,
  -- that of the account
  name TEXT NOT NULL,
  role TEXT NOT NULL,
  permission TEXT NOT NULL,
  status TEXT NOT NULL,
  -- what somebody wants to be called, sanitised; '' for nothing
  displayName TEXT NOT NULL DEFAULT '',
  -- what the account's name looks like (LookAlike)
  skeleton TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (chatID, participantID)
) STRICT;
INSERT INTO member VALUES(2,'4727df2bb4ad36fa','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','alice','OWNER','READ_WRITE','ACCEPTED','','allce');
INSERT INTO member VALUES(1,'e5b1fc425ba5d517','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','alice','OWNER','READ_WRITE','ACCEPTED','','allce');
INSERT INTO member VALUES(1,'8168ef1210fd710a','_b7674e23ff908a86a82685392c08c321','bob','USER','READ_WRITE','ACCEPTED','','bob');
INSERT INTO member VALUES(1,'1ce50ee6cabe0fcb','_05896d9fb00ba7090873bd2d1136eab5','carol','USER','READ_WRITE','INVITED','','carol');
CREATE TABLE invitation (
  shortGUID TEXT PRIMARY KEY,
  chatName TEXT NOT NULL,
  -- that of the account
  ownerName TEXT NOT NULL,
  permission TEXT NOT NULL,
  ownerDisplayName TEXT NOT NULL DEFAULT '',
  ownerID TEXT NOT NULL DEFAULT '',
  -- of a chat of two, sanitised; NULL for other chats
  firstWords TEXT
) STRICT;
CREATE TABLE chatEvent (
  -- grows in the order in which this device learnt of events
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  -- who it is about; '' for nobody
  userID TEXT NOT NULL,
  -- a right or a name
  detail TEXT NOT NULL,
  -- who has done it, where that is known
  actorID TEXT,
  UNIQUE (chatID, at, kind, userID, detail)
) STRICT;
INSERT INTO chatEvent VALUES(1,1,1795835034871,'joined','_b7674e23ff908a86a82685392c08c321','',NULL);
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
  -- the end of a mute; 0 if there is none
  mutedUntil INTEGER NOT NULL DEFAULT 0,
  mutedAt INTEGER,
  changeTag TEXT,
  unknownFields BLOB,
  epoch INTEGER NOT NULL,
  -- whether the account has left the chat by itself
  isLeft INTEGER NOT NULL DEFAULT 0,
  leftAt INTEGER,
  UNIQUE (chatID, recordName)
) STRICT;
CREATE TABLE blockedPerson (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- the zone of settings
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  recordName TEXT NOT NULL,
  userID TEXT NOT NULL,
  -- that of the account, as it was known when this was set
  name TEXT NOT NULL,
  isBlocked INTEGER NOT NULL,
  changedAt INTEGER,
  changeTag TEXT,
  unknownFields BLOB,
  epoch INTEGER NOT NULL,
  UNIQUE (chatID, recordName)
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
  epoch INTEGER NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  editedAt INTEGER,
  deletedAt INTEGER,
  -- who has changed it last, where that is not its sender
  changedBy TEXT,
  -- the attached file, as its sender describes it
  fileName TEXT,
  fileType TEXT,
  fileSize INTEGER,
  -- SHA-256 of its bytes, in hexadecimal digits
  fileDigest TEXT,
  -- the cloud's checksum of them; NULL while it does not have them
  fileChecksum TEXT,
  -- the record name of the message that is answered
  replyTo TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
INSERT INTO message VALUES(1,1,'01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','edited, unsent',1795835035141,'1',NULL,3,1,1795835042942,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(4,1,'01a2201bff00-1caa5706-1dbc-4b02-abd8-63a4617e4583','_b7674e23ff908a86a82685392c08c321','from bob',1795835035392,'1',NULL,3,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(5,1,'01a2201c0316-db2802a3-ee8a-4aee-9155-edaed69fa710','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','changed',1795835036438,'2',NULL,3,1,1795835037424,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(7,1,'01a2201c0469-e1a88ca0-1977-4fef-b55d-a70c32c5ee90','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','',1795835036777,'2',NULL,3,0,NULL,1795835037884,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(17,1,'01a2201c0d04-3c67899f-f946-49fa-9ce1-df6820d9ddd7','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','with a file',1795835038980,'2',NULL,3,0,NULL,NULL,NULL,'notes.txt','text/plain',19,'8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92','ATgN76dauETi5SrXobnnkJ//4U+o',NULL);
INSERT INTO message VALUES(22,1,'01a2201c0f34-719f4697-ae54-436a-b4d5-a47dcebd1a7a','_b7674e23ff908a86a82685392c08c321','an answer',1795835039540,'1',NULL,3,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a');
INSERT INTO message VALUES(23,2,'01a2201c1206-be256984-ca86-486e-95d1-9f5bc1b1ca05','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','only here',1795835040262,'1',NULL,4,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO message VALUES(26,1,'01a2201c1aee-d776aca1-b084-43e9-9a37-bcac072ba196','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','unsent',1795835042542,NULL,NULL,2,0,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE messageVersion (
  -- grows with every change of a message
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  messageID INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
  text TEXT NOT NULL,
  revision INTEGER NOT NULL,
  writtenAt INTEGER NOT NULL,
  -- who had written it, where that was not the sender
  changedBy TEXT,
  -- the file of this version, if the next one has another file or none
  fileName TEXT,
  fileType TEXT,
  fileSize INTEGER,
  fileDigest TEXT
) STRICT;
INSERT INTO messageVersion VALUES(1,5,'to be changed',0,1795835036438,NULL,NULL,NULL,NULL,NULL);
INSERT INTO messageVersion VALUES(2,1,'from alice',0,1795835035141,NULL,NULL,NULL,NULL,NULL);
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
  -- who has changed it last, where that was not its person
  changedBy TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
INSERT INTO reaction VALUES(1,1,'reaction_01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a__b7674e23ff908a86a82685392c08c321_f09f918d','01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a','_b7674e23ff908a86a82685392c08c321','👍',1795835038549,0,'1',NULL,3,NULL);
INSERT INTO reaction VALUES(2,1,'reaction_01a2201bff00-1caa5706-1dbc-4b02-abd8-63a4617e4583__2c9ba4c97f9a1d69cc9c18e9cf1f3f1c_f09f8e89','01a2201bff00-1caa5706-1dbc-4b02-abd8-63a4617e4583','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','🎉',1795835043488,0,NULL,NULL,2,NULL);
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
  -- who has changed it last, where that was not its person
  changedBy TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
INSERT INTO readMark VALUES(6,1,'read_01a2201c0d04-3c67899f-f946-49fa-9ce1-df6820d9ddd7__b7674e23ff908a86a82685392c08c321','01a2201c0d04-3c67899f-f946-49fa-9ce1-df6820d9ddd7','_b7674e23ff908a86a82685392c08c321',1795835040800,'1',NULL,3,NULL);
INSERT INTO readMark VALUES(7,1,'read_01a2201c0f34-719f4697-ae54-436a-b4d5-a47dcebd1a7a__2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','01a2201c0f34-719f4697-ae54-436a-b4d5-a47dcebd1a7a','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835041371,'1',NULL,3,NULL);
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
CREATE TABLE parkedRecord (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  recordName TEXT NOT NULL,
  body BLOB NOT NULL,
  changeTag TEXT,
  epoch INTEGER NOT NULL,
  UNIQUE (chatID, recordName)
) STRICT;
CREATE TABLE draft (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  window TEXT NOT NULL,
  text TEXT NOT NULL,
  replyTo TEXT,
  -- The message that is being changed, and its text as it is being written.
  editOf TEXT,
  editText TEXT,
  -- The paths of the files that wait to be sent with the text, a JSON array.
  files TEXT,
  UNIQUE (chatID, window)
) STRICT;
INSERT INTO draft VALUES(1,1,'','a draft',NULL,NULL,NULL,NULL);
CREATE TABLE outbox (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  -- '' for the zone itself
  recordName TEXT NOT NULL,
  -- The program knows the kinds; a later one needs no new table.
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
INSERT INTO outbox VALUES(20,1,'01a2201c1aee-d776aca1-b084-43e9-9a37-bcac072ba196','message','save',0,1,NULL,0,NULL,NULL);
INSERT INTO outbox VALUES(21,1,'01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a','message','save',0,1,NULL,0,X'7b227265636f72644368616e6765546167223a2231222c2263726561746564223a7b2274696d657374616d70223a313739353833353033353134312c22757365725265636f72644e616d65223a225f3263396261346339376639613164363963633963313865396366316633663163222c226465766963654944223a22227d2c226669656c6473223a7b2274696d657374616d70223a7b2274797065223a2254494d455354414d50222c2276616c7565223a313739353833353033353134317d2c2273656e6465724944223a7b2274797065223a22535452494e47222c2276616c7565223a225f3263396261346339376639613164363963633963313865396366316633663163227d2c2274657874223a7b2274797065223a22535452494e47222c2276616c7565223a2266726f6d20616c696365227d7d2c227265636f726454797065223a224d657373616765222c227265636f72644e616d65223a223031613232303162666530352d39343832303236642d623664642d343863662d393332322d393864336233376530353661222c226d6f646966696564223a7b2274696d657374616d70223a313739353833353033353134312c22757365725265636f72644e616d65223a225f3263396261346339376639613164363963633963313865396366316633663163222c226465766963654944223a22227d2c227a6f6e654944223a7b226f776e65725265636f72644e616d65223a225f3263396261346339376639613164363963633963313865396366316633663163222c227a6f6e654e616d65223a22636861742d38353336303135612d326437342d346239332d383937632d336231306532383832646639222c227a6f6e6554797065223a22524547554c41525f435553544f4d5f5a4f4e45227d7d',NULL);
INSERT INTO outbox VALUES(22,1,'reaction_01a2201bff00-1caa5706-1dbc-4b02-abd8-63a4617e4583__2c9ba4c97f9a1d69cc9c18e9cf1f3f1c_f09f8e89','reaction','save',0,1,NULL,0,NULL,NULL);
INSERT INTO outbox VALUES(23,1,'session','session','save',0,1,NULL,0,X'7b227265636f726454797065223a224368617453657373696f6e222c227265636f72644e616d65223a2273657373696f6e222c226669656c6473223a7b226c6173744d6573736167654174223a7b2274797065223a2254494d455354414d50222c2276616c7565223a313739353833353033353134317d2c226e616d65223a7b2274797065223a22535452494e47222c2276616c7565223a2243726577227d2c22637265617465644174223a7b2274797065223a2254494d455354414d50222c2276616c7565223a313739353833353033343334397d2c2272656e616d65644174223a7b2274797065223a2254494d455354414d50222c2276616c7565223a317d7d2c227265636f72644368616e6765546167223a2232222c227a6f6e654944223a7b227a6f6e654e616d65223a22636861742d38353336303135612d326437342d346239332d383937632d336231306532383832646639222c227a6f6e6554797065223a22524547554c41525f435553544f4d5f5a4f4e45222c226f776e65725265636f72644e616d65223a225f3263396261346339376639613164363963633963313865396366316633663163227d7d',NULL);
CREATE TABLE databaseToken (
  scope TEXT PRIMARY KEY,
  token TEXT,
  isListing INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO databaseToken VALUES('private','RCBlMzQwOTE3ZmE0ODllMjgzZDhmMWE3YTEuMThlOWNmMWYzZjFjLjIuMCAyMCAxczhnZ3o=',0);
INSERT INTO databaseToken VALUES('shared','RCBlMzQwOTE3ZmE0ODllMjgzZDhmMWE3YTEuMThlOWNmMWYzZjFjLjMuMCAwIDVvenZn',0);
CREATE TABLE epoch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  newest INTEGER NOT NULL,
  -- The epoch in which a zone was forgotten last.
  forgotten INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO epoch VALUES(1,4,0);
CREATE TABLE connection (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;
INSERT INTO connection VALUES(1,'offline','The cloud was stopped. ‘zonechat cloud start’ starts it again',1795835042555);
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
  reason TEXT NOT NULL,
  -- whether there is no room in the cloud
  isFull INTEGER NOT NULL
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
INSERT INTO engine VALUES(1,20,0,0,0,0);
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
CREATE TABLE reactionCount (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  messageName TEXT NOT NULL,
  emoji TEXT NOT NULL,
  count INTEGER NOT NULL,
  UNIQUE (chatID, messageName, emoji)
) STRICT;
INSERT INTO reactionCount VALUES(1,1,'01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a','👍',1);
INSERT INTO reactionCount VALUES(2,1,'01a2201bff00-1caa5706-1dbc-4b02-abd8-63a4617e4583','🎉',1);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('chat',2);
INSERT INTO sqlite_sequence VALUES('outbox',23);
INSERT INTO sqlite_sequence VALUES('journal',90);
INSERT INTO sqlite_sequence VALUES('message',27);
INSERT INTO sqlite_sequence VALUES('chatEvent',1);
INSERT INTO sqlite_sequence VALUES('readMark',9);
INSERT INTO sqlite_sequence VALUES('messageVersion',2);
INSERT INTO sqlite_sequence VALUES('reactionCount',2);
INSERT INTO sqlite_sequence VALUES('reaction',2);
INSERT INTO sqlite_sequence VALUES('draft',1);
CREATE INDEX chat_hasChanges ON chat (id) WHERE hasChanges;
CREATE INDEX chat_wantsGlance ON chat (id) WHERE wantsGlance;
CREATE INDEX chat_byListRevision ON chat (listRevision);
CREATE INDEX chat_byChangeOrder ON chat (changeOrder);
CREATE INDEX member_byUser ON member (userRecordName, chatID);
CREATE INDEX member_bySkeleton ON member (skeleton);
CREATE INDEX member_byStatus ON member (chatID, status);
CREATE INDEX chatSettings_byChat ON chatSettings (ownerName, zoneName);
CREATE INDEX blockedPerson_byUser ON blockedPerson (userID) WHERE isBlocked;
CREATE INDEX message_byTime ON message (chatID, timestamp, recordName);
CREATE INDEX message_byArrival ON message (chatID, id);
CREATE INDEX message_byReply ON message
  (chatID, replyTo, timestamp DESC, recordName, senderID, deletedAt) WHERE replyTo IS NOT NULL;
CREATE INDEX message_withFile ON message (chatID, timestamp, recordName, senderID)
  WHERE deletedAt IS NULL AND fileName IS NOT NULL;
CREATE INDEX message_withLink ON message (chatID, timestamp, recordName, senderID)
  WHERE deletedAt IS NULL AND instr(text, '://');
CREATE INDEX message_deleted ON message (deletedAt) WHERE deletedAt IS NOT NULL;
CREATE INDEX messageVersion_byMessage ON messageVersion (messageID);
CREATE TRIGGER message_takenBack AFTER UPDATE OF deletedAt ON message
WHEN new.deletedAt IS NOT NULL
BEGIN
  DELETE FROM messageVersion WHERE messageID = new.id;
END;
CREATE INDEX reaction_byKind ON reaction (chatID, messageName, emoji, changedAt, recordName)
  WHERE NOT isRemoved AND changedBy IS NULL;
CREATE INDEX readMark_byUser ON readMark (chatID, userID);
CREATE INDEX messagePin_byMessage ON messagePin (chatID, messageName) WHERE NOT isRemoved;
CREATE INDEX outbox_waiting ON outbox (chatID, priority, sequence) WHERE failure IS NULL;
CREATE INDEX journal_byRecord ON journal (chatID, recordName, id) WHERE recordName IS NOT NULL;
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
CREATE TRIGGER chat_listed_insert AFTER INSERT ON chat BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1 WHERE id = new.id;
END;
CREATE TRIGGER chat_listed_update AFTER UPDATE ON chat BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.id
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER message_listed_insert AFTER INSERT ON message BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER message_listed_update AFTER UPDATE ON message BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER message_listed_delete AFTER DELETE ON message BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = old.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER member_listed_insert AFTER INSERT ON member BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER member_listed_update AFTER UPDATE ON member BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER member_listed_delete AFTER DELETE ON member BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = old.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER outbox_listed_insert AFTER INSERT ON outbox BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER outbox_listed_update AFTER UPDATE ON outbox BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER outbox_listed_delete AFTER DELETE ON outbox BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = old.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER draft_listed_insert AFTER INSERT ON draft BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER draft_listed_update AFTER UPDATE ON draft BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER draft_listed_delete AFTER DELETE ON draft BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = old.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER wait_listed_insert AFTER INSERT ON wait BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER wait_listed_update AFTER UPDATE ON wait BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = new.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER wait_listed_delete AFTER DELETE ON wait BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = old.chatID
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER chatSettings_listed_insert AFTER INSERT ON chatSettings BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE ownerName = new.ownerName AND zoneName = new.zoneName
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER chatSettings_listed_update AFTER UPDATE ON chatSettings BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE ownerName = new.ownerName AND zoneName = new.zoneName
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER chatSettings_listed_delete AFTER DELETE ON chatSettings BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE ownerName = old.ownerName AND zoneName = old.zoneName
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER transfer_listed_insert AFTER INSERT ON transfer BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = (SELECT chatID FROM message WHERE id = new.messageID)
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER transfer_listed_update AFTER UPDATE ON transfer BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = (SELECT chatID FROM message WHERE id = new.messageID)
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER transfer_listed_delete AFTER DELETE ON transfer BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE id = (SELECT chatID FROM message WHERE id = old.messageID)
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER blockedPerson_listed_insert AFTER INSERT ON blockedPerson BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE TRUE
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER blockedPerson_listed_update AFTER UPDATE ON blockedPerson BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE TRUE
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
CREATE TRIGGER blockedPerson_listed_delete AFTER DELETE ON blockedPerson BEGIN
  UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
  WHERE TRUE
    AND listRevision < (SELECT max(listRevision) FROM chat);
END;
PRAGMA writable_schema=OFF;
COMMIT;
