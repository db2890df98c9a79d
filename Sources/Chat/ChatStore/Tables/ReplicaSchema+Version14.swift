/// The fourteenth version: the earlier texts of messages that were changed.
extension ReplicaSchema {
  static let version14 = """
    -- What messages said before they were changed, as far as this device has seen it.
    CREATE TABLE messageVersion (
      -- grows with every change of a message
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      messageID INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
      text TEXT NOT NULL,
      revision INTEGER NOT NULL,
      writtenAt INTEGER NOT NULL,
      -- who had written it, where that was not the sender
      changedBy TEXT
    ) STRICT;
    CREATE INDEX messageVersion_byMessage ON messageVersion (messageID);

    -- A new text for the same revision and time is one that nobody else has seen before. A text that comes back,
    -- because the cloud has refused a change, is not an earlier one any more. At most 20 versions of a message
    -- are kept, and 64 KiB.
    CREATE TRIGGER message_edited AFTER UPDATE OF text ON message
    WHEN old.text <> new.text AND old.deletedAt IS NULL AND new.deletedAt IS NULL
      AND (old.revision, coalesce(old.editedAt, old.timestamp))
        <> (new.revision, coalesce(new.editedAt, new.timestamp))
    BEGIN
      INSERT INTO messageVersion (messageID, text, revision, writtenAt, changedBy)
        SELECT old.id, old.text, old.revision, coalesce(old.editedAt, old.timestamp), old.changedBy
        WHERE NOT EXISTS (SELECT 1 FROM messageVersion WHERE messageID = new.id
          AND revision = new.revision AND writtenAt = coalesce(new.editedAt, new.timestamp));
      DELETE FROM messageVersion WHERE messageID = new.id AND id >= (
        SELECT min(id) FROM messageVersion WHERE messageID = new.id
          AND revision = new.revision AND writtenAt = coalesce(new.editedAt, new.timestamp));
      DELETE FROM messageVersion WHERE messageID = new.id AND id NOT IN (
        SELECT id FROM (
          SELECT id, row_number() OVER newest AS place,
            sum(length(CAST(text AS BLOB))) OVER newest AS bytes
          FROM messageVersion WHERE messageID = new.id
          WINDOW newest AS (ORDER BY id DESC ROWS UNBOUNDED PRECEDING))
        WHERE place <= 20 AND bytes <= 65536);
    END;

    -- What is taken back is gone.
    CREATE TRIGGER message_takenBack AFTER UPDATE OF deletedAt ON message
    WHEN new.deletedAt IS NOT NULL
    BEGIN
      DELETE FROM messageVersion WHERE messageID = new.id;
    END;
    """
}
