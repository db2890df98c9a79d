PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
INSERT INTO grdb_migrations VALUES('0.1.0b');
CREATE TABLE setting (
  name TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO setting VALUES('assets.secret','iJhjYhum4Wm_f6Qd2X7-qH8eLubWGGZaZFY1X4LXsH4');
INSERT INTO setting VALUES('atRestKey','ba04c95f7bb1fada');
INSERT INTO setting VALUES('clock.last','1795807517171');
INSERT INTO setting VALUES('cloud.id','b23637f9d9189a9463c6e75f515dc03b');
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
INSERT INTO account VALUES('_6f254cb344bdf4de00b49d70af85c47f','bob',0,NULL,NULL,NULL,1,NULL,'active',1795807517256);
INSERT INTO account VALUES('_cf24144414452debaccf6a40a78ecfb3','alice',0,NULL,NULL,NULL,1,NULL,'active',1795807517165);
INSERT INTO account VALUES('_ffbcd30f29fe684b2dc7aaa5c1a8ad19','carol',0,NULL,NULL,NULL,1,NULL,'active',1795807517344);
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
INSERT INTO "partition" VALUES(1,'iCloud.net.zonechat','development','ed52e812e3fb8642e0583b2c','_2939974602c34b478d36ca904ce47df9','{"environment":{}}');
INSERT INTO "partition" VALUES(2,'iCloud.net.zonechat','production','12ae0eca6b2d0114b8e97751','_611620cb72b78cb2ca7cc38b4fab0bb0','{"environment":{}}');
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
INSERT INTO apiToken VALUES(X'd4807a91668264121bf4ed8cf73befca1f74f4ab6c3d164c62e80c8a6325f11a',1,'zonechat',NULL,1795807517167,'');
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
INSERT INTO session VALUES('1b3bf02e5c26adb407e306e9f307d63a',1,'_cf24144414452debaccf6a40a78ecfb3',1,1795807517171,1795807517171,'vm','');
INSERT INTO session VALUES('94b69737ce6780fd8953e97211d42ae1',1,'_ffbcd30f29fe684b2dc7aaa5c1a8ad19',1,1795807517345,1795807517345,'vm','');
INSERT INTO session VALUES('a9e645f7c5a9d8927b1a68cd65dd0961',1,'_6f254cb344bdf4de00b49d70af85c47f',1,1795807517257,1795807517257,'vm','');
CREATE TABLE webAuthToken (
  hash BLOB NOT NULL PRIMARY KEY,
  session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO webAuthToken VALUES(X'0214a75ec4b02bd6f777b2eaf94cc94d5dfce4d547cb62e6155e2b7776872663','a9e645f7c5a9d8927b1a68cd65dd0961',1795807517257);
INSERT INTO webAuthToken VALUES(X'deeef03b161ad9d6de2600e857cccc0ffda52915650f037bf91f5afe5bcd345f','1b3bf02e5c26adb407e306e9f307d63a',1795807517171);
INSERT INTO webAuthToken VALUES(X'e5de0c03d19131e29a4ead66c91dcab2e00eb9ee07624a3b8e4f775e41ca8acc','94b69737ce6780fd8953e97211d42ae1',1795807517345);
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
INSERT INTO zone VALUES('12ae0eca6b2d0114b8e97751',2,'_611620cb72b78cb2ca7cc38b4fab0bb0','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('49fda4d35bfd165c71d306ed',1,'_6f254cb344bdf4de00b49d70af85c47f','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('caf95447157d9cc4619f7ee0',1,'_cf24144414452debaccf6a40a78ecfb3','_defaultZone',0,0,0,NULL);
INSERT INTO zone VALUES('dd16940edee36a55c51e7869',1,'_cf24144414452debaccf6a40a78ecfb3','chat-f7f814c4-50f1-4f79-aea0-79260b8a35de',24,0,1274,NULL);
INSERT INTO zone VALUES('ed52e812e3fb8642e0583b2c',1,'_2939974602c34b478d36ca904ce47df9','_defaultZone',2,0,0,NULL);
INSERT INTO zone VALUES('fc06964e8c4171b1e1848aeb',1,'_cf24144414452debaccf6a40a78ecfb3','chat-ecc10e71-c686-4667-8809-9020f4614b83',4,0,154,NULL);
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
INSERT INTO record VALUES(1,'ed52e812e3fb8642e0583b2c','_cf24144414452debaccf6a40a78ecfb3','Users',1,1,0,NULL,NULL,NULL,NULL,'{}',0,1795807517479,'_cf24144414452debaccf6a40a78ecfb3',1795807517479,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(2,'dd16940edee36a55c51e7869','cloudkit.zoneshare','cloudkit.share',4,24,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Crew","type":"STRING"}}',18,1795807517510,'_cf24144414452debaccf6a40a78ecfb3',1795807522685,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(3,'dd16940edee36a55c51e7869','session','ChatSession',2,6,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795807517451,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795807518039,"type":"TIMESTAMP"},"name":{"value":"Crew","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',63,1795807517511,'_cf24144414452debaccf6a40a78ecfb3',1795807518080,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(4,'ed52e812e3fb8642e0583b2c','_6f254cb344bdf4de00b49d70af85c47f','Users',1,2,0,NULL,NULL,NULL,NULL,'{}',0,1795807517837,'_6f254cb344bdf4de00b49d70af85c47f',1795807517837,'_6f254cb344bdf4de00b49d70af85c47f',NULL);
INSERT INTO record VALUES(5,'dd16940edee36a55c51e7869','01a21e781d57-a0a556d8-fdad-4b52-bd89-dbc4350570bd','Message',1,5,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_cf24144414452debaccf6a40a78ecfb3","type":"STRING"},"text":{"value":"from alice","type":"STRING"},"timestamp":{"value":1795807518039,"type":"TIMESTAMP"}}',72,1795807518079,'_cf24144414452debaccf6a40a78ecfb3',1795807518079,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(6,'dd16940edee36a55c51e7869','01a21e781e1b-3735b093-b8ed-4ded-8684-94f7501d4aa7','Message',1,7,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_6f254cb344bdf4de00b49d70af85c47f","type":"STRING"},"text":{"value":"from bob","type":"STRING"},"timestamp":{"value":1795807518235,"type":"TIMESTAMP"}}',70,1795807518270,'_6f254cb344bdf4de00b49d70af85c47f',1795807518270,'_6f254cb344bdf4de00b49d70af85c47f',NULL);
INSERT INTO record VALUES(7,'dd16940edee36a55c51e7869','01a21e782028-8cb1cd03-7ba7-4fba-a7a1-c869ec6b5519','Message',2,11,0,NULL,NULL,NULL,NULL,'{"editedAt":{"value":1795807519364,"type":"TIMESTAMP"},"revision":{"value":1,"type":"INT64"},"senderID":{"value":"_cf24144414452debaccf6a40a78ecfb3","type":"STRING"},"text":{"value":"changed","type":"STRING"},"timestamp":{"value":1795807518760,"type":"TIMESTAMP"}}',101,1795807518801,'_cf24144414452debaccf6a40a78ecfb3',1795807519413,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(8,'dd16940edee36a55c51e7869','read_01a21e781e1b-3735b093-b8ed-4ded-8684-94f7501d4aa7__cf24144414452debaccf6a40a78ecfb3','MessageRead',2,23,1,NULL,NULL,NULL,NULL,'{}',0,1795807518801,'_cf24144414452debaccf6a40a78ecfb3',1795807522438,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(9,'dd16940edee36a55c51e7869','01a21e7820e8-d8ce9748-3f8d-4531-8ed5-dd6e99670c07','Message',2,12,0,NULL,NULL,NULL,NULL,'{"deletedAt":{"value":1795807519765,"type":"TIMESTAMP"},"senderID":{"value":"_cf24144414452debaccf6a40a78ecfb3","type":"STRING"},"text":{"value":"","type":"STRING"},"timestamp":{"value":1795807518952,"type":"TIMESTAMP"}}',79,1795807518988,'_cf24144414452debaccf6a40a78ecfb3',1795807519808,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(10,'dd16940edee36a55c51e7869','reaction_01a21e781d57-a0a556d8-fdad-4b52-bd89-dbc4350570bd__6f254cb344bdf4de00b49d70af85c47f_f09f918d','MessageReaction',1,13,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795807520226,"type":"TIMESTAMP"},"emoji":{"value":"👍","type":"STRING"},"isRemoved":{"value":0,"type":"INT64"},"messageRef":{"value":{"recordName":"01a21e781d57-a0a556d8-fdad-4b52-bd89-dbc4350570bd","action":"NONE"},"type":"REFERENCE"},"userID":{"value":"_6f254cb344bdf4de00b49d70af85c47f","type":"STRING"}}',149,1795807520267,'_6f254cb344bdf4de00b49d70af85c47f',1795807520267,'_6f254cb344bdf4de00b49d70af85c47f',NULL);
INSERT INTO record VALUES(11,'dd16940edee36a55c51e7869','read_01a21e781d57-a0a556d8-fdad-4b52-bd89-dbc4350570bd__6f254cb344bdf4de00b49d70af85c47f','MessageRead',2,19,1,NULL,NULL,NULL,NULL,'{}',0,1795807520267,'_6f254cb344bdf4de00b49d70af85c47f',1795807520894,'_6f254cb344bdf4de00b49d70af85c47f',NULL);
INSERT INTO record VALUES(12,'dd16940edee36a55c51e7869','01a21e7826b6-276db714-7a05-4023-a5b8-15bd1568ecdd','Message',2,16,0,NULL,NULL,NULL,NULL,'{"attachment":{"value":{"fileChecksum":"ARA5opo+mIaq0O65yQtkos6+pS0z","size":19,"referenceChecksum":"Accu7y5a6naUq2yMp0P0VIZ7YTB9","wrappingKey":"egRDEsl4UkYh4JObQ3uJUA=="},"type":"ASSETID"},"fileDigest":{"value":"8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92","type":"STRING"},"fileName":{"value":"notes.txt","type":"STRING"},"fileSize":{"value":19,"type":"INT64"},"fileType":{"value":"text/plain","type":"STRING"},"senderID":{"value":"_cf24144414452debaccf6a40a78ecfb3","type":"STRING"},"text":{"value":"with a file","type":"STRING"},"timestamp":{"value":1795807520438,"type":"TIMESTAMP"}}',355,1795807520479,'_cf24144414452debaccf6a40a78ecfb3',1795807520559,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(13,'dd16940edee36a55c51e7869','01a21e78285b-202e39e1-75f9-4f27-b0d8-05ddc779e85a','Message',1,17,0,NULL,NULL,NULL,NULL,'{"replyTo":{"value":"01a21e781d57-a0a556d8-fdad-4b52-bd89-dbc4350570bd","type":"STRING"},"senderID":{"value":"_6f254cb344bdf4de00b49d70af85c47f","type":"STRING"},"text":{"value":"an answer","type":"STRING"},"timestamp":{"value":1795807520859,"type":"TIMESTAMP"}}',127,1795807520894,'_6f254cb344bdf4de00b49d70af85c47f',1795807520894,'_6f254cb344bdf4de00b49d70af85c47f',NULL);
INSERT INTO record VALUES(14,'dd16940edee36a55c51e7869','read_01a21e7820e8-d8ce9748-3f8d-4531-8ed5-dd6e99670c07__6f254cb344bdf4de00b49d70af85c47f','MessageRead',2,21,1,NULL,NULL,NULL,NULL,'{}',0,1795807520894,'_6f254cb344bdf4de00b49d70af85c47f',1795807521871,'_6f254cb344bdf4de00b49d70af85c47f',NULL);
INSERT INTO record VALUES(15,'fc06964e8c4171b1e1848aeb','cloudkit.zoneshare','cloudkit.share',1,1,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Plans","type":"STRING"}}',19,1795807521104,'_cf24144414452debaccf6a40a78ecfb3',1795807521104,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(16,'fc06964e8c4171b1e1848aeb','session','ChatSession',2,4,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795807521039,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795807521288,"type":"TIMESTAMP"},"name":{"value":"Plans","type":"STRING"},"renamedAt":{"value":1,"type":"TIMESTAMP"}}',64,1795807521104,'_cf24144414452debaccf6a40a78ecfb3',1795807521325,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(17,'fc06964e8c4171b1e1848aeb','01a21e782a08-4fdd6b90-fb12-454e-a77b-f111e148f769','Message',1,3,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_cf24144414452debaccf6a40a78ecfb3","type":"STRING"},"text":{"value":"only here","type":"STRING"},"timestamp":{"value":1795807521288,"type":"TIMESTAMP"}}',71,1795807521325,'_cf24144414452debaccf6a40a78ecfb3',1795807521325,'_cf24144414452debaccf6a40a78ecfb3',NULL);
INSERT INTO record VALUES(18,'dd16940edee36a55c51e7869','read_01a21e7826b6-276db714-7a05-4023-a5b8-15bd1568ecdd__6f254cb344bdf4de00b49d70af85c47f','MessageRead',1,20,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a21e7826b6-276db714-7a05-4023-a5b8-15bd1568ecdd","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795807521698,"type":"TIMESTAMP"},"userID":{"value":"_6f254cb344bdf4de00b49d70af85c47f","type":"STRING"}}',120,1795807521871,'_6f254cb344bdf4de00b49d70af85c47f',1795807521871,'_6f254cb344bdf4de00b49d70af85c47f',NULL);
INSERT INTO record VALUES(19,'dd16940edee36a55c51e7869','read_01a21e78285b-202e39e1-75f9-4f27-b0d8-05ddc779e85a__cf24144414452debaccf6a40a78ecfb3','MessageRead',1,22,0,NULL,NULL,NULL,NULL,'{"messageRef":{"value":{"recordName":"01a21e78285b-202e39e1-75f9-4f27-b0d8-05ddc779e85a","action":"NONE"},"type":"REFERENCE"},"readAt":{"value":1795807522278,"type":"TIMESTAMP"},"userID":{"value":"_cf24144414452debaccf6a40a78ecfb3","type":"STRING"}}',120,1795807522438,'_cf24144414452debaccf6a40a78ecfb3',1795807522438,'_cf24144414452debaccf6a40a78ecfb3',NULL);
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
INSERT INTO share VALUES('dd16940edee36a55c51e7869','','cloudkit.zoneshare','NONE');
INSERT INTO share VALUES('fc06964e8c4171b1e1848aeb','','cloudkit.zoneshare','NONE');
CREATE TABLE shareLink (
  shortGUID TEXT NOT NULL PRIMARY KEY,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  root TEXT NOT NULL,
  UNIQUE (zone, root)
) STRICT, WITHOUT ROWID;
INSERT INTO shareLink VALUES('7aOide0o9BGC0f5nA7psvsoy','fc06964e8c4171b1e1848aeb','');
INSERT INTO shareLink VALUES('DvmezuIjPC3ag__4_IekCCCE','dd16940edee36a55c51e7869','');
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
INSERT INTO participant VALUES('dd16940edee36a55c51e7869','','_6f254cb344bdf4de00b49d70af85c47f','246807374e593a35',1,'USER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('dd16940edee36a55c51e7869','','_cf24144414452debaccf6a40a78ecfb3','c3630cd7b0cfa8e8',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('dd16940edee36a55c51e7869','','_ffbcd30f29fe684b2dc7aaa5c1a8ad19','5e25b2f524f2c515',2,'USER','READ_WRITE','INVITED');
INSERT INTO participant VALUES('fc06964e8c4171b1e1848aeb','','_cf24144414452debaccf6a40a78ecfb3','5091cf5e3c56cd20',0,'OWNER','READ_WRITE','ACCEPTED');
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
INSERT INTO feed VALUES(1,'_6f254cb344bdf4de00b49d70af85c47f',2,0,0);
INSERT INTO feed VALUES(1,'_6f254cb344bdf4de00b49d70af85c47f',3,14,0);
INSERT INTO feed VALUES(1,'_cf24144414452debaccf6a40a78ecfb3',2,20,0);
INSERT INTO feed VALUES(1,'_cf24144414452debaccf6a40a78ecfb3',3,0,0);
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
INSERT INTO feedEntry VALUES(1,'_6f254cb344bdf4de00b49d70af85c47f',3,'_cf24144414452debaccf6a40a78ecfb3','chat-f7f814c4-50f1-4f79-aea0-79260b8a35de',14,1795807522684,NULL);
INSERT INTO feedEntry VALUES(1,'_cf24144414452debaccf6a40a78ecfb3',2,'_cf24144414452debaccf6a40a78ecfb3','chat-ecc10e71-c686-4667-8809-9020f4614b83',17,1795807521324,NULL);
INSERT INTO feedEntry VALUES(1,'_cf24144414452debaccf6a40a78ecfb3',2,'_cf24144414452debaccf6a40a78ecfb3','chat-f7f814c4-50f1-4f79-aea0-79260b8a35de',20,1795807522684,NULL);
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
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',7,X'',3);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',8,X'0173657373696f6e',3);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',10,X'01800001a21e781d57',3);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',25,X'',5);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',26,X'013031613231653738316435372d61306135353664382d666461642d346235322d626438392d646263343335303537306264',5);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',39,X'01800001a21e781d57',5);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',25,X'',6);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',26,X'013031613231653738316531622d33373335623039332d623865642d346465642d383638342d393466373530316434616137',6);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',39,X'01800001a21e781e1b',6);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',25,X'',7);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',26,X'013031613231653738323032382d38636231636430332d376261372d346662612d613761312d633836396563366235353139',7);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',39,X'01800001a21e782028',7);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',25,X'',9);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',26,X'013031613231653738323065382d64386365393734382d336638642d343533312d386564352d646436653939363730633037',9);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',39,X'01800001a21e7820e8',9);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',45,X'',10);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',46,X'017265616374696f6e5f3031613231653738316435372d61306135353664382d666461642d346235322d626438392d6462633433353035373062645f5f36663235346362333434626466346465303062343964373061663835633437665f6630396639313864',10);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',50,X'013031613231653738316435372d61306135353664382d666461642d346235322d626438392d646263343335303537306264',10);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',25,X'',12);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',26,X'013031613231653738323662362d32373664623731342d376130352d343032332d613562382d313562643135363865636464',12);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',39,X'01800001a21e7826b6',12);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',25,X'',13);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',26,X'013031613231653738323835622d32303265333965312d373566392d346632372d623064382d303564646337373965383561',13);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',39,X'01800001a21e78285b',13);
INSERT INTO indexEntry VALUES('fc06964e8c4171b1e1848aeb',7,X'',16);
INSERT INTO indexEntry VALUES('fc06964e8c4171b1e1848aeb',8,X'0173657373696f6e',16);
INSERT INTO indexEntry VALUES('fc06964e8c4171b1e1848aeb',10,X'01800001a21e782a08',16);
INSERT INTO indexEntry VALUES('fc06964e8c4171b1e1848aeb',25,X'',17);
INSERT INTO indexEntry VALUES('fc06964e8c4171b1e1848aeb',26,X'013031613231653738326130382d34666464366239302d666231322d343534652d613737622d663131316531343866373639',17);
INSERT INTO indexEntry VALUES('fc06964e8c4171b1e1848aeb',39,X'01800001a21e782a08',17);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',52,X'',18);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',53,X'01726561645f3031613231653738323662362d32373664623731342d376130352d343032332d613562382d3135626431353638656364645f5f3666323534636233343462646634646530306234396437306166383563343766',18);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',52,X'',19);
INSERT INTO indexEntry VALUES('dd16940edee36a55c51e7869',53,X'01726561645f3031613231653738323835622d32303265333965312d373566392d346632372d623064382d3035646463373739653835615f5f6366323431343434313434353264656261636366366134306137386563666233',19);
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
INSERT INTO asset VALUES(X'1039a29a3e9886aad0eeb9c90b64a2cebea52d33',19);
CREATE TABLE assetReference (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  fieldName TEXT NOT NULL,
  position INTEGER NOT NULL,
  checksum BLOB NOT NULL REFERENCES asset,
  size INTEGER NOT NULL,
  PRIMARY KEY (record, fieldName, position)
) STRICT, WITHOUT ROWID;
INSERT INTO assetReference VALUES(12,'attachment',0,X'1039a29a3e9886aad0eeb9c90b64a2cebea52d33',19);
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
INSERT INTO releasedAsset VALUES(X'1039a29a3e9886aad0eeb9c90b64a2cebea52d33');
CREATE TABLE usage (
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  userRecordName TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  PRIMARY KEY (partition, userRecordName)
) STRICT, WITHOUT ROWID;
INSERT INTO usage VALUES(1,'_cf24144414452debaccf6a40a78ecfb3',1428);
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
