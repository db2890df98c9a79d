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
INSERT INTO setting VALUES('assets.secret','1SsgJHPQ8K9YOTkOw5J8zB7jeMsAz_-JumVmIvr3Wi0');
INSERT INTO setting VALUES('atRestKey','b1e1d79efee1caae');
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
INSERT INTO account VALUES('_1d5b76fecc5f0f68226ada30066f397a','carol',0,NULL,NULL,NULL,1,NULL);
INSERT INTO account VALUES('_b561bb957b18cdd9f7d0d0c29be2a56d','alice',0,NULL,NULL,NULL,1,NULL);
INSERT INTO account VALUES('_dd9332ba55d5c2136d74990083e96267','bob',0,NULL,NULL,NULL,1,NULL);
CREATE TABLE partition (
  id INTEGER PRIMARY KEY,
  container TEXT NOT NULL,
  environment TEXT NOT NULL,
  incarnation TEXT NOT NULL,
  ownerName TEXT NOT NULL,
  settings TEXT NOT NULL,
  UNIQUE (container, environment)
) STRICT;
INSERT INTO "partition" VALUES(1,'iCloud.net.zonechat','development','af32d38816131a97a4fd9b62','_2cf203c6e02abfdd7005788da29915fb','{"environment":{}}');
INSERT INTO "partition" VALUES(2,'iCloud.net.zonechat','production','a0502bb9a7a607aeedcb9dce','_c45ceca4fda47fe608ba71b264b3715e','{"environment":{}}');
CREATE TABLE apiToken (
  hash BLOB NOT NULL PRIMARY KEY,
  partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
  name TEXT NOT NULL,
  callbackURL TEXT,
  createdAt INTEGER NOT NULL, allowedOrigins TEXT NOT NULL DEFAULT '',
  UNIQUE (partition, name)
) STRICT, WITHOUT ROWID;
INSERT INTO apiToken VALUES(X'4ba3789df7505d13153db582cad3838e01892da324435b826db9d861733f5132',1,'zonechat',NULL,1795408869838,'');
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
INSERT INTO session VALUES('0977afb06ab8ad6dea28aa0331e0bf81',1,'_b561bb957b18cdd9f7d0d0c29be2a56d',1,1795408869847);
INSERT INTO session VALUES('afe2cc3b32fe9e75c192722081a42634',1,'_1d5b76fecc5f0f68226ada30066f397a',1,1795408871214);
INSERT INTO session VALUES('ec0dd5a4e856c727237cbec960d59d70',1,'_dd9332ba55d5c2136d74990083e96267',1,1795408870584);
CREATE TABLE webAuthToken (
  hash BLOB NOT NULL PRIMARY KEY,
  session TEXT NOT NULL REFERENCES session ON DELETE CASCADE,
  createdAt INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO webAuthToken VALUES(X'0e9d3f80bccbaa9de52332c9bed0436c0b30d88c9fee4fda691edc19a8ffa551','ec0dd5a4e856c727237cbec960d59d70',1795408870584);
INSERT INTO webAuthToken VALUES(X'643ceed8bfedb5a4b5a11e085aabf39fcde85fcb642c0561e190fef0043e1f85','afe2cc3b32fe9e75c192722081a42634',1795408871214);
INSERT INTO webAuthToken VALUES(X'aa6ee5b033aee75f6b41a32ced7ccef636460a80392929eafcb2ae8c0119e86e','0977afb06ab8ad6dea28aa0331e0bf81',1795408869847);
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
INSERT INTO zone VALUES('1209dde0dd9857d590631e3d',1,'_1d5b76fecc5f0f68226ada30066f397a','_defaultZone',0,0,0);
INSERT INTO zone VALUES('2fabad1da16a6ad65d87b041',1,'_b561bb957b18cdd9f7d0d0c29be2a56d','chat-d0a5bd1b-b883-494a-b627-e7d45e3ea13b',4,0,154);
INSERT INTO zone VALUES('96ee65c2098ff479008b1c34',1,'_b561bb957b18cdd9f7d0d0c29be2a56d','_defaultZone',0,0,0);
INSERT INTO zone VALUES('a0502bb9a7a607aeedcb9dce',2,'_c45ceca4fda47fe608ba71b264b3715e','_defaultZone',0,0,0);
INSERT INTO zone VALUES('a6efdcf054a2f9efa2acb757',1,'_b561bb957b18cdd9f7d0d0c29be2a56d','chat-50bce3a8-3086-4b9c-902a-b75628541390',21,0,1147);
INSERT INTO zone VALUES('af32d38816131a97a4fd9b62',1,'_2cf203c6e02abfdd7005788da29915fb','_defaultZone',3,0,0);
INSERT INTO zone VALUES('e4a50100682c248ed8065ba4',1,'_dd9332ba55d5c2136d74990083e96267','_defaultZone',0,0,0);
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
INSERT INTO record VALUES(1,'af32d38816131a97a4fd9b62','_b561bb957b18cdd9f7d0d0c29be2a56d','Users',1,1,0,NULL,NULL,NULL,NULL,'{}',0,1795408873500,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408873500,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(2,'a6efdcf054a2f9efa2acb757','cloudkit.zoneshare','cloudkit.share',4,21,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Crew","type":"STRING"}}',18,1795408873860,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408893881,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(3,'a6efdcf054a2f9efa2acb757','session','ChatSession',2,6,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795408873420,"type":"TIMESTAMP"},"lastMessageAt":{"value":1795408876626,"type":"TIMESTAMP"},"name":{"value":"Crew","type":"STRING"},"renamedAt":{"value":1795408873420,"type":"TIMESTAMP"}}',63,1795408873861,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408876701,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(4,'af32d38816131a97a4fd9b62','_dd9332ba55d5c2136d74990083e96267','Users',1,2,0,NULL,NULL,NULL,NULL,'{}',0,1795408875619,'_dd9332ba55d5c2136d74990083e96267',1795408875619,'_dd9332ba55d5c2136d74990083e96267',NULL);
INSERT INTO record VALUES(5,'a6efdcf054a2f9efa2acb757','01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97','Message',1,5,0,NULL,NULL,NULL,NULL,'{"text":{"value":"from alice","type":"STRING"},"timestamp":{"value":1795408876626,"type":"TIMESTAMP"},"senderID":{"value":"_b561bb957b18cdd9f7d0d0c29be2a56d","type":"STRING"}}',72,1795408876701,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408876701,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(6,'a6efdcf054a2f9efa2acb757','01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4','Message',1,7,0,NULL,NULL,NULL,NULL,'{"text":{"value":"from bob","type":"STRING"},"timestamp":{"value":1795408877475,"type":"TIMESTAMP"},"senderID":{"value":"_dd9332ba55d5c2136d74990083e96267","type":"STRING"}}',70,1795408877709,'_dd9332ba55d5c2136d74990083e96267',1795408877709,'_dd9332ba55d5c2136d74990083e96267',NULL);
INSERT INTO record VALUES(7,'a6efdcf054a2f9efa2acb757','01a206b562b0-95263e2d-f113-4e1b-8bd7-0012ebe82cb1','Message',2,11,0,NULL,NULL,NULL,NULL,'{"timestamp":{"value":1795408880304,"type":"TIMESTAMP"},"senderID":{"value":"_b561bb957b18cdd9f7d0d0c29be2a56d","type":"STRING"},"text":{"value":"changed","type":"STRING"},"editedAt":{"value":1795408883657,"type":"TIMESTAMP"},"revision":{"value":1,"type":"INT64"}}',101,1795408880622,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408883790,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(8,'a6efdcf054a2f9efa2acb757','read_01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4__b561bb957b18cdd9f7d0d0c29be2a56d','MessageRead',1,9,0,NULL,NULL,NULL,NULL,'{"messageRef":{"type":"REFERENCE","value":{"action":"NONE","recordName":"01a206b557a3-d641ac75-e038-42d2-8dda-81bda91039f4"}},"userID":{"value":"_b561bb957b18cdd9f7d0d0c29be2a56d","type":"STRING"},"readAt":{"value":1795408878523,"type":"TIMESTAMP"}}',120,1795408880622,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408880622,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(9,'a6efdcf054a2f9efa2acb757','01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6','Message',2,12,0,NULL,NULL,NULL,NULL,'{"timestamp":{"value":1795408881345,"type":"TIMESTAMP"},"text":{"value":"","type":"STRING"},"senderID":{"value":"_b561bb957b18cdd9f7d0d0c29be2a56d","type":"STRING"},"deletedAt":{"value":1795408885233,"type":"TIMESTAMP"}}',79,1795408881581,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408885707,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(10,'a6efdcf054a2f9efa2acb757','read_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267','MessageRead',2,16,1,NULL,NULL,NULL,NULL,'{}',0,1795408886324,'_dd9332ba55d5c2136d74990083e96267',1795408887409,'_dd9332ba55d5c2136d74990083e96267',NULL);
INSERT INTO record VALUES(11,'a6efdcf054a2f9efa2acb757','reaction_01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97__dd9332ba55d5c2136d74990083e96267_f09f918d','MessageReaction',1,14,0,NULL,NULL,NULL,NULL,'{"isRemoved":{"value":0,"type":"INT64"},"emoji":{"value":"👍","type":"STRING"},"createdAt":{"value":1795408887282,"type":"TIMESTAMP"},"userID":{"value":"_dd9332ba55d5c2136d74990083e96267","type":"STRING"},"messageRef":{"type":"REFERENCE","value":{"action":"NONE","recordName":"01a206b55452-7cf40fa4-4416-4927-8171-20c39d6d5a97"}}}',149,1795408887408,'_dd9332ba55d5c2136d74990083e96267',1795408887408,'_dd9332ba55d5c2136d74990083e96267',NULL);
INSERT INTO record VALUES(12,'a6efdcf054a2f9efa2acb757','read_01a206b566c1-8b16d1f5-6bd7-4520-b465-e2de41cf58d6__dd9332ba55d5c2136d74990083e96267','MessageRead',2,20,1,NULL,NULL,NULL,NULL,'{}',0,1795408887409,'_dd9332ba55d5c2136d74990083e96267',1795408891577,'_dd9332ba55d5c2136d74990083e96267',NULL);
INSERT INTO record VALUES(13,'a6efdcf054a2f9efa2acb757','01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c','Message',2,18,0,NULL,NULL,NULL,NULL,'{"attachment":{"type":"ASSETID","value":{"size":19,"wrappingKey":"3HcLLsnKfX5zc3VsgRhkDg==","referenceChecksum":"AeoiaR1pQLtqmB1VfKYuroXo3Ljm","fileChecksum":"ATm\/3DmwZxo1tOZOhr8BjmQj2esd"}},"fileSize":{"value":19,"type":"INT64"},"fileType":{"value":"text/plain","type":"STRING"},"senderID":{"value":"_b561bb957b18cdd9f7d0d0c29be2a56d","type":"STRING"},"text":{"value":"with a file","type":"STRING"},"timestamp":{"value":1795408888090,"type":"TIMESTAMP"},"fileDigest":{"value":"8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92","type":"STRING"},"fileName":{"value":"notes.txt","type":"STRING"}}',355,1795408888400,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408888663,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(14,'2fabad1da16a6ad65d87b041','cloudkit.zoneshare','cloudkit.share',1,1,0,NULL,NULL,NULL,NULL,'{"cloudkit.title":{"value":"Plans","type":"STRING"}}',19,1795408889128,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408889128,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(15,'2fabad1da16a6ad65d87b041','session','ChatSession',2,4,0,NULL,NULL,NULL,NULL,'{"createdAt":{"value":1795408888903,"type":"TIMESTAMP"},"name":{"value":"Plans","type":"STRING"},"lastMessageAt":{"value":1795408889537,"type":"TIMESTAMP"},"renamedAt":{"value":1795408888903,"type":"TIMESTAMP"}}',64,1795408889129,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408889702,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(16,'2fabad1da16a6ad65d87b041','01a206b586c1-99c4388b-5c11-4875-9ad6-ca7bedd8083d','Message',1,3,0,NULL,NULL,NULL,NULL,'{"senderID":{"value":"_b561bb957b18cdd9f7d0d0c29be2a56d","type":"STRING"},"timestamp":{"value":1795408889537,"type":"TIMESTAMP"},"text":{"value":"only here","type":"STRING"}}',71,1795408889701,'_b561bb957b18cdd9f7d0d0c29be2a56d',1795408889701,'_b561bb957b18cdd9f7d0d0c29be2a56d',NULL);
INSERT INTO record VALUES(17,'a6efdcf054a2f9efa2acb757','read_01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c__dd9332ba55d5c2136d74990083e96267','MessageRead',1,19,0,NULL,NULL,NULL,NULL,'{"readAt":{"value":1795408891203,"type":"TIMESTAMP"},"messageRef":{"value":{"recordName":"01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c","action":"NONE"},"type":"REFERENCE"},"userID":{"value":"_dd9332ba55d5c2136d74990083e96267","type":"STRING"}}',120,1795408891576,'_dd9332ba55d5c2136d74990083e96267',1795408891576,'_dd9332ba55d5c2136d74990083e96267',NULL);
INSERT INTO record VALUES(18,'af32d38816131a97a4fd9b62','_1d5b76fecc5f0f68226ada30066f397a','Users',1,3,0,NULL,NULL,NULL,NULL,'{}',0,1795408894146,'_1d5b76fecc5f0f68226ada30066f397a',1795408894146,'_1d5b76fecc5f0f68226ada30066f397a',NULL);
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
INSERT INTO share VALUES('2fabad1da16a6ad65d87b041','','cloudkit.zoneshare','NONE');
INSERT INTO share VALUES('a6efdcf054a2f9efa2acb757','','cloudkit.zoneshare','NONE');
CREATE TABLE shareLink (
  shortGUID TEXT NOT NULL PRIMARY KEY,
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  root TEXT NOT NULL,
  UNIQUE (zone, root)
) STRICT, WITHOUT ROWID;
INSERT INTO shareLink VALUES('_H6q_cavI7WMjAapEpk-4Cre','2fabad1da16a6ad65d87b041','');
INSERT INTO shareLink VALUES('wvuVGgO9amMxQSOXv-VneeXB','a6efdcf054a2f9efa2acb757','');
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
INSERT INTO participant VALUES('2fabad1da16a6ad65d87b041','','_b561bb957b18cdd9f7d0d0c29be2a56d','38a59505059636b0',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('a6efdcf054a2f9efa2acb757','','_1d5b76fecc5f0f68226ada30066f397a','e2d3b17f9c019d60',2,'USER','READ_WRITE','INVITED');
INSERT INTO participant VALUES('a6efdcf054a2f9efa2acb757','','_b561bb957b18cdd9f7d0d0c29be2a56d','535259664434144b',0,'OWNER','READ_WRITE','ACCEPTED');
INSERT INTO participant VALUES('a6efdcf054a2f9efa2acb757','','_dd9332ba55d5c2136d74990083e96267','650ea20b5d665ae7',1,'USER','READ_WRITE','ACCEPTED');
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
INSERT INTO feed VALUES(1,'_1d5b76fecc5f0f68226ada30066f397a',2,0,0);
INSERT INTO feed VALUES(1,'_1d5b76fecc5f0f68226ada30066f397a',3,0,0);
INSERT INTO feed VALUES(1,'_b561bb957b18cdd9f7d0d0c29be2a56d',2,19,0);
INSERT INTO feed VALUES(1,'_b561bb957b18cdd9f7d0d0c29be2a56d',3,0,0);
INSERT INTO feed VALUES(1,'_dd9332ba55d5c2136d74990083e96267',2,0,0);
INSERT INTO feed VALUES(1,'_dd9332ba55d5c2136d74990083e96267',3,13,0);
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
INSERT INTO feedEntry VALUES(1,'_b561bb957b18cdd9f7d0d0c29be2a56d',2,'_b561bb957b18cdd9f7d0d0c29be2a56d','chat-50bce3a8-3086-4b9c-902a-b75628541390',19,1795408893880,NULL);
INSERT INTO feedEntry VALUES(1,'_b561bb957b18cdd9f7d0d0c29be2a56d',2,'_b561bb957b18cdd9f7d0d0c29be2a56d','chat-d0a5bd1b-b883-494a-b627-e7d45e3ea13b',17,1795408889701,NULL);
INSERT INTO feedEntry VALUES(1,'_dd9332ba55d5c2136d74990083e96267',3,'_b561bb957b18cdd9f7d0d0c29be2a56d','chat-50bce3a8-3086-4b9c-902a-b75628541390',13,1795408893880,NULL);
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
INSERT INTO field VALUES(3,1,'name','STRING',0,0,0);
INSERT INTO field VALUES(4,1,'renamedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(5,1,'createdAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(6,1,'lastMessageAt','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(7,2,'___type','STRING',0,0,0);
INSERT INTO field VALUES(8,2,'deletedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(9,2,'fileType','STRING',0,0,0);
INSERT INTO field VALUES(10,2,'revision','INT64',0,0,0);
INSERT INTO field VALUES(11,2,'text','STRING',0,0,0);
INSERT INTO field VALUES(12,2,'timestamp','TIMESTAMP',1,0,1);
INSERT INTO field VALUES(13,2,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(14,2,'senderID','STRING',0,0,0);
INSERT INTO field VALUES(15,2,'fileSize','INT64',0,0,0);
INSERT INTO field VALUES(16,2,'fileDigest','STRING',0,0,0);
INSERT INTO field VALUES(17,2,'attachment','ASSET',0,0,0);
INSERT INTO field VALUES(18,2,'editedAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(19,2,'fileName','STRING',0,0,0);
INSERT INTO field VALUES(20,3,'___type','STRING',0,0,0);
INSERT INTO field VALUES(21,3,'emoji','STRING',0,0,0);
INSERT INTO field VALUES(22,3,'messageRef','REFERENCE',1,0,0);
INSERT INTO field VALUES(23,3,'userID','STRING',0,0,0);
INSERT INTO field VALUES(24,3,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(25,3,'isRemoved','INT64',0,0,0);
INSERT INTO field VALUES(26,3,'createdAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(27,4,'___type','STRING',0,0,0);
INSERT INTO field VALUES(28,4,'readAt','TIMESTAMP',0,0,0);
INSERT INTO field VALUES(29,4,'messageRef','REFERENCE',0,0,0);
INSERT INTO field VALUES(30,4,'userID','STRING',0,0,0);
INSERT INTO field VALUES(31,4,'___recordID','REFERENCE',1,0,0);
INSERT INTO field VALUES(32,5,'___type','STRING',0,0,0);
INSERT INTO field VALUES(33,5,'roles','LIST<INT64>',0,0,0);
CREATE TABLE indexEntry (
  zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
  field INTEGER NOT NULL,
  value BLOB NOT NULL,
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  PRIMARY KEY (zone, field, value, record)
) STRICT, WITHOUT ROWID;
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',1,X'',3);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',2,X'0173657373696f6e',3);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',6,X'01800001a206b55452',3);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',7,X'',5);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',12,X'01800001a206b55452',5);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',13,X'013031613230366235353435322d37636634306661342d343431362d343932372d383137312d323063333964366435613937',5);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',7,X'',6);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',12,X'01800001a206b557a3',6);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',13,X'013031613230366235353761332d64363431616337352d653033382d343264322d386464612d383162646139313033396634',6);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',7,X'',7);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',12,X'01800001a206b562b0',7);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',13,X'013031613230366235363262302d39353236336532642d663131332d346531622d386264372d303031326562653832636231',7);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',27,X'',8);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',31,X'01726561645f3031613230366235353761332d64363431616337352d653033382d343264322d386464612d3831626461393130333966345f5f6235363162623935376231386364643966376430643063323962653261353664',8);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',7,X'',9);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',12,X'01800001a206b566c1',9);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',13,X'013031613230366235363663312d38623136643166352d366264372d343532302d623436352d653264653431636635386436',9);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',20,X'',11);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',22,X'013031613230366235353435322d37636634306661342d343431362d343932372d383137312d323063333964366435613937',11);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',24,X'017265616374696f6e5f3031613230366235353435322d37636634306661342d343431362d343932372d383137312d3230633339643664356139375f5f64643933333262613535643563323133366437343939303038336539363236375f6630396639313864',11);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',7,X'',13);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',12,X'01800001a206b5811a',13);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',13,X'013031613230366235383131612d33313266366530392d346532382d346263622d613138622d336562326537333331353163',13);
INSERT INTO indexEntry VALUES('2fabad1da16a6ad65d87b041',1,X'',15);
INSERT INTO indexEntry VALUES('2fabad1da16a6ad65d87b041',2,X'0173657373696f6e',15);
INSERT INTO indexEntry VALUES('2fabad1da16a6ad65d87b041',6,X'01800001a206b586c1',15);
INSERT INTO indexEntry VALUES('2fabad1da16a6ad65d87b041',7,X'',16);
INSERT INTO indexEntry VALUES('2fabad1da16a6ad65d87b041',12,X'01800001a206b586c1',16);
INSERT INTO indexEntry VALUES('2fabad1da16a6ad65d87b041',13,X'013031613230366235383663312d39396334333838622d356331312d343837352d396164362d636137626564643830383364',16);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',27,X'',17);
INSERT INTO indexEntry VALUES('a6efdcf054a2f9efa2acb757',31,X'01726561645f3031613230366235383131612d33313266366530392d346532382d346263622d613138622d3365623265373333313531635f5f6464393333326261353564356332313336643734393930303833653936323637',17);
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
INSERT INTO asset VALUES(X'39bfdc39b0671a35b4e64e86bf018e6423d9eb1d',19);
CREATE TABLE assetReference (
  record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
  fieldName TEXT NOT NULL,
  position INTEGER NOT NULL,
  checksum BLOB NOT NULL REFERENCES asset,
  size INTEGER NOT NULL,
  PRIMARY KEY (record, fieldName, position)
) STRICT, WITHOUT ROWID;
INSERT INTO assetReference VALUES(13,'attachment',0,X'39bfdc39b0671a35b4e64e86bf018e6423d9eb1d',19);
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
INSERT INTO usage VALUES(1,'_b561bb957b18cdd9f7d0d0c29be2a56d',1301);
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
