PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('1 the cloud');
INSERT INTO grdb_migrations VALUES('2 charges by the transaction');
INSERT INTO grdb_migrations VALUES('3 rows that are set aside');
INSERT INTO grdb_migrations VALUES('5 invitations of strangers, origins of tokens');
INSERT INTO grdb_migrations VALUES('7 sealed fields');
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('assets.secret','yWtyBkdqunpLt_01L2FQg7shZ11XYXRLsjk8QA9anhA');
INSERT INTO setting VALUES('atRestKey','4666d3957c514660');
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
INSERT INTO account VALUES('_2a99e2c81e424acd1452d4ef90c34580','alice',0,NULL,NULL,NULL,1,NULL);
INSERT INTO account VALUES('_a44da94ffcf7ec87cc164c636bd8fdb2','bob',0,NULL,NULL,NULL,1,NULL);
INSERT INTO account VALUES('_d61e0498731e69672db7aa4435c63857','carol',0,NULL,NULL,NULL,1,NULL);
CREATE TABLE partition (
  id INTEGER PRIMARY KEY,
  container TEXT NOT NULL,
  environment TEXT NOT NULL,
  incarnation TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  settings TEXT NOT NULL,
  UNIQUE (container, environment)
) STRICT;
INSERT INTO "partition" VALUES(1,'iCloud.net.zonechat','development','d3fb577014e82358b7b89f3e','_1cec4d17692b2fc0edb5a1fd12093738','{"environment":{}}');
INSERT INTO "partition" VALUES(2,'iCloud.net.zonechat','production','a74fe0d31110b6902ea97221','_d514342ae73af3260977fb958f942f2e','{"environment":{}}');
CREATE TABLE apiToken (
  hash BLOB NOT NULL PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  name TEXT NOT NULL,
  callbackURL TEXT,
  createdAt INTEGER NOT NULL, allowedOrigins TEXT NOT NULL DEFAULT '',
  UNIQUE (partition, name)
) STRICT, WITHOUT ROWID;
INSERT INTO apiToken VALUES(X'e57f7cb84c209da965fa3549e7beaac2ed81663d0cdb9c26aad80d7e2ae25ad3',1,'zonechat',NULL,1795460326926,'');
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
INSERT INTO session VALUES('04769dc68d1628ea541e993ece2ac4ab',1,'_2a99e2c81e424acd1452d4ef90c34580',1,1795460326926);
INSERT INTO session VALUES('5b41442a29972823acdb4ed9e49fe202',1,'_d61e0498731e69672db7aa4435c63857',1,1795460327048);
INSERT INTO session VALUES('6c372ec1cf073294559b324c5a6cc7e4',1,'_a44da94ffcf7ec87cc164c636bd8fdb2',1,1795460326980);
CREATE TABLE webAuthToken (
  hash BLOB NOT NULL PRIMARY KEY,
  session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO webAuthToken VALUES(X'34b41e345e9f6faec400fe2cfaa9d985d317d76a54208f2148bc90a8d8d5671c','04769dc68d1628ea541e993ece2ac4ab',1795460326926);
INSERT INTO webAuthToken VALUES(X'38373c7a815ab3e56e7d0428ebe3d00c63b6bf16bc7c3018dd279ef478ef3195','5b41442a29972823acdb4ed9e49fe202',1795460327048);
INSERT INTO webAuthToken VALUES(X'6e9e8a6d26b3b4ceb8c433669dbbc36299549d09704a15cd9d46a096d41ab626','6c372ec1cf073294559b324c5a6cc7e4',1795460326980);
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
INSERT INTO zone VALUES('2ece0a5cc87419d98d54b98f',1,'_d61e0498731e69672db7aa4435c63857','_defaultZone',0,0,0);
INSERT INTO zone VALUES('3b5a357a3efaf0fc9f17ac1f',1,'_2a99e2c81e424acd1452d4ef90c34580','chat-ccdba563-336f-49f2-ac02-ba9b5959eb76',24,0,1274);
INSERT INTO zone VALUES('63cf351533ed2a3088b9d4bb',1,'_2a99e2c81e424acd1452d4ef90c34580','_defaultZone',0,0,0);
INSERT INTO zone VALUES('6b144dfa6cc4911a5b907e5e',1,'_a44da94ffcf7ec87cc164c636bd8fdb2','_defaultZone',0,0,0);
INSERT INTO zone VALUES('902777a4cec482bba805ddeb',1,'_2a99e2c81e424acd1452d4ef90c34580','chat-84791f4d-a925-4cc1-a25f-6e87a37b915b',4,0,154);
INSERT INTO zone VALUES('a74fe0d31110b6902ea97221',2,'_d514342ae73af3260977fb958f942f2e','_defaultZone',0,0,0);
INSERT INTO zone VALUES('d3fb577014e82358b7b89f3e',1,'_1cec4d17692b2fc0edb5a1fd12093738','_defaultZone',3,0,0);
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
  modifiedBy TEXT NOT NULL, sealed BLOB,
  UNIQUE (zone, recordName)
) STRICT;
INSERT INTO record VALUES(1,'d3fb577014e82358b7b89f3e','_2a99e2c81e424acd1452d4ef90c34580','Users',1,1,0,NULL,NULL,NULL,NULL,'{}',0,1795460327121,'_2a99e2c81e424acd1452d4ef90c34580',1795460327121,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(2,'3b5a357a3efaf0fc9f17ac1f','cloudkit.zoneshare','cloudkit.share',4,24,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Crew","type":"STRING"}}',18,1795460327141,'_2a99e2c81e424acd1452d4ef90c34580',1795460329820,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(3,'3b5a357a3efaf0fc9f17ac1f','session','ChatSession',2,6,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795460327107,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795460327413,"type":"TIMESTAMP"},"name":{"value":"Crew","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',63,1795460327142,'_2a99e2c81e424acd1452d4ef90c34580',1795460327441,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(4,'d3fb577014e82358b7b89f3e','_a44da94ffcf7ec87cc164c636bd8fdb2','Users',1,2,0,NULL,NULL,NULL,NULL,'{}',0,1795460327310,'_a44da94ffcf7ec87cc164c636bd8fdb2',1795460327310,'_a44da94ffcf7ec87cc164c636bd8fdb2',NULL);
INSERT INTO record VALUES(5,'3b5a357a3efaf0fc9f17ac1f','01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae','Message',1,5,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_2a99e2c81e424acd1452d4ef90c34580","type":"STRING"},"text":{"value":"from alice","type":"STRING"},"timestamp":{"value":1795460327413,"type":"TIMESTAMP"}}',72,1795460327440,'_2a99e2c81e424acd1452d4ef90c34580',1795460327440,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(6,'3b5a357a3efaf0fc9f17ac1f','01a209c66855-9605c941-e646-48aa-be94-733e292e94c5','Message',1,7,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_a44da94ffcf7ec87cc164c636bd8fdb2","type":"STRING"},"text":{"value":"from bob","type":"STRING"},"timestamp":{"value":1795460327509,"type":"TIMESTAMP"}}',70,1795460327535,'_a44da94ffcf7ec87cc164c636bd8fdb2',1795460327535,'_a44da94ffcf7ec87cc164c636bd8fdb2',NULL);
INSERT INTO record VALUES(7,'3b5a357a3efaf0fc9f17ac1f','01a209c66948-a2c44e88-291e-4ca1-bba6-46fde3b2e625','Message',2,11,0,NULL,NULL,NULL,NULL,'{"editedAt":{"value":1795460328083,"type":"TIMESTAMP"},"revision":{"value":1,"type":"INT64"},"senderID":{"value":"_2a99e2c81e424acd1452d4ef90c34580","type":"STRING"},"text":{"value":"changed","type":"STRING"},"timestamp":{"value":1795460327752,"type":"TIMESTAMP"}}',101,1795460327779,'_2a99e2c81e424acd1452d4ef90c34580',1795460328102,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(8,'3b5a357a3efaf0fc9f17ac1f','read_01a209c66855-9605c941-e646-48aa-be94-733e292e94c5__2a99e2c81e424acd1452d4ef90c34580','MessageRead',2,23,1,NULL,NULL,NULL,NULL,'{}',0,1795460327779,'_2a99e2c81e424acd1452d4ef90c34580',1795460329711,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(9,'3b5a357a3efaf0fc9f17ac1f','01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0','Message',2,12,0,NULL,NULL,NULL,NULL,'{"deletedAt":{"value":1795460328295,"type":"TIMESTAMP"},"senderID":{"value":"_2a99e2c81e424acd1452d4ef90c34580","type":"STRING"},"text":{"value":"","type":"STRING"},"timestamp":{"value":1795460327826,"type":"TIMESTAMP"}}',79,1795460327855,'_2a99e2c81e424acd1452d4ef90c34580',1795460328315,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(10,'3b5a357a3efaf0fc9f17ac1f','read_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2','MessageRead',2,16,1,NULL,NULL,NULL,NULL,'{}',0,1795460328447,'_a44da94ffcf7ec87cc164c636bd8fdb2',1795460328567,'_a44da94ffcf7ec87cc164c636bd8fdb2',NULL);
INSERT INTO record VALUES(11,'3b5a357a3efaf0fc9f17ac1f','reaction_01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae__a44da94ffcf7ec87cc164c636bd8fdb2_f09f918d','MessageReaction',1,14,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795460328541,"type":"TIMESTAMP"},"emoji":{"value":"👍","type":"STRING"},"isRemoved":{"value":0,"type":"INT64"},"messageRef":{"value":{"recordName":"01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae","action":"NONE"},"type":"REFERENCE"},"userID":{"value":"_a44da94ffcf7ec87cc164c636bd8fdb2","type":"STRING"}}',149,1795460328567,'_a44da94ffcf7ec87cc164c636bd8fdb2',1795460328567,'_a44da94ffcf7ec87cc164c636bd8fdb2',NULL);
INSERT INTO record VALUES(12,'3b5a357a3efaf0fc9f17ac1f','read_01a209c66992-88f98e3a-040c-424d-86bc-d811a5d64ee0__a44da94ffcf7ec87cc164c636bd8fdb2','MessageRead',2,21,1,NULL,NULL,NULL,NULL,'{}',0,1795460328567,'_a44da94ffcf7ec87cc164c636bd8fdb2',1795460328994,'_a44da94ffcf7ec87cc164c636bd8fdb2',NULL);
INSERT INTO record VALUES(13,'3b5a357a3efaf0fc9f17ac1f','01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415','Message',2,18,0,NULL,NULL,NULL,NULL,'{"attachment":{"value":{"fileChecksum":"AWT5QRt4BK/xjkMFO1I5ZgIVhgM2","size":19,"referenceChecksum":"AVOELHtaXD/H5xJZDvVrzNNTuAoY","wrappingKey":"7JEOXdTop81COBywBIm63w=="},"type":"ASSETID"},"fileDigest":{"value":"8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92","type":"STRING"},"fileName":{"value":"notes.txt","type":"STRING"},"fileSize":{"value":19,"type":"INT64"},"fileType":{"value":"text/plain","type":"STRING"},"senderID":{"value":"_2a99e2c81e424acd1452d4ef90c34580","type":"STRING"},"text":{"value":"with a file","type":"STRING"},"timestamp":{"value":1795460328623,"type":"TIMESTAMP"}}',355,1795460328665,'_2a99e2c81e424acd1452d4ef90c34580',1795460328738,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(14,'3b5a357a3efaf0fc9f17ac1f','01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3','Message',1,19,0,NULL,NULL,NULL,NULL,'{"replyTo":{"value":"01a209c667f5-90c672e9-b619-4fa0-9dfe-adc0a68609ae","type":"STRING"},"senderID":{"value":"_a44da94ffcf7ec87cc164c636bd8fdb2","type":"STRING"},"text":{"value":"an answer","type":"STRING"},"timestamp":{"value":1795460328957,"type":"TIMESTAMP"}}',127,1795460328994,'_a44da94ffcf7ec87cc164c636bd8fdb2',1795460328994,'_a44da94ffcf7ec87cc164c636bd8fdb2',NULL);
INSERT INTO record VALUES(15,'3b5a357a3efaf0fc9f17ac1f','read_01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415__a44da94ffcf7ec87cc164c636bd8fdb2','MessageRead',1,20,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a209c66caf-32389f52-2257-4c9d-ae7c-dbed32673415","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795460328907,"type":"TIMESTAMP"},"userID":{"value":"_a44da94ffcf7ec87cc164c636bd8fdb2","type":"STRING"}}',120,1795460328994,'_a44da94ffcf7ec87cc164c636bd8fdb2',1795460328994,'_a44da94ffcf7ec87cc164c636bd8fdb2',NULL);
INSERT INTO record VALUES(16,'902777a4cec482bba805ddeb','cloudkit.zoneshare','cloudkit.share',1,1,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Plans","type":"STRING"}}',19,1795460329098,'_2a99e2c81e424acd1452d4ef90c34580',1795460329098,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(17,'902777a4cec482bba805ddeb','session','ChatSession',2,4,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795460329055,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795460329150,"type":"TIMESTAMP"},"name":{"value":"Plans","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',64,1795460329099,'_2a99e2c81e424acd1452d4ef90c34580',1795460329194,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(18,'902777a4cec482bba805ddeb','01a209c66ebe-da7dc2e2-26ce-4760-a890-c5ec7a865a23','Message',1,3,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_2a99e2c81e424acd1452d4ef90c34580","type":"STRING"},"text":{"value":"only here","type":"STRING"},"timestamp":{"value":1795460329150,"type":"TIMESTAMP"}}',71,1795460329193,'_2a99e2c81e424acd1452d4ef90c34580',1795460329193,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(19,'3b5a357a3efaf0fc9f17ac1f','read_01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3__2a99e2c81e424acd1452d4ef90c34580','MessageRead',1,22,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a209c66dfd-b239df22-e8d2-4d19-a702-b1eb3af56ad3","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795460329631,"type":"TIMESTAMP"},"userID":{"value":"_2a99e2c81e424acd1452d4ef90c34580","type":"STRING"}}',120,1795460329710,'_2a99e2c81e424acd1452d4ef90c34580',1795460329710,'_2a99e2c81e424acd1452d4ef90c34580',NULL);
INSERT INTO record VALUES(20,'d3fb577014e82358b7b89f3e','_d61e0498731e69672db7aa4435c63857','Users',1,3,0,NULL,NULL,NULL,NULL,'{}',0,1795460329892,'_d61e0498731e69672db7aa4435c63857',1795460329892,'_d61e0498731e69672db7aa4435c63857',NULL);
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
INSERT INTO share VALUES('3b5a357a3efaf0fc9f17ac1f','','cloudkit.zoneshare','NONE');
INSERT INTO share VALUES('902777a4cec482bba805ddeb','','cloudkit.zoneshare','NONE');
CREATE TABLE shareLink (
  shortGUID TEXT NOT NULL PRIMARY KEY,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  root TEXT NOT NULL,
  UNIQUE (zone, root)
) STRICT, WITHOUT ROWID;
INSERT INTO shareLink VALUES('iT3DxMjeUAvSS-B9f_YrMa8A','3b5a357a3efaf0fc9f17ac1f','');
INSERT INTO shareLink VALUES('sXJjWRqi5EF1Vjv1FQJ92pLr','902777a4cec482bba805ddeb','');
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
INSERT INTO participant VALUES('3b5a357a3efaf0fc9f17ac1f','','_2a99e2c81e424acd1452d4ef90c34580','761880a0b60912f2',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('3b5a357a3efaf0fc9f17ac1f','','_a44da94ffcf7ec87cc164c636bd8fdb2','31f9dd2445c460e3',1,'USER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('3b5a357a3efaf0fc9f17ac1f','','_d61e0498731e69672db7aa4435c63857','1febb8df9503166f',2,'USER','READ_WRITE','INVITED');
INSERT INTO participant VALUES('902777a4cec482bba805ddeb','','_2a99e2c81e424acd1452d4ef90c34580','78aaa1b5195ff0ae',0,'OWNER','READ_WRITE','ACCEPTED');
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
INSERT INTO feed VALUES(1,'_2a99e2c81e424acd1452d4ef90c34580',2,20,0);
INSERT INTO feed VALUES(1,'_2a99e2c81e424acd1452d4ef90c34580',3,0,0);
INSERT INTO feed VALUES(1,'_a44da94ffcf7ec87cc164c636bd8fdb2',2,0,0);
INSERT INTO feed VALUES(1,'_a44da94ffcf7ec87cc164c636bd8fdb2',3,14,0);
INSERT INTO feed VALUES(1,'_d61e0498731e69672db7aa4435c63857',2,0,0);
INSERT INTO feed VALUES(1,'_d61e0498731e69672db7aa4435c63857',3,0,0);
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
INSERT INTO feedEntry VALUES(1,'_2a99e2c81e424acd1452d4ef90c34580',2,'_2a99e2c81e424acd1452d4ef90c34580','chat-84791f4d-a925-4cc1-a25f-6e87a37b915b',18,1795460329193,NULL);
INSERT INTO feedEntry VALUES(1,'_2a99e2c81e424acd1452d4ef90c34580',2,'_2a99e2c81e424acd1452d4ef90c34580','chat-ccdba563-336f-49f2-ac02-ba9b5959eb76',20,1795460329819,NULL);
INSERT INTO feedEntry VALUES(1,'_a44da94ffcf7ec87cc164c636bd8fdb2',3,'_2a99e2c81e424acd1452d4ef90c34580','chat-ccdba563-336f-49f2-ac02-ba9b5959eb76',14,1795460329819,NULL);
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
INSERT INTO recordType VALUES(3,1,'MessageReaction');
INSERT INTO recordType VALUES(4,1,'MessageRead');
INSERT INTO recordType VALUES(5,1,'Users');
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
INSERT INTO recordTypeGrant VALUES(5,'_world','READ');
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
INSERT INTO field VALUES(3,1,'createdAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(4,1,'lastMessageAt','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(5,1,'name','STRING',0,0,0);
INSERT INTO field VALUES(6,1,'renamedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(7,2,'___type','STRING',0,0,0);
INSERT INTO field VALUES(8,2,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(9,2,'attachment','ASSET',0,0,0);
INSERT INTO field VALUES(10,2,'deletedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(11,2,'editedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(12,2,'fileDigest','STRING',0,0,0);
INSERT INTO field VALUES(13,2,'fileName','STRING',0,0,0);
INSERT INTO field VALUES(14,2,'fileSize','INT64',0,0,0);
INSERT INTO field VALUES(15,2,'fileType','STRING',0,0,0);
INSERT INTO field VALUES(16,2,'replyTo','STRING',0,0,0);
INSERT INTO field VALUES(17,2,'revision','INT64',0,0,0);
INSERT INTO field VALUES(18,2,'senderID','STRING',0,0,0);
INSERT INTO field VALUES(19,2,'text','STRING',0,0,0);
INSERT INTO field VALUES(20,2,'timestamp','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(21,3,'___type','STRING',0,0,0);
INSERT INTO field VALUES(22,3,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(23,3,'createdAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(24,3,'emoji','STRING',0,0,0);
INSERT INTO field VALUES(25,3,'isRemoved','INT64',0,0,0);
INSERT INTO field VALUES(26,3,'messageRef','REFERENCE',1,0,0);
INSERT INTO field VALUES(27,3,'userID','STRING',0,0,0);
INSERT INTO field VALUES(28,4,'___type','STRING',0,0,0);
INSERT INTO field VALUES(29,4,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(30,4,'messageRef','REFERENCE',0,0,0);
INSERT INTO field VALUES(31,4,'readAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(32,4,'userID','STRING',0,0,0);
INSERT INTO field VALUES(33,5,'___type','STRING',0,0,0);
INSERT INTO field VALUES(34,5,'roles','LIST<INT64>',0,0,0);
CREATE TABLE indexEntry (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  field INTEGER NOT NULL,
  value BLOB NOT NULL,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  PRIMARY KEY (zone, field, value, record)
) STRICT, WITHOUT ROWID;
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',1,X'',3);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',2,X'0173657373696f6e',3);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',4,X'01800001a209c667f5',3);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',7,X'',5);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',8,X'013031613230396336363766352d39306336373265392d623631392d346661302d396466652d616463306136383630396165',5);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',20,X'01800001a209c667f5',5);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',7,X'',6);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',8,X'013031613230396336363835352d39363035633934312d653634362d343861612d626539342d373333653239326539346335',6);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',20,X'01800001a209c66855',6);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',7,X'',7);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',8,X'013031613230396336363934382d61326334346538382d323931652d346361312d626261362d343666646533623265363235',7);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',20,X'01800001a209c66948',7);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',7,X'',9);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',8,X'013031613230396336363939322d38386639386533612d303430632d343234642d383662632d643831316135643634656530',9);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',20,X'01800001a209c66992',9);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',21,X'',11);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',22,X'017265616374696f6e5f3031613230396336363766352d39306336373265392d623631392d346661302d396466652d6164633061363836303961655f5f61343464613934666663663765633837636331363463363336626438666462325f6630396639313864',11);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',26,X'013031613230396336363766352d39306336373265392d623631392d346661302d396466652d616463306136383630396165',11);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',7,X'',13);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',8,X'013031613230396336366361662d33323338396635322d323235372d346339642d616537632d646265643332363733343135',13);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',20,X'01800001a209c66caf',13);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',7,X'',14);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',8,X'013031613230396336366466642d62323339646632322d653864322d346431392d613730322d623165623361663536616433',14);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',20,X'01800001a209c66dfd',14);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',28,X'',15);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',29,X'01726561645f3031613230396336366361662d33323338396635322d323235372d346339642d616537632d6462656433323637333431355f5f6134346461393466666366376563383763633136346336333662643866646232',15);
INSERT INTO indexEntry VALUES('902777a4cec482bba805ddeb',1,X'',17);
INSERT INTO indexEntry VALUES('902777a4cec482bba805ddeb',2,X'0173657373696f6e',17);
INSERT INTO indexEntry VALUES('902777a4cec482bba805ddeb',4,X'01800001a209c66ebe',17);
INSERT INTO indexEntry VALUES('902777a4cec482bba805ddeb',7,X'',18);
INSERT INTO indexEntry VALUES('902777a4cec482bba805ddeb',8,X'013031613230396336366562652d64613764633265322d323663652d343736302d613839302d633565633761383635613233',18);
INSERT INTO indexEntry VALUES('902777a4cec482bba805ddeb',20,X'01800001a209c66ebe',18);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',28,X'',19);
INSERT INTO indexEntry VALUES('3b5a357a3efaf0fc9f17ac1f',29,X'01726561645f3031613230396336366466642d62323339646632322d653864322d346431392d613730322d6231656233616635366164335f5f3261393965326338316534323461636431343532643465663930633334353830',19);
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
INSERT INTO asset VALUES(X'64f9411b7804aff18e43053b5239660215860336',19);
CREATE TABLE assetReference (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  fieldName TEXT NOT NULL,
  position INTEGER NOT NULL,
  checksum BLOB NOT NULL REFERENCES asset,
  size INTEGER NOT NULL,
  PRIMARY KEY (record, fieldName, position)
) STRICT, WITHOUT ROWID;
INSERT INTO assetReference VALUES(13,'attachment',0,X'64f9411b7804aff18e43053b5239660215860336',19);
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
INSERT INTO releasedAsset VALUES(X'64f9411b7804aff18e43053b5239660215860336');
CREATE TABLE usage (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (partition, userRecordName)
) STRICT, WITHOUT ROWID;
INSERT INTO usage VALUES(1,'_2a99e2c81e424acd1452d4ef90c34580',1428);
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
CREATE INDEX awaitedParticipantByAddress ON awaitedParticipant (address);
COMMIT;
