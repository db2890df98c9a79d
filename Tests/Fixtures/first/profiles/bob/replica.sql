PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('v1: chats, messages, members, outbox');
CREATE TABLE account (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  userRecordName TEXT NOT NULL
) STRICT;
INSERT INTO account VALUES(1,'_cf0afd219257681e63035b8da5c2ee02');
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
  sealReason TEXT,
  -- reading: the newest message seen, in the order of arrival
  lastSeenMessageID INTEGER NOT NULL DEFAULT 0,
  UNIQUE (zoneName, ownerName)
) STRICT;
INSERT INTO chat VALUES(1,'chat-c5a22973-6057-4cb2-aa42-d4a3d23cf23d','_b0662bcf9fd4417d47559cf9acd35d4a','Crew',1795408792028,'1',X'7b226c6173744d6573736167654174223a7b2276616c7565223a313739353430383739323032382c2274797065223a2254494d455354414d50227d7d','READ_WRITE','NONE','gs5TsmpWR54L7woVSGHY2QLS','WiBlN2VjYzY0ZTAyOGEzZmY2MWQ4ZDdiZmIgOCBybGZiMHA=',0,0,0,1,NULL,6);
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
  UNIQUE (chatID, recordName)
) STRICT;
INSERT INTO message VALUES(1,1,'01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c','_cf0afd219257681e63035b8da5c2ee02','from bob',1795408797646,'1',NULL,0);
INSERT INTO message VALUES(3,1,'01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80','_b0662bcf9fd4417d47559cf9acd35d4a','from alice',1795408796449,'1',NULL,0);
INSERT INTO message VALUES(5,1,'01a206b43c3a-946e24df-1272-4be4-a4f0-730694465707','_b0662bcf9fd4417d47559cf9acd35d4a','to be changed',1795408804922,'1',NULL,0);
INSERT INTO message VALUES(6,1,'01a206b43f55-01073c2c-3750-472e-9901-6dc79caeecb0','_b0662bcf9fd4417d47559cf9acd35d4a','to be taken back',1795408805717,'1',NULL,0);
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
INSERT INTO member VALUES(1,'e045ac08b7b41ab3','_b0662bcf9fd4417d47559cf9acd35d4a','alice','OWNER','READ_WRITE','ACCEPTED');
INSERT INTO member VALUES(1,'cf0ad33aa44f2573','_cf0afd219257681e63035b8da5c2ee02','bob','USER','READ_WRITE','ACCEPTED');
CREATE TABLE outbox (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
  -- '' for the zone itself
  recordName TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('zone', 'share', 'session', 'message')),
  generation INTEGER NOT NULL DEFAULT 1,
  -- the value from which a change of ours began
  ancestor TEXT,
  -- why it will not be sent any more
  failure TEXT,
  UNIQUE (chatID, recordName)
) STRICT;
CREATE TABLE databaseToken (
  scope TEXT PRIMARY KEY,
  token TEXT,
  isListing INTEGER NOT NULL DEFAULT 1
) STRICT;
INSERT INTO databaseToken VALUES('shared','RCAzNDNhYjdiMDU1NjgxMjA2ZjAyYTMxMjQuNWI4ZGE1YzJlZTAyLjMuMCA1IDFjenNvNTE=',0);
INSERT INTO databaseToken VALUES('private','RCAzNDNhYjdiMDU1NjgxMjA2ZjAyYTMxMjQuNWI4ZGE1YzJlZTAyLjIuMCAwIDFqeTU0NTE=',0);
CREATE TABLE draft (
  chatID INTEGER PRIMARY KEY REFERENCES chat ON DELETE CASCADE,
  text TEXT NOT NULL
) STRICT;
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
INSERT INTO connection VALUES(1,'upToDate','',1795408810664);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('chat',1);
INSERT INTO sqlite_sequence VALUES('outbox',1);
INSERT INTO sqlite_sequence VALUES('message',6);
CREATE INDEX chat_hasChanges ON chat (id) WHERE hasChanges;
CREATE INDEX message_byTime ON message (chatID, timestamp, recordName);
CREATE INDEX message_byArrival ON message (chatID, id);
CREATE INDEX member_byUser ON member (chatID, userRecordName);
CREATE INDEX outbox_waiting ON outbox (chatID, sequence) WHERE failure IS NULL;
COMMIT;
