-- What version 3 can keep besides: a message with a file that still has to go up.
INSERT INTO message (chatID, recordName, senderID, text, timestamp, epoch, fileName, fileType, fileSize, fileDigest)
VALUES (1, '01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c', '_b0662bcf9fd4417d47559cf9acd35d4a', 'with a file', 1795408888090, 0,
  'notes.txt', 'text/plain', 19, '8372c44beb437a225a4fb31d7caeba5acb752e9b5973c76b5d4a5cc25b41de92');
INSERT INTO outbox (chatID, recordName, kind) VALUES (1, '01a206b5811a-312f6e09-4e28-4bcb-a18b-3eb2e733151c', 'message');
INSERT INTO transfer (messageID, direction)
SELECT id, 'upload' FROM message WHERE text = 'with a file';
