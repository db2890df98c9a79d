-- What version 2 can keep besides: an edited message, one that was taken back, reactions (one unsent),
-- read marks, fields and a record of a type that it does not know.
UPDATE message SET text = 'changed', revision = 1, editedAt = 1795408883657, changeTag = '2' WHERE id = 5;
UPDATE message SET text = '', deletedAt = 1795408885233, changeTag = '2' WHERE id = 7;
UPDATE message SET unknownFields = CAST('{"mood":{"value":"sunny","type":"STRING"}}' AS BLOB) WHERE id = 1;
INSERT INTO reaction (chatID, recordName, messageName, userID, emoji, changedAt, isRemoved, changeTag, epoch)
VALUES
  (1, 'reaction_01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80__cf0afd219257681e63035b8da5c2ee02_f09f918d', '01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80', '_cf0afd219257681e63035b8da5c2ee02', '👍', 1795408887282, 0, '1', 0),
  (1, 'reaction_01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c__b0662bcf9fd4417d47559cf9acd35d4a_f09f8e89', '01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c', '_b0662bcf9fd4417d47559cf9acd35d4a', '🎉', 1795408896526, 0, NULL, 0);
INSERT INTO outbox (chatID, recordName, kind) VALUES (1, 'reaction_01a206b41fce-cc7ef780-9b74-4365-8bf4-07719887e85c__b0662bcf9fd4417d47559cf9acd35d4a_f09f8e89', 'reaction');
INSERT INTO readMark (chatID, recordName, messageName, userID, readAt, changeTag, epoch)
VALUES (1, 'read_01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80__cf0afd219257681e63035b8da5c2ee02', '01a206b41b21-0b55bfb1-218d-41e1-b705-7aca2fce2b80', '_cf0afd219257681e63035b8da5c2ee02', 1795408891203, '1', 0);
INSERT INTO parkedRecord (chatID, recordName, body, changeTag, epoch)
VALUES (1, 'poll-1', CAST('{"recordName":"poll-1","recordType":"Poll","fields":{"question":{"value":"Tea?","type":"STRING"}},"recordChangeTag":"1","zoneID":{"zoneName":"chat-c5a22973-6057-4cb2-aa42-d4a3d23cf23d","ownerRecordName":"_b0662bcf9fd4417d47559cf9acd35d4a","zoneType":"REGULAR_CUSTOM_ZONE"}}' AS BLOB), '1', 0);
