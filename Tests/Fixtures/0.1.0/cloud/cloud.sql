PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('0.1.0b');
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('assets.secret','aKc7Mx-BU4adpsV1gf7MhPeZA_L7S5RKPxcQ3at7TQs');
INSERT INTO setting VALUES('atRestKey','4c4fef8082f97ab3');
INSERT INTO setting VALUES('clock.last','1795805839603');
INSERT INTO setting VALUES('cloud.id','c6cb214bbd17aafdf87fc5097d0e8b7c');
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
INSERT INTO account VALUES('_168bbe72380884629749a905af7ddb67','alice',0,NULL,NULL,NULL,1,NULL,'active',1795805839599);
INSERT INTO account VALUES('_c5a7a1b5362fb4a91d65b0b51ca04eab','bob',0,NULL,NULL,NULL,1,NULL,'active',1795805839721);
INSERT INTO account VALUES('_e05bb86142879aa37a1eb5cb095ac948','carol',0,NULL,NULL,NULL,1,NULL,'active',1795805839836);
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
INSERT INTO "partition" VALUES(1,'iCloud.net.zonechat','development','8dbd1ee7b81ad8d567fd9343','_aad2e67aed66b64b33d858b2f19e0571','{"environment":{}}');
INSERT INTO "partition" VALUES(2,'iCloud.net.zonechat','production','31b12645bac7b827583d9d61','_34178d47fd05fd9926a5420f5eef5412','{"environment":{}}');
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
INSERT INTO apiToken VALUES(X'e008c80c1c3d0945117941f20ed432d47505da911bb0c73ecba41b4f047cfcfc',1,'zonechat',NULL,1795805839602,'');
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
INSERT INTO session VALUES('5547be5d900858aeb386a42734dd5c90',1,'_e05bb86142879aa37a1eb5cb095ac948',1,1795805839838,1795805839838,'vm','');
INSERT INTO session VALUES('f27bbc8926e73da883bf209798fb90b2',1,'_168bbe72380884629749a905af7ddb67',1,1795805839603,1795805839603,'vm','');
INSERT INTO session VALUES('f9d0f6b702fc4227ec2397f0e87364f3',1,'_c5a7a1b5362fb4a91d65b0b51ca04eab',1,1795805839722,1795805839722,'vm','');
CREATE TABLE webAuthToken (
  hash BLOB NOT NULL PRIMARY KEY,
  session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO webAuthToken VALUES(X'61067b0837f44bfa325633fa47d3105f82e3d8edef4058b3fdea1547d9caa3da','5547be5d900858aeb386a42734dd5c90',1795805839838);
INSERT INTO webAuthToken VALUES(X'6578e8e4cfa102fe9e1f92c09c26cbf950b70d4f3a7ff8ed78ced1d0d008c34e','f27bbc8926e73da883bf209798fb90b2',1795805839603);
INSERT INTO webAuthToken VALUES(X'6778968d2bde8b1f9a1440fc33d688d9e59c4ca9c228f78339b85d57d39f6227','f9d0f6b702fc4227ec2397f0e87364f3',1795805839722);
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
INSERT INTO zone VALUES('31b12645bac7b827583d9d61',2,'_34178d47fd05fd9926a5420f5eef5412','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('8dbd1ee7b81ad8d567fd9343',1,'_aad2e67aed66b64b33d858b2f19e0571','_defaultZone',2,0,0,NULL);
INSERT INTO zone VALUES('a2333b07de8f1a0e2e4ef2a0',1,'_168bbe72380884629749a905af7ddb67','chat-cee4f938-795a-49f7-9fa0-2c4d6787f2b5',4,0,154,NULL);
INSERT INTO zone VALUES('be778d2b1dcf8f0df7e7515e',1,'_168bbe72380884629749a905af7ddb67','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('bf36193a0394c5fa7494b492',1,'_c5a7a1b5362fb4a91d65b0b51ca04eab','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('c61e924af43772fdd6fce59e',1,'_168bbe72380884629749a905af7ddb67','chat-48813198-608c-45fa-85b2-832559db4892',24,0,1274,NULL);
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
INSERT INTO record VALUES(1,'8dbd1ee7b81ad8d567fd9343','_168bbe72380884629749a905af7ddb67','Users',1,1,0,NULL,NULL,NULL,NULL,'{}',0,1795805840008,'_168bbe72380884629749a905af7ddb67',1795805840008,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(2,'c61e924af43772fdd6fce59e','cloudkit.zoneshare','cloudkit.share',4,24,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Crew","type":"STRING"}}',18,1795805840050,'_168bbe72380884629749a905af7ddb67',1795805845448,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(3,'c61e924af43772fdd6fce59e','session','ChatSession',2,6,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795805839962,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795805840563,"type":"TIMESTAMP"},"name":{"value":"Crew","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',63,1795805840052,'_168bbe72380884629749a905af7ddb67',1795805840605,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(4,'8dbd1ee7b81ad8d567fd9343','_c5a7a1b5362fb4a91d65b0b51ca04eab','Users',1,2,0,NULL,NULL,NULL,NULL,'{}',0,1795805840360,'_c5a7a1b5362fb4a91d65b0b51ca04eab',1795805840360,'_c5a7a1b5362fb4a91d65b0b51ca04eab',NULL);
INSERT INTO record VALUES(5,'c61e924af43772fdd6fce59e','01a21e5e84b3-bfadb509-878b-4d71-9e36-fbe002354fd4','Message',1,5,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_168bbe72380884629749a905af7ddb67","type":"STRING"},"text":{"value":"from alice","type":"STRING"},"timestamp":{"value":1795805840563,"type":"TIMESTAMP"}}',72,1795805840605,'_168bbe72380884629749a905af7ddb67',1795805840605,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(6,'c61e924af43772fdd6fce59e','01a21e5e85a4-54d7db7e-6502-46c9-8a42-26448c56b1ea','Message',1,7,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_c5a7a1b5362fb4a91d65b0b51ca04eab","type":"STRING"},"text":{"value":"from bob","type":"STRING"},"timestamp":{"value":1795805840804,"type":"TIMESTAMP"}}',70,1795805840853,'_c5a7a1b5362fb4a91d65b0b51ca04eab',1795805840853,'_c5a7a1b5362fb4a91d65b0b51ca04eab',NULL);
INSERT INTO record VALUES(7,'c61e924af43772fdd6fce59e','01a21e5e881d-28c59971-510f-432e-9996-3f2295e55722','Message',2,11,0,NULL,NULL,NULL,NULL,'{"editedAt":{"value":1795805842150,"type":"TIMESTAMP"},"revision":{"value":1,"type":"INT64"},"senderID":{"value":"_168bbe72380884629749a905af7ddb67","type":"STRING"},"text":{"value":"changed","type":"STRING"},"timestamp":{"value":1795805841437,"type":"TIMESTAMP"}}',101,1795805841483,'_168bbe72380884629749a905af7ddb67',1795805842182,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(8,'c61e924af43772fdd6fce59e','read_01a21e5e85a4-54d7db7e-6502-46c9-8a42-26448c56b1ea__168bbe72380884629749a905af7ddb67','MessageRead',2,23,1,NULL,NULL,NULL,NULL,'{}',0,1795805841483,'_168bbe72380884629749a905af7ddb67',1795805845186,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(9,'c61e924af43772fdd6fce59e','01a21e5e890e-ca7cec02-86f4-4c9f-9cc6-3cffc87c813f','Message',2,12,0,NULL,NULL,NULL,NULL,'{"deletedAt":{"value":1795805842631,"type":"TIMESTAMP"},"senderID":{"value":"_168bbe72380884629749a905af7ddb67","type":"STRING"},"text":{"value":"","type":"STRING"},"timestamp":{"value":1795805841678,"type":"TIMESTAMP"}}',79,1795805841718,'_168bbe72380884629749a905af7ddb67',1795805842672,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(10,'c61e924af43772fdd6fce59e','reaction_01a21e5e84b3-bfadb509-878b-4d71-9e36-fbe002354fd4__c5a7a1b5362fb4a91d65b0b51ca04eab_f09f918d','MessageReaction',1,13,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795805843157,"type":"TIMESTAMP"},"emoji":{"value":"👍","type":"STRING"},"isRemoved":{"value":0,"type":"INT64"},"messageRef":{"value":{"recordName":"01a21e5e84b3-bfadb509-878b-4d71-9e36-fbe002354fd4","action":"NONE"},"type":"REFERENCE"},"userID":{"value":"_c5a7a1b5362fb4a91d65b0b51ca04eab","type":"STRING"}}',149,1795805843193,'_c5a7a1b5362fb4a91d65b0b51ca04eab',1795805843193,'_c5a7a1b5362fb4a91d65b0b51ca04eab',NULL);
INSERT INTO record VALUES(11,'c61e924af43772fdd6fce59e','read_01a21e5e84b3-bfadb509-878b-4d71-9e36-fbe002354fd4__c5a7a1b5362fb4a91d65b0b51ca04eab','MessageRead',2,19,1,NULL,NULL,NULL,NULL,'{}',0,1795805843194,'_c5a7a1b5362fb4a91d65b0b51ca04eab',1795805843834,'_c5a7a1b5362fb4a91d65b0b51ca04eab',NULL);
INSERT INTO record VALUES(12,'c61e924af43772fdd6fce59e','01a21e5e8fa6-f9c49271-60cd-431a-8c5c-94ebcbaa9146','Message',2,16,0,NULL,NULL,NULL,NULL,'{"attachment":{"value":{"fileChecksum":"AdMfUfVGsprawqI3ykSx1OHZcYdA","size":19,"referenceChecksum":"AWS6+QeTyAwx1VESga3irBIcS5up","wrappingKey":"s9TQG1MW7fHSXhcAH+9I0g=="},"type":"ASSETID"},"fileDigest":{"value":"8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92","type":"STRING"},"fileName":{"value":"notes.txt","type":"STRING"},"fileSize":{"value":19,"type":"INT64"},"fileType":{"value":"text/plain","type":"STRING"},"senderID":{"value":"_168bbe72380884629749a905af7ddb67","type":"STRING"},"text":{"value":"with a file","type":"STRING"},"timestamp":{"value":1795805843366,"type":"TIMESTAMP"}}',355,1795805843405,'_168bbe72380884629749a905af7ddb67',1795805843468,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(13,'c61e924af43772fdd6fce59e','01a21e5e9147-54923cdf-e560-47aa-abb9-f237e87f0774','Message',1,17,0,NULL,NULL,NULL,NULL,'{"replyTo":{"value":"01a21e5e84b3-bfadb509-878b-4d71-9e36-fbe002354fd4","type":"STRING"},"senderID":{"value":"_c5a7a1b5362fb4a91d65b0b51ca04eab","type":"STRING"},"text":{"value":"an answer","type":"STRING"},"timestamp":{"value":1795805843783,"type":"TIMESTAMP"}}',127,1795805843833,'_c5a7a1b5362fb4a91d65b0b51ca04eab',1795805843833,'_c5a7a1b5362fb4a91d65b0b51ca04eab',NULL);
INSERT INTO record VALUES(14,'c61e924af43772fdd6fce59e','read_01a21e5e890e-ca7cec02-86f4-4c9f-9cc6-3cffc87c813f__c5a7a1b5362fb4a91d65b0b51ca04eab','MessageRead',2,21,1,NULL,NULL,NULL,NULL,'{}',0,1795805843834,'_c5a7a1b5362fb4a91d65b0b51ca04eab',1795805844731,'_c5a7a1b5362fb4a91d65b0b51ca04eab',NULL);
INSERT INTO record VALUES(15,'a2333b07de8f1a0e2e4ef2a0','cloudkit.zoneshare','cloudkit.share',1,1,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Plans","type":"STRING"}}',19,1795805844053,'_168bbe72380884629749a905af7ddb67',1795805844053,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(16,'a2333b07de8f1a0e2e4ef2a0','session','ChatSession',2,4,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795805843986,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795805844238,"type":"TIMESTAMP"},"name":{"value":"Plans","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',64,1795805844053,'_168bbe72380884629749a905af7ddb67',1795805844287,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(17,'a2333b07de8f1a0e2e4ef2a0','01a21e5e930e-eab5d50b-0abb-420e-90c7-31a874f9c7ac','Message',1,3,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_168bbe72380884629749a905af7ddb67","type":"STRING"},"text":{"value":"only here","type":"STRING"},"timestamp":{"value":1795805844238,"type":"TIMESTAMP"}}',71,1795805844286,'_168bbe72380884629749a905af7ddb67',1795805844286,'_168bbe72380884629749a905af7ddb67',NULL);
INSERT INTO record VALUES(18,'c61e924af43772fdd6fce59e','read_01a21e5e8fa6-f9c49271-60cd-431a-8c5c-94ebcbaa9146__c5a7a1b5362fb4a91d65b0b51ca04eab','MessageRead',1,20,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a21e5e8fa6-f9c49271-60cd-431a-8c5c-94ebcbaa9146","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795805844605,"type":"TIMESTAMP"},"userID":{"value":"_c5a7a1b5362fb4a91d65b0b51ca04eab","type":"STRING"}}',120,1795805844730,'_c5a7a1b5362fb4a91d65b0b51ca04eab',1795805844730,'_c5a7a1b5362fb4a91d65b0b51ca04eab',NULL);
INSERT INTO record VALUES(19,'c61e924af43772fdd6fce59e','read_01a21e5e9147-54923cdf-e560-47aa-abb9-f237e87f0774__168bbe72380884629749a905af7ddb67','MessageRead',1,22,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a21e5e9147-54923cdf-e560-47aa-abb9-f237e87f0774","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795805845060,"type":"TIMESTAMP"},"userID":{"value":"_168bbe72380884629749a905af7ddb67","type":"STRING"}}',120,1795805845185,'_168bbe72380884629749a905af7ddb67',1795805845185,'_168bbe72380884629749a905af7ddb67',NULL);
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
INSERT INTO share VALUES('a2333b07de8f1a0e2e4ef2a0','','cloudkit.zoneshare','NONE');
INSERT INTO share VALUES('c61e924af43772fdd6fce59e','','cloudkit.zoneshare','NONE');
CREATE TABLE shareLink (
  shortGUID TEXT NOT NULL PRIMARY KEY,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  root TEXT NOT NULL,
  UNIQUE (zone, root)
) STRICT, WITHOUT ROWID;
INSERT INTO shareLink VALUES('MggdkAjsPmKv76PF1oPM_V94','c61e924af43772fdd6fce59e','');
INSERT INTO shareLink VALUES('wR5SBydPMXd1yqEWRTn_w2WR','a2333b07de8f1a0e2e4ef2a0','');
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
INSERT INTO participant VALUES('a2333b07de8f1a0e2e4ef2a0','','_168bbe72380884629749a905af7ddb67','360536a0b21acc37',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('c61e924af43772fdd6fce59e','','_168bbe72380884629749a905af7ddb67','441989f055db17d0',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('c61e924af43772fdd6fce59e','','_c5a7a1b5362fb4a91d65b0b51ca04eab','122cdcd68681322a',1,'USER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('c61e924af43772fdd6fce59e','','_e05bb86142879aa37a1eb5cb095ac948','ee9c668a5fe00000',2,'USER','READ_WRITE','INVITED');
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
INSERT INTO feed VALUES(1,'_168bbe72380884629749a905af7ddb67',2,20,0);
INSERT INTO feed VALUES(1,'_168bbe72380884629749a905af7ddb67',3,0,0);
INSERT INTO feed VALUES(1,'_c5a7a1b5362fb4a91d65b0b51ca04eab',2,0,0);
INSERT INTO feed VALUES(1,'_c5a7a1b5362fb4a91d65b0b51ca04eab',3,14,0);
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
INSERT INTO feedEntry VALUES(1,'_168bbe72380884629749a905af7ddb67',2,'_168bbe72380884629749a905af7ddb67','chat-48813198-608c-45fa-85b2-832559db4892',20,1795805845446,NULL);
INSERT INTO feedEntry VALUES(1,'_168bbe72380884629749a905af7ddb67',2,'_168bbe72380884629749a905af7ddb67','chat-cee4f938-795a-49f7-9fa0-2c4d6787f2b5',17,1795805844285,NULL);
INSERT INTO feedEntry VALUES(1,'_c5a7a1b5362fb4a91d65b0b51ca04eab',3,'_168bbe72380884629749a905af7ddb67','chat-48813198-608c-45fa-85b2-832559db4892',14,1795805845446,NULL);
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
INSERT INTO field VALUES(22,3,'notifications','STRING',0,0,0);
INSERT INTO field VALUES(23,3,'notificationsAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(24,3,'pinnedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(25,4,'___type','STRING',0,0,0);
INSERT INTO field VALUES(26,4,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(27,4,'attachment','ASSET',0,0,0);
INSERT INTO field VALUES(28,4,'deletedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(29,4,'editedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(30,4,'fileDigest','STRING',0,0,0);
INSERT INTO field VALUES(31,4,'fileName','STRING',0,0,0);
INSERT INTO field VALUES(32,4,'fileSize','INT64',0,0,0);
INSERT INTO field VALUES(33,4,'fileType','STRING',0,0,0);
INSERT INTO field VALUES(34,4,'imported','STRING',0,0,0);
INSERT INTO field VALUES(35,4,'replyTo','STRING',0,0,0);
INSERT INTO field VALUES(36,4,'revision','INT64',0,0,0);
INSERT INTO field VALUES(37,4,'senderID','STRING',0,0,0);
INSERT INTO field VALUES(38,4,'text','STRING',0,0,0);
INSERT INTO field VALUES(39,4,'timestamp','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(40,5,'___type','STRING',0,0,0);
INSERT INTO field VALUES(41,5,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(42,5,'isRemoved','INT64',0,0,0);
INSERT INTO field VALUES(43,5,'messageRef','REFERENCE',0,0,0);
INSERT INTO field VALUES(44,5,'pinnedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(45,6,'___type','STRING',0,0,0);
INSERT INTO field VALUES(46,6,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(47,6,'createdAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(48,6,'emoji','STRING',0,0,0);
INSERT INTO field VALUES(49,6,'isRemoved','INT64',0,0,0);
INSERT INTO field VALUES(50,6,'messageRef','REFERENCE',1,0,0);
INSERT INTO field VALUES(51,6,'userID','STRING',0,0,0);
INSERT INTO field VALUES(52,7,'___type','STRING',0,0,0);
INSERT INTO field VALUES(53,7,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(54,7,'messageRef','REFERENCE',0,0,0);
INSERT INTO field VALUES(55,7,'readAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(56,7,'userID','STRING',0,0,0);
INSERT INTO field VALUES(57,8,'___type','STRING',0,0,0);
INSERT INTO field VALUES(58,8,'roles','LIST<INT64>',0,0,0);
CREATE TABLE indexEntry (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  field INTEGER NOT NULL,
  value BLOB NOT NULL,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  PRIMARY KEY (zone, field, value, record)
) STRICT, WITHOUT ROWID;
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',7,X'',3);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',8,X'0173657373696f6e',3);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',10,X'01800001a21e5e84b3',3);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',25,X'',5);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',26,X'013031613231653565383462332d62666164623530392d383738622d346437312d396533362d666265303032333534666434',5);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',39,X'01800001a21e5e84b3',5);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',25,X'',6);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',26,X'013031613231653565383561342d35346437646237652d363530322d343663392d386134322d323634343863353662316561',6);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',39,X'01800001a21e5e85a4',6);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',25,X'',7);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',26,X'013031613231653565383831642d32386335393937312d353130662d343332652d393939362d336632323935653535373232',7);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',39,X'01800001a21e5e881d',7);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',25,X'',9);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',26,X'013031613231653565383930652d63613763656330322d383666342d346339662d396363362d336366666338376338313366',9);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',39,X'01800001a21e5e890e',9);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',45,X'',10);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',46,X'017265616374696f6e5f3031613231653565383462332d62666164623530392d383738622d346437312d396533362d6662653030323335346664345f5f63356137613162353336326662346139316436356230623531636130346561625f6630396639313864',10);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',50,X'013031613231653565383462332d62666164623530392d383738622d346437312d396533362d666265303032333534666434',10);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',25,X'',12);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',26,X'013031613231653565386661362d66396334393237312d363063642d343331612d386335632d393465626362616139313436',12);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',39,X'01800001a21e5e8fa6',12);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',25,X'',13);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',26,X'013031613231653565393134372d35343932336364662d653536302d343761612d616262392d663233376538376630373734',13);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',39,X'01800001a21e5e9147',13);
INSERT INTO indexEntry VALUES('a2333b07de8f1a0e2e4ef2a0',7,X'',16);
INSERT INTO indexEntry VALUES('a2333b07de8f1a0e2e4ef2a0',8,X'0173657373696f6e',16);
INSERT INTO indexEntry VALUES('a2333b07de8f1a0e2e4ef2a0',10,X'01800001a21e5e930e',16);
INSERT INTO indexEntry VALUES('a2333b07de8f1a0e2e4ef2a0',25,X'',17);
INSERT INTO indexEntry VALUES('a2333b07de8f1a0e2e4ef2a0',26,X'013031613231653565393330652d65616235643530622d306162622d343230652d393063372d333161383734663963376163',17);
INSERT INTO indexEntry VALUES('a2333b07de8f1a0e2e4ef2a0',39,X'01800001a21e5e930e',17);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',52,X'',18);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',53,X'01726561645f3031613231653565386661362d66396334393237312d363063642d343331612d386335632d3934656263626161393134365f5f6335613761316235333632666234613931643635623062353163613034656162',18);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',52,X'',19);
INSERT INTO indexEntry VALUES('c61e924af43772fdd6fce59e',53,X'01726561645f3031613231653565393134372d35343932336364662d653536302d343761612d616262392d6632333765383766303737345f5f3136386262653732333830383834363239373439613930356166376464623637',19);
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
INSERT INTO asset VALUES(X'd31f51f546b29adac2a237ca44b1d4e1d9718740',19);
CREATE TABLE assetReference (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  fieldName TEXT NOT NULL,
  position INTEGER NOT NULL,
  checksum BLOB NOT NULL REFERENCES asset,
  size INTEGER NOT NULL,
  PRIMARY KEY (record, fieldName, position)
) STRICT, WITHOUT ROWID;
INSERT INTO assetReference VALUES(12,'attachment',0,X'd31f51f546b29adac2a237ca44b1d4e1d9718740',19);
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
INSERT INTO releasedAsset VALUES(X'd31f51f546b29adac2a237ca44b1d4e1d9718740');
CREATE TABLE usage (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (partition, userRecordName)
) STRICT, WITHOUT ROWID;
INSERT INTO usage VALUES(1,'_168bbe72380884629749a905af7ddb67',1428);
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
