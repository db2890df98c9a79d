/// The sixteenth version: whether the account has left a chat by itself.
extension ReplicaSchema {
  static let version16 = """
    ALTER TABLE chatSettings ADD COLUMN isLeft INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE chatSettings ADD COLUMN leftAt INTEGER;
    """
}
