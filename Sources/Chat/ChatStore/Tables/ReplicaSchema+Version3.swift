import ChatModel

/// The third version: files attached to messages.
extension ReplicaSchema {
  static let version3 = """
    -- Message: the attached file, as its sender describes it
    ALTER TABLE message ADD COLUMN fileName TEXT;
    ALTER TABLE message ADD COLUMN fileType TEXT;
    ALTER TABLE message ADD COLUMN fileSize INTEGER;
    -- SHA-256 of its bytes, in hexadecimal digits
    ALTER TABLE message ADD COLUMN fileDigest TEXT;
    -- the cloud's checksum of them; NULL while it does not have them
    ALTER TABLE message ADD COLUMN fileChecksum TEXT;

    CREATE INDEX message_deleted ON message (deletedAt) WHERE deletedAt IS NOT NULL;

    -- Files on their way, in either direction, or wanted and failed.
    CREATE TABLE transfer (
      messageID INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
      direction TEXT NOT NULL CHECK (direction IN ('upload', 'download')),
      -- where an upload that has begun goes on; a secret
      link TEXT,
      -- what the record is to be saved with once the cloud has the bytes, and how often it refused that
      uploaded BLOB,
      refusals INTEGER NOT NULL DEFAULT 0,
      -- bytes moved, by the last word
      transferred INTEGER NOT NULL DEFAULT 0,
      -- why it waits
      waitReason TEXT,
      -- why it will not be tried again by itself
      failure TEXT
    ) STRICT;
    """
}
