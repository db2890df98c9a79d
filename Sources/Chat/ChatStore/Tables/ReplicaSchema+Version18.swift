/// The eighteenth version: which chat was named last is found without going through all chats.
extension ReplicaSchema {
  static let version18 = """
    CREATE INDEX chat_byChangeOrder ON chat (changeOrder);
    """
}
