PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1 the cloud');
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('assets.secret','Yw-9a7Ng9_W2YNKB5CETXMVZBMTCzFU2Cqcbeg_Ztnw');
CREATE TABLE account (
  userRecordName TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  isServer INTEGER NOT NULL,
  emailAddress TEXT UNIQUE COLLATE NOCASE,
  firstName TEXT,
  lastName TEXT,
  isDiscoverable INTEGER NOT NULL,
  passphrase TEXT
) STRICT, WITHOUT ROWID;
INSERT INTO account VALUES('_089fa1b8ea2341d0e9771ab66ed205e3','carol',0,NULL,NULL,NULL,1,NULL);
INSERT INTO account VALUES('_b0662bcf9fd4417d47559cf9acd35d4a','alice',0,NULL,NULL,NULL,1,NULL);
INSERT INTO account VALUES('_cf0afd219257681e63035b8da5c2ee02','bob',0,NULL,NULL,NULL,1,NULL);
CREATE TABLE partition (
  id INTEGER PRIMARY KEY,
  container TEXT NOT NULL,
  environment TEXT NOT NULL,
  incarnation TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  settings TEXT NOT NULL,
  UNIQUE (container, environment)
) STRICT;
INSERT INTO "partition" VALUES(1,'iCloud.net.zonechat','development','343ab7b055681206f02a3124','_8261c56bab6eccaac41c30f3eaecb3a0','{"environment":{}}');
INSERT INTO "partition" VALUES(2,'iCloud.net.zonechat','production','9e164fa98e9545b5e794f8a4','_f749a40c56efa201f35c68d454bd9e78','{"environment":{}}');
CREATE TABLE apiToken (
  hash BLOB NOT NULL PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  name TEXT NOT NULL,
  callbackURL TEXT,
  createdAt INTEGER NOT NULL,
  UNIQUE (partition, name)
) STRICT, WITHOUT ROWID;
INSERT INTO apiToken VALUES(X'615811ac3cbc387de3e04da3ff75a8342f5e9d438877046db24d8ea07dc6adbc',1,'zonechat',NULL,1795408789511);
CREATE TABLE serverKey (
  keyID TEXT NOT NULL PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  name TEXT NOT NULL,
  publicKey BLOB NOT NULL,
  userRecordName TEXT NOT NULL,
  createdAt INTEGER NOT NULL,
  UNIQUE (partition, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE session (
  id TEXT NOT NULL PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  isLongLived INTEGER NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO session VALUES('0e97be6125a048abe7599b45d8b4883d',1,'_089fa1b8ea2341d0e9771ab66ed205e3',1,1795408791187);
INSERT INTO session VALUES('93412168b2f76ab6974be1bf41359a0e',1,'_b0662bcf9fd4417d47559cf9acd35d4a',1,1795408789515);
INSERT INTO session VALUES('e6f04e9bdae9e0cc6c3e46b6ad83e82e',1,'_cf0afd219257681e63035b8da5c2ee02',1,1795408790347);
CREATE TABLE webAuthToken (
  hash BLOB NOT NULL PRIMARY KEY,
  session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO webAuthToken VALUES(X'48eb882919b59309c734324c5691385ce6f311a4a678b3ec25fcbe177ce15e5e','e6f04e9bdae9e0cc6c3e46b6ad83e82e',1795408790347);
INSERT INTO webAuthToken VALUES(X'b05001de68b113811fa1d0a216b2efa87cf59d944767f6c3b608a60d6e3d65ba','0e97be6125a048abe7599b45d8b4883d',1795408791187);
INSERT INTO webAuthToken VALUES(X'de306a4e00a8500300f7dd1490ed826d2a8b55b12cc3037c9a028c03112ea648','93412168b2f76ab6974be1bf41359a0e',1795408789515);
CREATE TABLE zone (
  incarnation TEXT NOT NULL PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  ownerName TEXT NOT NULL,
  zoneName TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  tokenEpoch INTEGER NOT NULL,
  bytes INTEGER NOT NULL DEFAULT 0,
  UNIQUE (partition, ownerName, zoneName)
) STRICT, WITHOUT ROWID;
INSERT INTO zone VALUES('1111380a6223b0efd21f9265',1,'_b0662bcf9fd4417d47559cf9acd35d4a','chat-096ba673-7a61-4c04-a59a-3ddf4e611758',3,0,137);
INSERT INTO zone VALUES('343ab7b055681206f02a3124',1,'_8261c56bab6eccaac41c30f3eaecb3a0','_defaultZone',3,0,0);
INSERT INTO zone VALUES('4d9eaf3177f5a2deca320736',1,'_cf0afd219257681e63035b8da5c2ee02','_defaultZone',0,0,0);
INSERT INTO zone VALUES('9e164fa98e9545b5e794f8a4',2,'_f749a40c56efa201f35c68d454bd9e78','_defaultZone',0,0,0);
INSERT INTO zone VALUES('a91c4dcdbef75fe65f0e055f',1,'_b0662bcf9fd4417d47559cf9acd35d4a','_defaultZone',0,0,0);
INSERT INTO zone VALUES('e7ecc64e028a3ff61d8d7bfb',1,'_b0662bcf9fd4417d47559cf9acd35d4a','chat-c5a22973-6057-4cb2-aa42-d4a3d23cf23d',9,0,359);
INSERT INTO zone VALUES('fc4fffd7cb4985272f951421',1,'_089fa1b8ea2341d0e9771ab66ed205e3','_defaultZone',0,0,0);
CREATE TABLE record (
  id INTEGER PRIMARY KEY,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  recordName TEXT NOT NULL,
  recordType TEXT NOT NULL,
  changeCount INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  isDeleted INTEGER NOT NULL,
  parent TEXT,
  shareReference TEXT,
  shortGUID TEXT,
  coveredBy TEXT,
  fields TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  createdAt INTEGER NOT NULL,
  createdBy TEXT NOT NULL,
  modifiedAt INTEGER NOT NULL,
  modifiedBy TEXT NOT NULL,
  UNIQUE (zone, recordName)
) STRICT;
INSERT INTO record VALUES(1,'343ab7b055681206f02a3124','_b0662bcf9fd4417d47559cf9acd35d4a','Users',1,1,0,NULL,NULL,NULL,NULL,'{}',0,1795408792070,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408792070,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(2,'e7ecc64e028a3ff61d8d7bfb','cloudkit.zoneshare','cloudkit.share',4,9,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"type":"STRING","value":"Crew"}}',18,1795408792413,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408813884,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(3,'e7ecc64e028a3ff61d8d7bfb','session','ChatSession',1,2,0,NULL,NULL,NULL,NULL,'{"createdAt":{"type":"TIMESTAMP","value":1795408792028},"lastMessageAt":{"type":"TIMESTAMP","value":1795408792028},"name":{"type":"STRING","value":"Crew"}}',46,1795408792417,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408792417,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(4,'343ab7b055681206f02a3124','_cf0afd219257681e63035b8da5c2ee02','Users',1,2,0,NULL,NULL,NULL,NULL,'{}',0,1795408795665,'_cf0afd219257681e63035b8da5c2ee02',1795408795665,'_cf0afd219257681e63035b8da5c2ee02');
INSERT INTO record VALUES(5,'e7ecc64e028a3ff61d8d7bfb','01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80','Message',1,5,0,NULL,NULL,NULL,NULL,'{"timestamp":{"value":1795408796449,"type":"TIMESTAMP"},"text":{"value":"from alice","type":"STRING"},"senderID":{"value":"_b0662bcf9fd4417d47559cf9acd35d4a","type":"STRING"}}',72,1795408796606,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408796606,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(6,'e7ecc64e028a3ff61d8d7bfb','01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c','Message',1,6,0,NULL,NULL,NULL,NULL,'{"timestamp":{"value":1795408797646,"type":"TIMESTAMP"},"text":{"value":"from bob","type":"STRING"},"senderID":{"value":"_cf0afd219257681e63035b8da5c2ee02","type":"STRING"}}',70,1795408798533,'_cf0afd219257681e63035b8da5c2ee02',1795408798533,'_cf0afd219257681e63035b8da5c2ee02');
INSERT INTO record VALUES(7,'e7ecc64e028a3ff61d8d7bfb','01a206b43c3a-946e24df-1272-4be4-a4f0-730694465707','Message',1,7,0,NULL,NULL,NULL,NULL,'{"text":{"value":"to be changed","type":"STRING"},"senderID":{"value":"_b0662bcf9fd4417d47559cf9acd35d4a","type":"STRING"},"timestamp":{"value":1795408804922,"type":"TIMESTAMP"}}',75,1795408805103,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408805103,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(8,'e7ecc64e028a3ff61d8d7bfb','01a206b43f55-01073c2c-3750-472e-9901-6dc79caeecb0','Message',1,8,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_b0662bcf9fd4417d47559cf9acd35d4a","type":"STRING"},"timestamp":{"value":1795408805717,"type":"TIMESTAMP"},"text":{"value":"to be taken back","type":"STRING"}}',78,1795408805870,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408805870,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(9,'1111380a6223b0efd21f9265','cloudkit.zoneshare','cloudkit.share',1,1,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"type":"STRING","value":"Plans"}}',19,1795408806966,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408806966,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(10,'1111380a6223b0efd21f9265','session','ChatSession',1,2,0,NULL,NULL,NULL,NULL,'{"lastMessageAt":{"type":"TIMESTAMP","value":1795408806621},"createdAt":{"type":"TIMESTAMP","value":1795408806621},"name":{"type":"STRING","value":"Plans"}}',47,1795408806979,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408806979,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(11,'1111380a6223b0efd21f9265','01a206b446e8-45e9a898-410e-4603-8a2a-9508e122fcad','Message',1,3,0,NULL,NULL,NULL,NULL,'{"timestamp":{"value":1795408807656,"type":"TIMESTAMP"},"text":{"value":"only here","type":"STRING"},"senderID":{"value":"_b0662bcf9fd4417d47559cf9acd35d4a","type":"STRING"}}',71,1795408807967,'_b0662bcf9fd4417d47559cf9acd35d4a',1795408807967,'_b0662bcf9fd4417d47559cf9acd35d4a');
INSERT INTO record VALUES(12,'343ab7b055681206f02a3124','_089fa1b8ea2341d0e9771ab66ed205e3','Users',1,3,0,NULL,NULL,NULL,NULL,'{}',0,1795408815126,'_089fa1b8ea2341d0e9771ab66ed205e3',1795408815126,'_089fa1b8ea2341d0e9771ab66ed205e3');
CREATE TABLE recordReference (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  target TEXT NOT NULL,
  action TEXT NOT NULL,
  zone TEXT NOT NULL,
  PRIMARY KEY (record, target, action)
) STRICT, WITHOUT ROWID;
CREATE TABLE share (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  root TEXT NOT NULL,
  recordName TEXT NOT NULL,
  publicPermission TEXT NOT NULL,
  PRIMARY KEY (zone, root)
) STRICT, WITHOUT ROWID;
INSERT INTO share VALUES('1111380a6223b0efd21f9265','','cloudkit.zoneshare','NONE');
INSERT INTO share VALUES('e7ecc64e028a3ff61d8d7bfb','','cloudkit.zoneshare','NONE');
CREATE TABLE shareLink (
  shortGUID TEXT NOT NULL PRIMARY KEY,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  root TEXT NOT NULL,
  UNIQUE (zone, root)
) STRICT, WITHOUT ROWID;
INSERT INTO shareLink VALUES('bC1IlCqKc25grQjHfo4hu1qf','1111380a6223b0efd21f9265','');
INSERT INTO shareLink VALUES('gs5TsmpWR54L7woVSGHY2QLS','e7ecc64e028a3ff61d8d7bfb','');
CREATE TABLE participant (
  zone TEXT NOT NULL,
  root TEXT NOT NULL,
  userRecordName TEXT NOT NULL REFERENCES account ON DELETE CASCADE,
  participantID TEXT NOT NULL,
  position INTEGER NOT NULL,
  role TEXT NOT NULL,
  permission TEXT NOT NULL,
  status TEXT NOT NULL,
  PRIMARY KEY (zone, root, userRecordName),
  FOREIGN KEY (zone, root) REFERENCES share ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO participant VALUES('1111380a6223b0efd21f9265','','_b0662bcf9fd4417d47559cf9acd35d4a','673c2ab914e4b0a4',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('e7ecc64e028a3ff61d8d7bfb','','_089fa1b8ea2341d0e9771ab66ed205e3','113023f2a47f5457',2,'USER','READ_WRITE','INVITED');
INSERT INTO participant VALUES('e7ecc64e028a3ff61d8d7bfb','','_b0662bcf9fd4417d47559cf9acd35d4a','e045ac08b7b41ab3',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('e7ecc64e028a3ff61d8d7bfb','','_cf0afd219257681e63035b8da5c2ee02','cf0ad33aa44f2573',1,'USER','READ_WRITE','ACCEPTED');
CREATE TABLE departure (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  recordName TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (zone, userRecordName, recordName)
) STRICT, WITHOUT ROWID;
CREATE TABLE feed (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  scope INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  tokenEpoch INTEGER NOT NULL,
  PRIMARY KEY (partition, userRecordName, scope)
) STRICT, WITHOUT ROWID;
INSERT INTO feed VALUES(1,'_089fa1b8ea2341d0e9771ab66ed205e3',2,0,0);
INSERT INTO feed VALUES(1,'_089fa1b8ea2341d0e9771ab66ed205e3',3,0,0);
INSERT INTO feed VALUES(1,'_b0662bcf9fd4417d47559cf9acd35d4a',2,12,0);
INSERT INTO feed VALUES(1,'_b0662bcf9fd4417d47559cf9acd35d4a',3,0,0);
INSERT INTO feed VALUES(1,'_cf0afd219257681e63035b8da5c2ee02',2,0,0);
INSERT INTO feed VALUES(1,'_cf0afd219257681e63035b8da5c2ee02',3,6,0);
CREATE TABLE feedEntry (
  partition INTEGER NOT NULL,
  userRecordName TEXT NOT NULL,
  scope INTEGER NOT NULL,
  ownerName TEXT NOT NULL,
  zoneName TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  changedAt INTEGER NOT NULL,
  deletionReason TEXT,
  PRIMARY KEY (partition, userRecordName, scope, ownerName, zoneName),
  FOREIGN KEY (partition, userRecordName, scope) REFERENCES feed ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO feedEntry VALUES(1,'_b0662bcf9fd4417d47559cf9acd35d4a',2,'_b0662bcf9fd4417d47559cf9acd35d4a','chat-096ba673-7a61-4c04-a59a-3ddf4e611758',11,1795408807965,NULL);
INSERT INTO feedEntry VALUES(1,'_b0662bcf9fd4417d47559cf9acd35d4a',2,'_b0662bcf9fd4417d47559cf9acd35d4a','chat-c5a22973-6057-4cb2-aa42-d4a3d23cf23d',12,1795408813882,NULL);
INSERT INTO feedEntry VALUES(1,'_cf0afd219257681e63035b8da5c2ee02',3,'_b0662bcf9fd4417d47559cf9acd35d4a','chat-c5a22973-6057-4cb2-aa42-d4a3d23cf23d',6,1795408813882,NULL);
CREATE TABLE schemaRole (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  name TEXT NOT NULL,
  PRIMARY KEY (partition, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE recordType (
  id INTEGER PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  name TEXT NOT NULL,
  UNIQUE (partition, name)
) STRICT;
INSERT INTO recordType VALUES(1,1,'ChatSession');
INSERT INTO recordType VALUES(2,1,'Message');
CREATE TABLE recordTypeGrant (
  recordType INTEGER NOT NULL REFERENCES recordType ON DELETE CASCADE,
  role TEXT NOT NULL,
  permission TEXT NOT NULL,
  PRIMARY KEY (recordType, role, permission)
) STRICT, WITHOUT ROWID;
INSERT INTO recordTypeGrant VALUES(1,'_creator','WRITE');
INSERT INTO recordTypeGrant VALUES(1,'_icloud','CREATE');
INSERT INTO recordTypeGrant VALUES(1,'_world','READ');
INSERT INTO recordTypeGrant VALUES(2,'_creator','WRITE');
INSERT INTO recordTypeGrant VALUES(2,'_icloud','CREATE');
INSERT INTO recordTypeGrant VALUES(2,'_world','READ');
CREATE TABLE field (
  id INTEGER PRIMARY KEY,
  recordType INTEGER NOT NULL REFERENCES recordType ON DELETE CASCADE,
  name TEXT NOT NULL,
  type TEXT NOT NULL,
  isQueryable INTEGER NOT NULL,
  isSearchable INTEGER NOT NULL,
  isSortable INTEGER NOT NULL,
  UNIQUE (recordType, name)
) STRICT;
INSERT INTO field VALUES(1,1,'___type','STRING',0,0,0);
INSERT INTO field VALUES(2,1,'createdAt','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(3,1,'name','STRING',1,1,1);
INSERT INTO field VALUES(4,1,'lastMessageAt','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(5,2,'___type','STRING',0,0,0);
INSERT INTO field VALUES(6,2,'timestamp','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(7,2,'senderID','STRING',1,1,1);
INSERT INTO field VALUES(8,2,'text','STRING',1,1,1);
CREATE TABLE indexEntry (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  field INTEGER NOT NULL,
  value BLOB NOT NULL,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  PRIMARY KEY (zone, field, value, record)
) STRICT, WITHOUT ROWID;
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',1,X'',3);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',2,X'01800001a206b409dc',3);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',3,X'0143726577',3);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',4,X'01800001a206b409dc',3);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',5,X'',5);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',6,X'01800001a206b41b21',5);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',7,X'015f6230363632626366396664343431376434373535396366396163643335643461',5);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',8,X'0166726f6d20616c696365',5);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',5,X'',6);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',6,X'01800001a206b41fce',6);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',7,X'015f6366306166643231393235373638316536333033356238646135633265653032',6);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',8,X'0166726f6d20626f62',6);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',5,X'',7);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',6,X'01800001a206b43c3a',7);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',7,X'015f6230363632626366396664343431376434373535396366396163643335643461',7);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',8,X'01746f206265206368616e676564',7);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',5,X'',8);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',6,X'01800001a206b43f55',8);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',7,X'015f6230363632626366396664343431376434373535396366396163643335643461',8);
INSERT INTO indexEntry VALUES('e7ecc64e028a3ff61d8d7bfb',8,X'01746f2062652074616b656e206261636b',8);
INSERT INTO indexEntry VALUES('1111380a6223b0efd21f9265',1,X'',10);
INSERT INTO indexEntry VALUES('1111380a6223b0efd21f9265',2,X'01800001a206b442dd',10);
INSERT INTO indexEntry VALUES('1111380a6223b0efd21f9265',3,X'01506c616e73',10);
INSERT INTO indexEntry VALUES('1111380a6223b0efd21f9265',4,X'01800001a206b442dd',10);
INSERT INTO indexEntry VALUES('1111380a6223b0efd21f9265',5,X'',11);
INSERT INTO indexEntry VALUES('1111380a6223b0efd21f9265',6,X'01800001a206b446e8',11);
INSERT INTO indexEntry VALUES('1111380a6223b0efd21f9265',7,X'015f6230363632626366396664343431376434373535396366396163643335643461',11);
INSERT INTO indexEntry VALUES('1111380a6223b0efd21f9265',8,X'016f6e6c792068657265',11);
CREATE TABLE indexWord (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  field INTEGER NOT NULL,
  word TEXT NOT NULL,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  PRIMARY KEY (zone, field, word, record)
) STRICT, WITHOUT ROWID;
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',3,'crew',3);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',7,'b0662bcf9fd4417d47559cf9acd35d4a',5);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'alice',5);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'from',5);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',7,'cf0afd219257681e63035b8da5c2ee02',6);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'bob',6);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'from',6);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',7,'b0662bcf9fd4417d47559cf9acd35d4a',7);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'be',7);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'changed',7);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'to',7);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',7,'b0662bcf9fd4417d47559cf9acd35d4a',8);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'back',8);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'be',8);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'taken',8);
INSERT INTO indexWord VALUES('e7ecc64e028a3ff61d8d7bfb',8,'to',8);
INSERT INTO indexWord VALUES('1111380a6223b0efd21f9265',3,'plans',10);
INSERT INTO indexWord VALUES('1111380a6223b0efd21f9265',7,'b0662bcf9fd4417d47559cf9acd35d4a',11);
INSERT INTO indexWord VALUES('1111380a6223b0efd21f9265',8,'here',11);
INSERT INTO indexWord VALUES('1111380a6223b0efd21f9265',8,'only',11);
CREATE TABLE indexPlace (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  field INTEGER NOT NULL,
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  PRIMARY KEY (zone, field, latitude, longitude, record)
) STRICT, WITHOUT ROWID;
CREATE TABLE indexQueue (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  dueAt INTEGER NOT NULL,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  recordType TEXT NOT NULL,
  entries TEXT
) STRICT;
CREATE TABLE subscription (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  scope INTEGER NOT NULL,
  subscriptionID TEXT NOT NULL,
  recordType TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (partition, userRecordName, scope, subscriptionID)
) STRICT, WITHOUT ROWID;
CREATE TABLE asset (
  checksum BLOB NOT NULL PRIMARY KEY,
  size INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE assetReference (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  fieldName TEXT NOT NULL,
  position INTEGER NOT NULL,
  checksum BLOB NOT NULL REFERENCES asset,
  size INTEGER NOT NULL,
  PRIMARY KEY (record, fieldName, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE assetUpload (
  id INTEGER PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  scope INTEGER NOT NULL,
  zone TEXT REFERENCES zone ON DELETE CASCADE,
  recordType TEXT,
  fieldName TEXT,
  recordName TEXT,
  tokenHash BLOB UNIQUE,
  receiptHash BLOB UNIQUE,
  checksum BLOB REFERENCES asset,
  size INTEGER,
  expiresAt INTEGER NOT NULL
) STRICT;
CREATE TABLE releasedAsset (
  checksum BLOB NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;
CREATE TABLE usage (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (partition, userRecordName)
) STRICT, WITHOUT ROWID;
INSERT INTO usage VALUES(1,'_b0662bcf9fd4417d47559cf9acd35d4a',496);
DELETE FROM sqlite_sequence;
CREATE INDEX sessionByUser ON session (userRecordName, createdAt);
CREATE INDEX webAuthTokenBySession ON webAuthToken (session);
CREATE UNIQUE INDEX recordFeed ON record (zone, sequence);
CREATE INDEX recordCover ON record (zone, coveredBy) WHERE coveredBy IS NOT NULL;
CREATE INDEX recordChildren ON record (zone, parent) WHERE parent IS NOT NULL;
CREATE INDEX recordReferrers ON recordReference (zone, target, action);
CREATE INDEX participantByUser ON participant (userRecordName, status);
CREATE INDEX departureOrder ON departure (zone, userRecordName, sequence);
CREATE UNIQUE INDEX feedEntryOrder
  ON feedEntry (partition, userRecordName, scope, sequence);
CREATE INDEX indexEntryByRecord ON indexEntry (record, field, value);
CREATE INDEX indexWordByRecord ON indexWord (record, field, word);
CREATE INDEX indexPlaceByRecord ON indexPlace (record, field);
CREATE INDEX indexQueueDue ON indexQueue (partition, dueAt);
CREATE INDEX indexQueueByRecord ON indexQueue (record);
CREATE INDEX subscriptionByRecordType
  ON subscription (partition, scope, recordType, userRecordName)
  WHERE recordType IS NOT NULL;
CREATE INDEX assetReferenceByAsset ON assetReference (checksum);
CREATE INDEX assetUploadByUser ON assetUpload (partition, userRecordName, expiresAt);
CREATE INDEX assetUploadByZone ON assetUpload (zone) WHERE zone IS NOT NULL;
CREATE INDEX assetUploadByAsset ON assetUpload (checksum) WHERE checksum IS NOT NULL;
CREATE INDEX assetUploadExpiry ON assetUpload (expiresAt);
CREATE TRIGGER assetReferenceReleases AFTER DELETE ON assetReference BEGIN
  INSERT OR IGNORE INTO releasedAsset (checksum) VALUES (old.checksum);
END;
CREATE TRIGGER assetUploadReleases AFTER DELETE ON assetUpload
WHEN old.checksum IS NOT NULL BEGIN
  INSERT OR IGNORE INTO releasedAsset (checksum) VALUES (old.checksum);
END;
CREATE TRIGGER recordCharges AFTER INSERT ON record WHEN new.bytes <> 0 BEGIN
  UPDATE zone SET bytes = bytes + new.bytes WHERE incarnation = new.zone;
END;
CREATE TRIGGER recordChargesOtherwise AFTER UPDATE OF bytes ON record
WHEN new.bytes <> old.bytes BEGIN
  UPDATE zone SET bytes = bytes + new.bytes - old.bytes WHERE incarnation = new.zone;
END;
CREATE TRIGGER recordReleases AFTER DELETE ON record WHEN old.bytes <> 0 BEGIN
  UPDATE zone SET bytes = bytes - old.bytes WHERE incarnation = old.zone;
END;
CREATE TRIGGER zoneCharges AFTER UPDATE OF bytes ON zone WHEN new.bytes <> old.bytes BEGIN
  INSERT INTO usage (partition, userRecordName, bytes)
  VALUES (new.partition, new.ownerName, new.bytes - old.bytes)
  ON CONFLICT (partition, userRecordName) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER zoneReleases AFTER DELETE ON zone WHEN old.bytes <> 0 BEGIN
  UPDATE usage SET bytes = bytes - old.bytes
  WHERE partition = old.partition AND userRecordName = old.ownerName;
END;
COMMIT;
