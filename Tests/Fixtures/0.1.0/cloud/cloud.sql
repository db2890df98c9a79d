PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('0.1.0b');
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('assets.secret','XLNbx9O7FKmqr1B6Oo4uWnzM2cK2t6HCCcgmmt7hK7A');
INSERT INTO setting VALUES('atRestKey','f96b768bf7bb93e5');
INSERT INTO setting VALUES('clock.last','1795820952858');
INSERT INTO setting VALUES('cloud.id','920caba7a1101644124dc481fbdafee9');
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
INSERT INTO account VALUES('_79d0318ccdb76c09e7ca092e31fa42d2','bob',0,NULL,NULL,NULL,1,NULL,'active',1795820952977);
INSERT INTO account VALUES('_8645e00de6db4e6cc3400199b4d4a485','alice',0,NULL,NULL,NULL,1,NULL,'active',1795820952853);
INSERT INTO account VALUES('_e657a18c072dafb465126cdbab6a22fb','carol',0,NULL,NULL,NULL,1,NULL,'active',1795820953110);
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
INSERT INTO "partition" VALUES(1,'iCloud.net.zonechat','development','67dff544446f091bccc12ef9','_e10b7fbfcfe704c222c5055a67d1702f','{"environment":{}}');
INSERT INTO "partition" VALUES(2,'iCloud.net.zonechat','production','976af7646019a0e02a58ec84','_2a25377ad726441ecc79ffe2568e8ee2','{"environment":{}}');
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
INSERT INTO apiToken VALUES(X'a83e659db0668250729aacfa9489535d141078077e851475a221aef503eb049e',1,'zonechat',NULL,1795820952857,'');
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
INSERT INTO session VALUES('ab681d922fcd4182c0410d6e825c1fbc',1,'_e657a18c072dafb465126cdbab6a22fb',1,1795820953112,1795820953112,'vm','');
INSERT INTO session VALUES('b6c010db9b6d1f30cdc1542176a9c2dc',1,'_8645e00de6db4e6cc3400199b4d4a485',1,1795820952858,1795820952858,'vm','');
INSERT INTO session VALUES('c17b0b46e7ef17d2d670e9fc0c2b973d',1,'_79d0318ccdb76c09e7ca092e31fa42d2',1,1795820952978,1795820952978,'vm','');
CREATE TABLE webAuthToken (
  hash BLOB NOT NULL PRIMARY KEY,
  session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO webAuthToken VALUES(X'509042f2974ba15cfcb5b9c23bd26d31ce3cb614763770bb435bc795d0c921a0','b6c010db9b6d1f30cdc1542176a9c2dc',1795820952858);
INSERT INTO webAuthToken VALUES(X'ac14a5aebbf78f5420d89d6f2ee48cd1fa4c7ab91ba3cd68aad9a8187b1c00b6','ab681d922fcd4182c0410d6e825c1fbc',1795820953112);
INSERT INTO webAuthToken VALUES(X'b870d157b8c0684cd4d303d849ab9998eb06abe19124824aed5966e3869b42c4','c17b0b46e7ef17d2d670e9fc0c2b973d',1795820952978);
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
INSERT INTO zone VALUES('35df14cb9044966e35cef7ae',1,'_8645e00de6db4e6cc3400199b4d4a485','chat-4826eca0-b4c6-400c-8e20-c9cc54c90903',24,0,1274,NULL);
INSERT INTO zone VALUES('494c1cf5adf0e07b6c9689cb',1,'_79d0318ccdb76c09e7ca092e31fa42d2','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('67dff544446f091bccc12ef9',1,'_e10b7fbfcfe704c222c5055a67d1702f','_defaultZone',2,0,0,NULL);
INSERT INTO zone VALUES('7e2e34e4d35aa296d7f7e9e2',1,'_8645e00de6db4e6cc3400199b4d4a485','chat-664f0836-6e71-4704-ac7f-bf88fe7c878c',4,0,154,NULL);
INSERT INTO zone VALUES('976af7646019a0e02a58ec84',2,'_2a25377ad726441ecc79ffe2568e8ee2','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('dfb8986af2ec9686ca8316b9',1,'_8645e00de6db4e6cc3400199b4d4a485','_defaultZone',0,0,0,NULL);
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
INSERT INTO record VALUES(1,'67dff544446f091bccc12ef9','_8645e00de6db4e6cc3400199b4d4a485','Users',1,1,0,NULL,NULL,NULL,NULL,'{}',0,1795820953269,'_8645e00de6db4e6cc3400199b4d4a485',1795820953269,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(2,'35df14cb9044966e35cef7ae','cloudkit.zoneshare','cloudkit.share',4,24,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Crew","type":"STRING"}}',18,1795820953312,'_8645e00de6db4e6cc3400199b4d4a485',1795820958792,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(3,'35df14cb9044966e35cef7ae','session','ChatSession',2,6,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795820953232,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795820953994,"type":"TIMESTAMP"},"name":{"value":"Crew","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',63,1795820953313,'_8645e00de6db4e6cc3400199b4d4a485',1795820954056,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(4,'67dff544446f091bccc12ef9','_79d0318ccdb76c09e7ca092e31fa42d2','Users',1,2,0,NULL,NULL,NULL,NULL,'{}',0,1795820953665,'_79d0318ccdb76c09e7ca092e31fa42d2',1795820953665,'_79d0318ccdb76c09e7ca092e31fa42d2',NULL);
INSERT INTO record VALUES(5,'35df14cb9044966e35cef7ae','01a21f45218a-0e8fa6cf-ba83-4f31-8480-f12f5ea08c22','Message',1,5,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_8645e00de6db4e6cc3400199b4d4a485","type":"STRING"},"text":{"value":"from alice","type":"STRING"},"timestamp":{"value":1795820953994,"type":"TIMESTAMP"}}',72,1795820954055,'_8645e00de6db4e6cc3400199b4d4a485',1795820954055,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(6,'35df14cb9044966e35cef7ae','01a21f452298-74b81682-9f19-4d00-a927-def7440f6d00','Message',1,7,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_79d0318ccdb76c09e7ca092e31fa42d2","type":"STRING"},"text":{"value":"from bob","type":"STRING"},"timestamp":{"value":1795820954264,"type":"TIMESTAMP"}}',70,1795820954313,'_79d0318ccdb76c09e7ca092e31fa42d2',1795820954313,'_79d0318ccdb76c09e7ca092e31fa42d2',NULL);
INSERT INTO record VALUES(7,'35df14cb9044966e35cef7ae','01a21f452581-1ed8fc7d-bd5a-418e-92a9-df3ef13cefae','Message',2,11,0,NULL,NULL,NULL,NULL,'{"editedAt":{"value":1795820955809,"type":"TIMESTAMP"},"revision":{"value":1,"type":"INT64"},"senderID":{"value":"_8645e00de6db4e6cc3400199b4d4a485","type":"STRING"},"text":{"value":"changed","type":"STRING"},"timestamp":{"value":1795820955009,"type":"TIMESTAMP"}}',101,1795820955059,'_8645e00de6db4e6cc3400199b4d4a485',1795820955860,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(8,'35df14cb9044966e35cef7ae','read_01a21f452298-74b81682-9f19-4d00-a927-def7440f6d00__8645e00de6db4e6cc3400199b4d4a485','MessageRead',2,23,1,NULL,NULL,NULL,NULL,'{}',0,1795820955060,'_8645e00de6db4e6cc3400199b4d4a485',1795820958617,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(9,'35df14cb9044966e35cef7ae','01a21f452682-01a88c77-5bf6-470c-a99c-ab11b5b0572a','Message',2,12,0,NULL,NULL,NULL,NULL,'{"deletedAt":{"value":1795820956235,"type":"TIMESTAMP"},"senderID":{"value":"_8645e00de6db4e6cc3400199b4d4a485","type":"STRING"},"text":{"value":"","type":"STRING"},"timestamp":{"value":1795820955266,"type":"TIMESTAMP"}}',79,1795820955310,'_8645e00de6db4e6cc3400199b4d4a485',1795820956278,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(10,'35df14cb9044966e35cef7ae','reaction_01a21f45218a-0e8fa6cf-ba83-4f31-8480-f12f5ea08c22__79d0318ccdb76c09e7ca092e31fa42d2_f09f918d','MessageReaction',1,13,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795820956734,"type":"TIMESTAMP"},"emoji":{"value":"👍","type":"STRING"},"isRemoved":{"value":0,"type":"INT64"},"messageRef":{"value":{"recordName":"01a21f45218a-0e8fa6cf-ba83-4f31-8480-f12f5ea08c22","action":"NONE"},"type":"REFERENCE"},"userID":{"value":"_79d0318ccdb76c09e7ca092e31fa42d2","type":"STRING"}}',149,1795820956776,'_79d0318ccdb76c09e7ca092e31fa42d2',1795820956776,'_79d0318ccdb76c09e7ca092e31fa42d2',NULL);
INSERT INTO record VALUES(11,'35df14cb9044966e35cef7ae','read_01a21f45218a-0e8fa6cf-ba83-4f31-8480-f12f5ea08c22__79d0318ccdb76c09e7ca092e31fa42d2','MessageRead',2,19,1,NULL,NULL,NULL,NULL,'{}',0,1795820956776,'_79d0318ccdb76c09e7ca092e31fa42d2',1795820957424,'_79d0318ccdb76c09e7ca092e31fa42d2',NULL);
INSERT INTO record VALUES(12,'35df14cb9044966e35cef7ae','01a21f452d31-c20ef974-a84e-4be6-96a5-da40706a32ae','Message',2,16,0,NULL,NULL,NULL,NULL,'{"attachment":{"value":{"fileChecksum":"AcHc/88IPx2CYCaLFf9g41QCswsG","size":19,"referenceChecksum":"AeqevsGP5vUEasOsD45VeH2FSk/j","wrappingKey":"9SW50dV05/n/Oy41mrg2XA=="},"type":"ASSETID"},"fileDigest":{"value":"8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92","type":"STRING"},"fileName":{"value":"notes.txt","type":"STRING"},"fileSize":{"value":19,"type":"INT64"},"fileType":{"value":"text/plain","type":"STRING"},"senderID":{"value":"_8645e00de6db4e6cc3400199b4d4a485","type":"STRING"},"text":{"value":"with a file","type":"STRING"},"timestamp":{"value":1795820956977,"type":"TIMESTAMP"}}',355,1795820957021,'_8645e00de6db4e6cc3400199b4d4a485',1795820957076,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(13,'35df14cb9044966e35cef7ae','01a21f452ec6-40442de7-36db-45d0-a637-5d1e815dea90','Message',1,17,0,NULL,NULL,NULL,NULL,'{"replyTo":{"value":"01a21f45218a-0e8fa6cf-ba83-4f31-8480-f12f5ea08c22","type":"STRING"},"senderID":{"value":"_79d0318ccdb76c09e7ca092e31fa42d2","type":"STRING"},"text":{"value":"an answer","type":"STRING"},"timestamp":{"value":1795820957382,"type":"TIMESTAMP"}}',127,1795820957424,'_79d0318ccdb76c09e7ca092e31fa42d2',1795820957424,'_79d0318ccdb76c09e7ca092e31fa42d2',NULL);
INSERT INTO record VALUES(14,'35df14cb9044966e35cef7ae','read_01a21f452682-01a88c77-5bf6-470c-a99c-ab11b5b0572a__79d0318ccdb76c09e7ca092e31fa42d2','MessageRead',2,21,1,NULL,NULL,NULL,NULL,'{}',0,1795820957424,'_79d0318ccdb76c09e7ca092e31fa42d2',1795820958261,'_79d0318ccdb76c09e7ca092e31fa42d2',NULL);
INSERT INTO record VALUES(15,'7e2e34e4d35aa296d7f7e9e2','cloudkit.zoneshare','cloudkit.share',1,1,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Plans","type":"STRING"}}',19,1795820957603,'_8645e00de6db4e6cc3400199b4d4a485',1795820957603,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(16,'7e2e34e4d35aa296d7f7e9e2','session','ChatSession',2,4,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795820957548,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795820957787,"type":"TIMESTAMP"},"name":{"value":"Plans","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',64,1795820957603,'_8645e00de6db4e6cc3400199b4d4a485',1795820957830,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(17,'7e2e34e4d35aa296d7f7e9e2','01a21f45305b-fcd20687-45cb-4a5f-bc07-fcc7b825c10f','Message',1,3,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_8645e00de6db4e6cc3400199b4d4a485","type":"STRING"},"text":{"value":"only here","type":"STRING"},"timestamp":{"value":1795820957787,"type":"TIMESTAMP"}}',71,1795820957829,'_8645e00de6db4e6cc3400199b4d4a485',1795820957829,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
INSERT INTO record VALUES(18,'35df14cb9044966e35cef7ae','read_01a21f452d31-c20ef974-a84e-4be6-96a5-da40706a32ae__79d0318ccdb76c09e7ca092e31fa42d2','MessageRead',1,20,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a21f452d31-c20ef974-a84e-4be6-96a5-da40706a32ae","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795820958163,"type":"TIMESTAMP"},"userID":{"value":"_79d0318ccdb76c09e7ca092e31fa42d2","type":"STRING"}}',120,1795820958260,'_79d0318ccdb76c09e7ca092e31fa42d2',1795820958260,'_79d0318ccdb76c09e7ca092e31fa42d2',NULL);
INSERT INTO record VALUES(19,'35df14cb9044966e35cef7ae','read_01a21f452ec6-40442de7-36db-45d0-a637-5d1e815dea90__8645e00de6db4e6cc3400199b4d4a485','MessageRead',1,22,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a21f452ec6-40442de7-36db-45d0-a637-5d1e815dea90","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795820958519,"type":"TIMESTAMP"},"userID":{"value":"_8645e00de6db4e6cc3400199b4d4a485","type":"STRING"}}',120,1795820958616,'_8645e00de6db4e6cc3400199b4d4a485',1795820958616,'_8645e00de6db4e6cc3400199b4d4a485',NULL);
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
INSERT INTO share VALUES('35df14cb9044966e35cef7ae','','cloudkit.zoneshare','NONE');
INSERT INTO share VALUES('7e2e34e4d35aa296d7f7e9e2','','cloudkit.zoneshare','NONE');
CREATE TABLE shareLink (
  shortGUID TEXT NOT NULL PRIMARY KEY,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  root TEXT NOT NULL,
  UNIQUE (zone, root)
) STRICT, WITHOUT ROWID;
INSERT INTO shareLink VALUES('e5iTCR6czv8BcZDb5NNQmCKb','35df14cb9044966e35cef7ae','');
INSERT INTO shareLink VALUES('gbJYhzpmh1qguT6x2LYRunu0','7e2e34e4d35aa296d7f7e9e2','');
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
INSERT INTO participant VALUES('35df14cb9044966e35cef7ae','','_79d0318ccdb76c09e7ca092e31fa42d2','d4db1859ec9cca27',1,'USER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('35df14cb9044966e35cef7ae','','_8645e00de6db4e6cc3400199b4d4a485','9c5506dcc7234598',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('35df14cb9044966e35cef7ae','','_e657a18c072dafb465126cdbab6a22fb','a3f20ed4b84e7d4c',2,'USER','READ_WRITE','INVITED');
INSERT INTO participant VALUES('7e2e34e4d35aa296d7f7e9e2','','_8645e00de6db4e6cc3400199b4d4a485','03b58143e7f0a41d',0,'OWNER','READ_WRITE','ACCEPTED');
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
INSERT INTO feed VALUES(1,'_79d0318ccdb76c09e7ca092e31fa42d2',2,0,0);
INSERT INTO feed VALUES(1,'_79d0318ccdb76c09e7ca092e31fa42d2',3,14,0);
INSERT INTO feed VALUES(1,'_8645e00de6db4e6cc3400199b4d4a485',2,20,0);
INSERT INTO feed VALUES(1,'_8645e00de6db4e6cc3400199b4d4a485',3,0,0);
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
INSERT INTO feedEntry VALUES(1,'_79d0318ccdb76c09e7ca092e31fa42d2',3,'_8645e00de6db4e6cc3400199b4d4a485','chat-4826eca0-b4c6-400c-8e20-c9cc54c90903',14,1795820958791,NULL);
INSERT INTO feedEntry VALUES(1,'_8645e00de6db4e6cc3400199b4d4a485',2,'_8645e00de6db4e6cc3400199b4d4a485','chat-4826eca0-b4c6-400c-8e20-c9cc54c90903',20,1795820958791,NULL);
INSERT INTO feedEntry VALUES(1,'_8645e00de6db4e6cc3400199b4d4a485',2,'_8645e00de6db4e6cc3400199b4d4a485','chat-664f0836-6e71-4704-ac7f-bf88fe7c878c',17,1795820957828,NULL);
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
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',7,X'',3);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',8,X'0173657373696f6e',3);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',10,X'01800001a21f45218a',3);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',27,X'',5);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',28,X'013031613231663435323138612d30653866613663662d626138332d346633312d383438302d663132663565613038633232',5);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',41,X'01800001a21f45218a',5);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',27,X'',6);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',28,X'013031613231663435323239382d37346238313638322d396631392d346430302d613932372d646566373434306636643030',6);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',41,X'01800001a21f452298',6);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',27,X'',7);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',28,X'013031613231663435323538312d31656438666337642d626435612d343138652d393261392d646633656631336365666165',7);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',41,X'01800001a21f452581',7);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',27,X'',9);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',28,X'013031613231663435323638322d30316138386337372d356266362d343730632d613939632d616231316235623035373261',9);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',41,X'01800001a21f452682',9);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',47,X'',10);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',48,X'017265616374696f6e5f3031613231663435323138612d30653866613663662d626138332d346633312d383438302d6631326635656130386332325f5f37396430333138636364623736633039653763613039326533316661343264325f6630396639313864',10);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',52,X'013031613231663435323138612d30653866613663662d626138332d346633312d383438302d663132663565613038633232',10);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',27,X'',12);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',28,X'013031613231663435326433312d63323065663937342d613834652d346265362d393661352d646134303730366133326165',12);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',41,X'01800001a21f452d31',12);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',27,X'',13);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',28,X'013031613231663435326563362d34303434326465372d333664622d343564302d613633372d356431653831356465613930',13);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',41,X'01800001a21f452ec6',13);
INSERT INTO indexEntry VALUES('7e2e34e4d35aa296d7f7e9e2',7,X'',16);
INSERT INTO indexEntry VALUES('7e2e34e4d35aa296d7f7e9e2',8,X'0173657373696f6e',16);
INSERT INTO indexEntry VALUES('7e2e34e4d35aa296d7f7e9e2',10,X'01800001a21f45305b',16);
INSERT INTO indexEntry VALUES('7e2e34e4d35aa296d7f7e9e2',27,X'',17);
INSERT INTO indexEntry VALUES('7e2e34e4d35aa296d7f7e9e2',28,X'013031613231663435333035622d66636432303638372d343563622d346135662d626330372d666363376238323563313066',17);
INSERT INTO indexEntry VALUES('7e2e34e4d35aa296d7f7e9e2',41,X'01800001a21f45305b',17);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',54,X'',18);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',55,X'01726561645f3031613231663435326433312d63323065663937342d613834652d346265362d393661352d6461343037303661333261655f5f3739643033313863636462373663303965376361303932653331666134326432',18);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',54,X'',19);
INSERT INTO indexEntry VALUES('35df14cb9044966e35cef7ae',55,X'01726561645f3031613231663435326563362d34303434326465372d333664622d343564302d613633372d3564316538313564656139305f5f3836343565303064653664623465366363333430303139396234643461343835',19);
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
INSERT INTO asset VALUES(X'c1dcffcf083f1d8260268b15ff60e35402b30b06',19);
CREATE TABLE assetReference (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  fieldName TEXT NOT NULL,
  position INTEGER NOT NULL,
  checksum BLOB NOT NULL REFERENCES asset,
  size INTEGER NOT NULL,
  PRIMARY KEY (record, fieldName, position)
) STRICT, WITHOUT ROWID;
INSERT INTO assetReference VALUES(12,'attachment',0,X'c1dcffcf083f1d8260268b15ff60e35402b30b06',19);
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
INSERT INTO releasedAsset VALUES(X'c1dcffcf083f1d8260268b15ff60e35402b30b06');
CREATE TABLE usage (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (partition, userRecordName)
) STRICT, WITHOUT ROWID;
INSERT INTO usage VALUES(1,'_8645e00de6db4e6cc3400199b4d4a485',1428);
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
CREATE INDEX recordWriters ON record (zone, createdBy, bytes) WHERE bytes > 0;
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
