/// The thirteenth version: what happened in a chat beside its messages.
extension ReplicaSchema {
  static let version13 = """
    -- The cloud's time of the share's newest version that was here.
    ALTER TABLE chat ADD COLUMN shareModifiedAt INTEGER NOT NULL DEFAULT 0;

    CREATE TABLE chatEvent (
      -- grows in the order in which this device learnt of events
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      -- who it is about; '' for nobody
      userID TEXT NOT NULL,
      -- a right or a name
      detail TEXT NOT NULL,
      -- who has done it, where that is known
      actorID TEXT,
      UNIQUE (chatID, at, kind, userID, detail)
    ) STRICT;
    """
}
