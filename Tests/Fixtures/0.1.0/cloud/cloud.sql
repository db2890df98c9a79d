PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('0.1.0b');
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('assets.secret','gu9TnTCq2cB5fwX8I9PklkCfxPlfDOXygqiAsd_H4MY');
INSERT INTO setting VALUES('atRestKey','0c728488ac79d83e');
INSERT INTO setting VALUES('clock.last','1795835033893');
INSERT INTO setting VALUES('cloud.id','21dc947835a1aa591bcfb4e3adfb9efe');
CREATE TABLE account (
  userRecordName TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  isServer INTEGER NOT NULL,
  emailAddress TEXT UNIQUE COLLATE NOCASE,
  firstName TEXT,
  lastName TEXT,
  isDiscoverable INTEGER NOT NULL,
  passphrase TEXT,
  -- an AccountState; a deleted account keeps its row, so that nobody else gets its name
  state TEXT NOT NULL,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO account VALUES('_05896d9fb00ba7090873bd2d1136eab5','carol',0,NULL,NULL,NULL,1,NULL,'active',1795835034154);
INSERT INTO account VALUES('_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','alice',0,NULL,NULL,NULL,1,NULL,'active',1795835033890);
INSERT INTO account VALUES('_b7674e23ff908a86a82685392c08c321','bob',0,NULL,NULL,NULL,1,NULL,'active',1795835034028);
CREATE TABLE administration (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL
) STRICT;
CREATE TABLE partition (
  id INTEGER PRIMARY KEY,
  container TEXT NOT NULL,
  environment TEXT NOT NULL,
  incarnation TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  settings TEXT NOT NULL,
  UNIQUE (container, environment)
) STRICT;
INSERT INTO "partition" VALUES(1,'iCloud.net.zonechat','development','e340917fa489e283d8f1a7a1','_717c37b274b5a543682bef1c95f1c3b8','{"environment":{}}');
INSERT INTO "partition" VALUES(2,'iCloud.net.zonechat','production','e1ad94fe26bb75c4edac2105','_41e7caa122f09d2de5ad8d1a50038523','{"environment":{}}');
CREATE TABLE apiToken (
  hash BLOB NOT NULL PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  name TEXT NOT NULL,
  callbackURL TEXT,
  createdAt INTEGER NOT NULL,
  -- those whose pages may be handed a key, separated by spaces
  allowedOrigins TEXT NOT NULL DEFAULT '',
  UNIQUE (partition, name)
) STRICT, WITHOUT ROWID;
INSERT INTO apiToken VALUES(X'ebba31f1e749f15d80c876123d88018b3c693dd0087c2b08ab3f718a37f43c6e',1,'zonechat',NULL,1795835033892,'');
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
  createdAt INTEGER NOT NULL,
  -- noted once an hour at most
  lastUsedAt INTEGER NOT NULL,
  -- what the device calls itself; empty if it has not said it
  deviceName TEXT NOT NULL,
  -- from which it was used last; empty for the Unix socket
  address TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO session VALUES('203c9fe627df0ccbd1564d23fa2cc21a',1,'_b7674e23ff908a86a82685392c08c321',1,1795835034029,1795835034029,'vm','');
INSERT INTO session VALUES('7aeeebc642654b6f58bbdda13e7e7965',1,'_05896d9fb00ba7090873bd2d1136eab5',1,1795835034155,1795835034155,'vm','');
INSERT INTO session VALUES('871fa7a95869b3e72721d45f20991ff5',1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1,1795835033893,1795835033893,'vm','');
CREATE TABLE webAuthToken (
  hash BLOB NOT NULL PRIMARY KEY,
  session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO webAuthToken VALUES(X'457d51e6acee74e8de2c4336a990194f11ca476661360de9bde51d6d8b4bc74d','7aeeebc642654b6f58bbdda13e7e7965',1795835034155);
INSERT INTO webAuthToken VALUES(X'56f740e712931cff5819cc351cd3bf94e8d9ae7c97a74e50ce36efdac29a946f','871fa7a95869b3e72721d45f20991ff5',1795835033893);
INSERT INTO webAuthToken VALUES(X'89c65630476d3d42675f3b0068debd89629339f0fec65fc6d9c4ad445aab81e3','203c9fe627df0ccbd1564d23fa2cc21a',1795835034029);
CREATE TABLE admissionCode (
  id TEXT NOT NULL PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  -- of an invitation: reserved for its holder while it is open
  name TEXT COLLATE NOCASE,
  -- whose passphrase or whose device; null for an invitation
  userRecordName TEXT REFERENCES account ON DELETE CASCADE,
  -- null: the administrator
  issuer TEXT REFERENCES account ON DELETE CASCADE,
  createdAt INTEGER NOT NULL,
  expiresAt INTEGER NOT NULL,
  -- that are left
  uses INTEGER NOT NULL,
  lastUsedBy TEXT REFERENCES account ON DELETE SET NULL,
  isRevoked INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE zone (
  incarnation TEXT NOT NULL PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  ownerName TEXT NOT NULL,
  zoneName TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  tokenEpoch INTEGER NOT NULL,
  bytes INTEGER NOT NULL DEFAULT 0,
  -- what each member may store here; null: as much as the owner has
  memberBytes INTEGER,
  UNIQUE (partition, ownerName, zoneName)
) STRICT, WITHOUT ROWID;
INSERT INTO zone VALUES('067dc80388ed8c68c9098042',1,'_b7674e23ff908a86a82685392c08c321','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('63bf5fd3d8ef524a557b9594',1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','chat-8536015a-2d74-4b93-897c-3b10e2882df9',24,0,1274,NULL);
INSERT INTO zone VALUES('9d191fd93029aa7e6f8c5a30',1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('cf0b254480ed96be64449fc7',1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','chat-2852554c-7a4b-49d4-a1b7-337182f0dbdc',4,0,154,NULL);
INSERT INTO zone VALUES('e1ad94fe26bb75c4edac2105',2,'_41e7caa122f09d2de5ad8d1a50038523','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('e340917fa489e283d8f1a7a1',1,'_717c37b274b5a543682bef1c95f1c3b8','_defaultZone',2,0,0,NULL);
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
  -- the values of encrypted fields; FieldSealer says how
  sealed BLOB,
  UNIQUE (zone, recordName)
) STRICT;
INSERT INTO record VALUES(1,'e340917fa489e283d8f1a7a1','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','Users',1,1,0,NULL,NULL,NULL,NULL,'{}',0,1795835034378,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835034378,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(2,'63bf5fd3d8ef524a557b9594','cloudkit.zoneshare','cloudkit.share',4,24,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Crew","type":"STRING"}}',18,1795835034423,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835041944,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(3,'63bf5fd3d8ef524a557b9594','session','ChatSession',2,6,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795835034349,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795835035141,"type":"TIMESTAMP"},"name":{"value":"Crew","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',63,1795835034424,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835035192,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(4,'e340917fa489e283d8f1a7a1','_b7674e23ff908a86a82685392c08c321','Users',1,2,0,NULL,NULL,NULL,NULL,'{}',0,1795835034848,'_b7674e23ff908a86a82685392c08c321',1795835034848,'_b7674e23ff908a86a82685392c08c321',NULL);
INSERT INTO record VALUES(5,'63bf5fd3d8ef524a557b9594','01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a','Message',1,5,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c","type":"STRING"},"text":{"value":"from alice","type":"STRING"},"timestamp":{"value":1795835035141,"type":"TIMESTAMP"}}',72,1795835035191,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835035191,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(6,'63bf5fd3d8ef524a557b9594','01a2201bff00-1caa5706-1dbc-4b02-abd8-63a4617e4583','Message',1,7,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_b7674e23ff908a86a82685392c08c321","type":"STRING"},"text":{"value":"from bob","type":"STRING"},"timestamp":{"value":1795835035392,"type":"TIMESTAMP"}}',70,1795835035465,'_b7674e23ff908a86a82685392c08c321',1795835035465,'_b7674e23ff908a86a82685392c08c321',NULL);
INSERT INTO record VALUES(7,'63bf5fd3d8ef524a557b9594','01a2201c0316-db2802a3-ee8a-4aee-9155-edaed69fa710','Message',2,11,0,NULL,NULL,NULL,NULL,'{"editedAt":{"value":1795835037424,"type":"TIMESTAMP"},"revision":{"value":1,"type":"INT64"},"senderID":{"value":"_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c","type":"STRING"},"text":{"value":"changed","type":"STRING"},"timestamp":{"value":1795835036438,"type":"TIMESTAMP"}}',101,1795835036497,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835037472,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(8,'63bf5fd3d8ef524a557b9594','read_01a2201bff00-1caa5706-1dbc-4b02-abd8-63a4617e4583__2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','MessageRead',2,23,1,NULL,NULL,NULL,NULL,'{}',0,1795835036497,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835041558,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(9,'63bf5fd3d8ef524a557b9594','01a2201c0469-e1a88ca0-1977-4fef-b55d-a70c32c5ee90','Message',2,12,0,NULL,NULL,NULL,NULL,'{"deletedAt":{"value":1795835037884,"type":"TIMESTAMP"},"senderID":{"value":"_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c","type":"STRING"},"text":{"value":"","type":"STRING"},"timestamp":{"value":1795835036777,"type":"TIMESTAMP"}}',79,1795835036852,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835037953,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(10,'63bf5fd3d8ef524a557b9594','reaction_01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a__b7674e23ff908a86a82685392c08c321_f09f918d','MessageReaction',1,13,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795835038549,"type":"TIMESTAMP"},"emoji":{"value":"👍","type":"STRING"},"isRemoved":{"value":0,"type":"INT64"},"messageRef":{"value":{"recordName":"01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a","action":"NONE"},"type":"REFERENCE"},"userID":{"value":"_b7674e23ff908a86a82685392c08c321","type":"STRING"}}',149,1795835038613,'_b7674e23ff908a86a82685392c08c321',1795835038613,'_b7674e23ff908a86a82685392c08c321',NULL);
INSERT INTO record VALUES(11,'63bf5fd3d8ef524a557b9594','read_01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a__b7674e23ff908a86a82685392c08c321','MessageRead',2,19,1,NULL,NULL,NULL,NULL,'{}',0,1795835038614,'_b7674e23ff908a86a82685392c08c321',1795835039611,'_b7674e23ff908a86a82685392c08c321',NULL);
INSERT INTO record VALUES(12,'63bf5fd3d8ef524a557b9594','01a2201c0d04-3c67899f-f946-49fa-9ce1-df6820d9ddd7','Message',2,16,0,NULL,NULL,NULL,NULL,'{"attachment":{"value":{"fileChecksum":"ATgN76dauETi5SrXobnnkJ//4U+o","size":19,"referenceChecksum":"AVvX9kTbEP4xIt6Nt95EgwMP8XO/","wrappingKey":"53sfS4gC6+AbBve5I+LppQ=="},"type":"ASSETID"},"fileDigest":{"value":"8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92","type":"STRING"},"fileName":{"value":"notes.txt","type":"STRING"},"fileSize":{"value":19,"type":"INT64"},"fileType":{"value":"text/plain","type":"STRING"},"senderID":{"value":"_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c","type":"STRING"},"text":{"value":"with a file","type":"STRING"},"timestamp":{"value":1795835038980,"type":"TIMESTAMP"}}',355,1795835039046,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835039143,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(13,'63bf5fd3d8ef524a557b9594','01a2201c0f34-719f4697-ae54-436a-b4d5-a47dcebd1a7a','Message',1,17,0,NULL,NULL,NULL,NULL,'{"replyTo":{"value":"01a2201bfe05-9482026d-b6dd-48cf-9322-98d3b37e056a","type":"STRING"},"senderID":{"value":"_b7674e23ff908a86a82685392c08c321","type":"STRING"},"text":{"value":"an answer","type":"STRING"},"timestamp":{"value":1795835039540,"type":"TIMESTAMP"}}',127,1795835039610,'_b7674e23ff908a86a82685392c08c321',1795835039610,'_b7674e23ff908a86a82685392c08c321',NULL);
INSERT INTO record VALUES(14,'63bf5fd3d8ef524a557b9594','read_01a2201c0469-e1a88ca0-1977-4fef-b55d-a70c32c5ee90__b7674e23ff908a86a82685392c08c321','MessageRead',2,21,1,NULL,NULL,NULL,NULL,'{}',0,1795835039611,'_b7674e23ff908a86a82685392c08c321',1795835040970,'_b7674e23ff908a86a82685392c08c321',NULL);
INSERT INTO record VALUES(15,'cf0b254480ed96be64449fc7','cloudkit.zoneshare','cloudkit.share',1,1,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Plans","type":"STRING"}}',19,1795835039904,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835039904,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(16,'cf0b254480ed96be64449fc7','session','ChatSession',2,4,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795835039810,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795835040262,"type":"TIMESTAMP"},"name":{"value":"Plans","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',64,1795835039904,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835040326,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(17,'cf0b254480ed96be64449fc7','01a2201c1206-be256984-ca86-486e-95d1-9f5bc1b1ca05','Message',1,3,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c","type":"STRING"},"text":{"value":"only here","type":"STRING"},"timestamp":{"value":1795835040262,"type":"TIMESTAMP"}}',71,1795835040322,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835040322,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
INSERT INTO record VALUES(18,'63bf5fd3d8ef524a557b9594','read_01a2201c0d04-3c67899f-f946-49fa-9ce1-df6820d9ddd7__b7674e23ff908a86a82685392c08c321','MessageRead',1,20,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a2201c0d04-3c67899f-f946-49fa-9ce1-df6820d9ddd7","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795835040800,"type":"TIMESTAMP"},"userID":{"value":"_b7674e23ff908a86a82685392c08c321","type":"STRING"}}',120,1795835040970,'_b7674e23ff908a86a82685392c08c321',1795835040970,'_b7674e23ff908a86a82685392c08c321',NULL);
INSERT INTO record VALUES(19,'63bf5fd3d8ef524a557b9594','read_01a2201c0f34-719f4697-ae54-436a-b4d5-a47dcebd1a7a__2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','MessageRead',1,22,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a2201c0f34-719f4697-ae54-436a-b4d5-a47dcebd1a7a","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795835041371,"type":"TIMESTAMP"},"userID":{"value":"_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c","type":"STRING"}}',120,1795835041557,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1795835041557,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',NULL);
CREATE TABLE writer (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (zone, userRecordName)
) STRICT, WITHOUT ROWID;
INSERT INTO writer VALUES('63bf5fd3d8ef524a557b9594','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',808);
INSERT INTO writer VALUES('63bf5fd3d8ef524a557b9594','_b7674e23ff908a86a82685392c08c321',466);
INSERT INTO writer VALUES('cf0b254480ed96be64449fc7','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',154);
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
INSERT INTO share VALUES('63bf5fd3d8ef524a557b9594','','cloudkit.zoneshare','NONE');
INSERT INTO share VALUES('cf0b254480ed96be64449fc7','','cloudkit.zoneshare','NONE');
CREATE TABLE shareLink (
  shortGUID TEXT NOT NULL PRIMARY KEY,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  root TEXT NOT NULL,
  UNIQUE (zone, root)
) STRICT, WITHOUT ROWID;
INSERT INTO shareLink VALUES('N8sl9DJfZkd77S1cTyJY0EgW','cf0b254480ed96be64449fc7','');
INSERT INTO shareLink VALUES('rvEYlCwyPD8CLU0K0gkG6LZs','63bf5fd3d8ef524a557b9594','');
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
INSERT INTO participant VALUES('63bf5fd3d8ef524a557b9594','','_05896d9fb00ba7090873bd2d1136eab5','1ce50ee6cabe0fcb',2,'USER','READ_WRITE','INVITED');
INSERT INTO participant VALUES('63bf5fd3d8ef524a557b9594','','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','e5b1fc425ba5d517',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('63bf5fd3d8ef524a557b9594','','_b7674e23ff908a86a82685392c08c321','8168ef1210fd710a',1,'USER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('cf0b254480ed96be64449fc7','','_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','4727df2bb4ad36fa',0,'OWNER','READ_WRITE','ACCEPTED');
CREATE TABLE departure (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  recordName TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  PRIMARY KEY (zone, userRecordName, recordName)
) STRICT, WITHOUT ROWID;
CREATE TABLE awaitedParticipant (
  zone TEXT NOT NULL,
  root TEXT NOT NULL,
  address TEXT NOT NULL COLLATE NOCASE,
  participantID TEXT NOT NULL,
  position INTEGER NOT NULL,
  permission TEXT NOT NULL,
  PRIMARY KEY (zone, root, address),
  FOREIGN KEY (zone, root) REFERENCES share ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TABLE feed (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  scope INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  tokenEpoch INTEGER NOT NULL,
  PRIMARY KEY (partition, userRecordName, scope)
) STRICT, WITHOUT ROWID;
INSERT INTO feed VALUES(1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',2,20,0);
INSERT INTO feed VALUES(1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',3,0,0);
INSERT INTO feed VALUES(1,'_b7674e23ff908a86a82685392c08c321',2,0,0);
INSERT INTO feed VALUES(1,'_b7674e23ff908a86a82685392c08c321',3,14,0);
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
INSERT INTO feedEntry VALUES(1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',2,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','chat-2852554c-7a4b-49d4-a1b7-337182f0dbdc',17,1795835040321,NULL);
INSERT INTO feedEntry VALUES(1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',2,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','chat-8536015a-2d74-4b93-897c-3b10e2882df9',20,1795835041942,NULL);
INSERT INTO feedEntry VALUES(1,'_b7674e23ff908a86a82685392c08c321',3,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c','chat-8536015a-2d74-4b93-897c-3b10e2882df9',14,1795835041942,NULL);
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
INSERT INTO recordType VALUES(1,1,'BlockedPerson');
INSERT INTO recordType VALUES(2,1,'ChatSession');
INSERT INTO recordType VALUES(3,1,'ChatSettings');
INSERT INTO recordType VALUES(4,1,'Message');
INSERT INTO recordType VALUES(5,1,'MessagePin');
INSERT INTO recordType VALUES(6,1,'MessageReaction');
INSERT INTO recordType VALUES(7,1,'MessageRead');
INSERT INTO recordType VALUES(8,1,'Users');
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
INSERT INTO recordTypeGrant VALUES(3,'_creator','WRITE');
INSERT INTO recordTypeGrant VALUES(3,'_icloud','CREATE');
INSERT INTO recordTypeGrant VALUES(3,'_world','READ');
INSERT INTO recordTypeGrant VALUES(4,'_creator','WRITE');
INSERT INTO recordTypeGrant VALUES(4,'_icloud','CREATE');
INSERT INTO recordTypeGrant VALUES(4,'_world','READ');
INSERT INTO recordTypeGrant VALUES(5,'_creator','WRITE');
INSERT INTO recordTypeGrant VALUES(5,'_icloud','CREATE');
INSERT INTO recordTypeGrant VALUES(5,'_world','READ');
INSERT INTO recordTypeGrant VALUES(6,'_creator','WRITE');
INSERT INTO recordTypeGrant VALUES(6,'_icloud','CREATE');
INSERT INTO recordTypeGrant VALUES(6,'_world','READ');
INSERT INTO recordTypeGrant VALUES(7,'_creator','WRITE');
INSERT INTO recordTypeGrant VALUES(7,'_icloud','CREATE');
INSERT INTO recordTypeGrant VALUES(7,'_world','READ');
INSERT INTO recordTypeGrant VALUES(8,'_creator','WRITE');
INSERT INTO recordTypeGrant VALUES(8,'_world','READ');
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
INSERT INTO field VALUES(2,1,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(3,1,'changedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(4,1,'isBlocked','INT64',0,0,0);
INSERT INTO field VALUES(5,1,'name','STRING',0,0,0);
INSERT INTO field VALUES(6,1,'user','STRING',0,0,0);
INSERT INTO field VALUES(7,2,'___type','STRING',0,0,0);
INSERT INTO field VALUES(8,2,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(9,2,'createdAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(10,2,'lastMessageAt','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(11,2,'name','STRING',0,0,0);
INSERT INTO field VALUES(12,2,'renamedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(13,3,'___type','STRING',0,0,0);
INSERT INTO field VALUES(14,3,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(15,3,'archivedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(16,3,'chatOwner','STRING',0,0,0);
INSERT INTO field VALUES(17,3,'chatZone','STRING',0,0,0);
INSERT INTO field VALUES(18,3,'isArchived','INT64',0,0,0);
INSERT INTO field VALUES(19,3,'isLeft','INT64',0,0,0);
INSERT INTO field VALUES(20,3,'isPinned','INT64',0,0,0);
INSERT INTO field VALUES(21,3,'leftAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(22,3,'mutedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(23,3,'mutedUntil','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(24,3,'notifications','STRING',0,0,0);
INSERT INTO field VALUES(25,3,'notificationsAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(26,3,'pinnedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(27,4,'___type','STRING',0,0,0);
INSERT INTO field VALUES(28,4,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(29,4,'attachment','ASSET',0,0,0);
INSERT INTO field VALUES(30,4,'deletedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(31,4,'editedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(32,4,'fileDigest','STRING',0,0,0);
INSERT INTO field VALUES(33,4,'fileName','STRING',0,0,0);
INSERT INTO field VALUES(34,4,'fileSize','INT64',0,0,0);
INSERT INTO field VALUES(35,4,'fileType','STRING',0,0,0);
INSERT INTO field VALUES(36,4,'imported','STRING',0,0,0);
INSERT INTO field VALUES(37,4,'replyTo','STRING',0,0,0);
INSERT INTO field VALUES(38,4,'revision','INT64',0,0,0);
INSERT INTO field VALUES(39,4,'senderID','STRING',0,0,0);
INSERT INTO field VALUES(40,4,'text','STRING',0,0,0);
INSERT INTO field VALUES(41,4,'timestamp','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(42,5,'___type','STRING',0,0,0);
INSERT INTO field VALUES(43,5,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(44,5,'isRemoved','INT64',0,0,0);
INSERT INTO field VALUES(45,5,'messageRef','REFERENCE',0,0,0);
INSERT INTO field VALUES(46,5,'pinnedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(47,6,'___type','STRING',0,0,0);
INSERT INTO field VALUES(48,6,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(49,6,'createdAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(50,6,'emoji','STRING',0,0,0);
INSERT INTO field VALUES(51,6,'isRemoved','INT64',0,0,0);
INSERT INTO field VALUES(52,6,'messageRef','REFERENCE',1,0,0);
INSERT INTO field VALUES(53,6,'userID','STRING',0,0,0);
INSERT INTO field VALUES(54,7,'___type','STRING',0,0,0);
INSERT INTO field VALUES(55,7,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(56,7,'messageRef','REFERENCE',0,0,0);
INSERT INTO field VALUES(57,7,'readAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(58,7,'userID','STRING',0,0,0);
INSERT INTO field VALUES(59,8,'___type','STRING',0,0,0);
INSERT INTO field VALUES(60,8,'roles','LIST<INT64>',0,0,0);
CREATE TABLE indexEntry (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  field INTEGER NOT NULL,
  value BLOB NOT NULL,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  PRIMARY KEY (zone, field, value, record)
) STRICT, WITHOUT ROWID;
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',7,X'',3);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',8,X'0173657373696f6e',3);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',10,X'01800001a2201bfe05',3);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',27,X'',5);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',28,X'013031613232303162666530352d39343832303236642d623664642d343863662d393332322d393864336233376530353661',5);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',41,X'01800001a2201bfe05',5);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',27,X'',6);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',28,X'013031613232303162666630302d31636161353730362d316462632d346230322d616264382d363361343631376534353833',6);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',41,X'01800001a2201bff00',6);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',27,X'',7);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',28,X'013031613232303163303331362d64623238303261332d656538612d346165652d393135352d656461656436396661373130',7);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',41,X'01800001a2201c0316',7);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',27,X'',9);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',28,X'013031613232303163303436392d65316138386361302d313937372d346665662d623535642d613730633332633565653930',9);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',41,X'01800001a2201c0469',9);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',47,X'',10);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',48,X'017265616374696f6e5f3031613232303162666530352d39343832303236642d623664642d343863662d393332322d3938643362333765303536615f5f62373637346532336666393038613836613832363835333932633038633332315f6630396639313864',10);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',52,X'013031613232303162666530352d39343832303236642d623664642d343863662d393332322d393864336233376530353661',10);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',27,X'',12);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',28,X'013031613232303163306430342d33633637383939662d663934362d343966612d396365312d646636383230643964646437',12);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',41,X'01800001a2201c0d04',12);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',27,X'',13);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',28,X'013031613232303163306633342d37313966343639372d616535342d343336612d623464352d613437646365626431613761',13);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',41,X'01800001a2201c0f34',13);
INSERT INTO indexEntry VALUES('cf0b254480ed96be64449fc7',7,X'',16);
INSERT INTO indexEntry VALUES('cf0b254480ed96be64449fc7',8,X'0173657373696f6e',16);
INSERT INTO indexEntry VALUES('cf0b254480ed96be64449fc7',10,X'01800001a2201c1206',16);
INSERT INTO indexEntry VALUES('cf0b254480ed96be64449fc7',27,X'',17);
INSERT INTO indexEntry VALUES('cf0b254480ed96be64449fc7',28,X'013031613232303163313230362d62653235363938342d636138362d343836652d393564312d396635626331623163613035',17);
INSERT INTO indexEntry VALUES('cf0b254480ed96be64449fc7',41,X'01800001a2201c1206',17);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',54,X'',18);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',55,X'01726561645f3031613232303163306430342d33633637383939662d663934362d343966612d396365312d6466363832306439646464375f5f6237363734653233666639303861383661383236383533393263303863333231',18);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',54,X'',19);
INSERT INTO indexEntry VALUES('63bf5fd3d8ef524a557b9594',55,X'01726561645f3031613232303163306633342d37313966343639372d616535342d343336612d623464352d6134376463656264316137615f5f3263396261346339376639613164363963633963313865396366316633663163',19);
CREATE TABLE indexWord (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  field INTEGER NOT NULL,
  word TEXT NOT NULL,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  PRIMARY KEY (zone, field, word, record)
) STRICT, WITHOUT ROWID;
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
INSERT INTO asset VALUES(X'380defa75ab844e2e52ad7a1b9e7909fffe14fa8',19);
CREATE TABLE assetReference (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  fieldName TEXT NOT NULL,
  position INTEGER NOT NULL,
  checksum BLOB NOT NULL REFERENCES asset,
  size INTEGER NOT NULL,
  PRIMARY KEY (record, fieldName, position)
) STRICT, WITHOUT ROWID;
INSERT INTO assetReference VALUES(12,'attachment',0,X'380defa75ab844e2e52ad7a1b9e7909fffe14fa8',19);
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
INSERT INTO releasedAsset VALUES(X'380defa75ab844e2e52ad7a1b9e7909fffe14fa8');
CREATE TABLE usage (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (partition, userRecordName)
) STRICT, WITHOUT ROWID;
INSERT INTO usage VALUES(1,'_2c9ba4c97f9a1d69cc9c18e9cf1f3f1c',1428);
CREATE TABLE setAsideRow (
  id INTEGER PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  kind TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  zoneName TEXT,
  name TEXT NOT NULL,
  body BLOB NOT NULL,
  setAsideAt INTEGER NOT NULL
) STRICT;
DELETE FROM sqlite_sequence;
CREATE INDEX sessionByUser ON session (userRecordName, createdAt);
CREATE INDEX webAuthTokenBySession ON webAuthToken (session);
CREATE INDEX admissionCodeByName ON admissionCode (name);
CREATE INDEX admissionCodeByUser ON admissionCode (userRecordName);
CREATE INDEX admissionCodeByIssuer ON admissionCode (issuer);
CREATE INDEX admissionCodeByLastUser ON admissionCode (lastUsedBy);
CREATE UNIQUE INDEX recordFeed ON record (zone, sequence);
CREATE INDEX recordCover ON record (zone, coveredBy) WHERE coveredBy IS NOT NULL;
CREATE INDEX recordChildren ON record (zone, parent) WHERE parent IS NOT NULL;
CREATE INDEX recordReferrers ON recordReference (zone, target, action);
CREATE INDEX participantByUser ON participant (userRecordName, status);
CREATE INDEX departureOrder ON departure (zone, userRecordName, sequence);
CREATE INDEX awaitedParticipantByAddress ON awaitedParticipant (address);
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
CREATE TRIGGER zoneCharges AFTER UPDATE OF bytes ON zone WHEN new.bytes <> old.bytes BEGIN
  INSERT INTO usage (partition, userRecordName, bytes)
  VALUES (new.partition, new.ownerName, new.bytes - old.bytes)
  ON CONFLICT (partition, userRecordName) DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER zoneReleases AFTER DELETE ON zone WHEN old.bytes <> 0 BEGIN
  UPDATE usage SET bytes = bytes - old.bytes
  WHERE partition = old.partition AND userRecordName = old.ownerName;
END;
CREATE INDEX setAsideRowByPartition ON setAsideRow (partition);
COMMIT;
