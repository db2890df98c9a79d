/// The twentieth version: what was asked of the cloud before a zone was forgotten brings it back no more.
extension ReplicaSchema {
  static let version20 = """
    -- The epoch in which a zone was forgotten last.
    ALTER TABLE epoch ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;

    -- Chats that came back so have ended, and nothing of them was ever here.
    DELETE FROM chat
    WHERE isChat AND ending IN ('deleted', 'purged', 'lostAccess')
      AND name = '' AND renamedAt = 0 AND sessionChangeTag IS NULL
      AND NOT EXISTS (SELECT 1 FROM message WHERE chatID = chat.id)
      AND NOT EXISTS (SELECT 1 FROM outbox WHERE chatID = chat.id)
      AND NOT EXISTS (SELECT 1 FROM draft WHERE chatID = chat.id);
    """
}
