/// The ninth version: each window keeps a draft of its own.
extension ReplicaSchema {
  static let version9 = """
    -- What is being written in a chat, by window: two windows do not overwrite one another's.
    CREATE TABLE windowDraft (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      -- '' for what an earlier version has kept
      window TEXT NOT NULL,
      text TEXT NOT NULL,
      UNIQUE (chatID, window)
    ) STRICT;
    INSERT INTO windowDraft (chatID, window, text) SELECT chatID, '', text FROM draft;
    DROP TABLE draft;
    ALTER TABLE windowDraft RENAME TO draft;
    """
}
