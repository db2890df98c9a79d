/// The seventeenth version: which chats' entries in the list have changed since.
extension ReplicaSchema {
  static let version17 = """
    -- Grows whenever something changes that the chat's entry in the list shows; no two chats have the same number.
    -- The chat with the highest number keeps it when it changes again; so what has changed since the number n has
    -- n or more.
    ALTER TABLE chat ADD COLUMN listRevision INTEGER NOT NULL DEFAULT 0;
    UPDATE chat SET listRevision = id;
    CREATE INDEX chat_byListRevision ON chat (listRevision);
    CREATE TRIGGER chat_listed_insert AFTER INSERT ON chat BEGIN
      UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1 WHERE id = new.id;
    END;
    \(triggers("chat", ["UPDATE"]) { "id = \($0).id" })
    \(triggers("message") { "id = \($0).chatID" })
    \(triggers("member") { "id = \($0).chatID" })
    \(triggers("outbox") { "id = \($0).chatID" })
    \(triggers("draft") { "id = \($0).chatID" })
    \(triggers("wait") { "id = \($0).chatID" })
    \(triggers("chatSettings") { "ownerName = \($0).ownerName AND zoneName = \($0).zoneName" })
    \(triggers("transfer") { "id = (SELECT chatID FROM message WHERE id = \($0).messageID)" })
    """

  /// Triggers that give the chat of a changed row a new number.
  ///
  /// - Parameters:
  ///   - table: where rows change.
  ///   - events: the changes that count.
  ///   - isChat: which row of `chat` is meant by the changed row, `new` or `old`.
  /// - Returns: the statements that make the triggers.
  private static func triggers(
    _ table: String, _ events: [String] = ["INSERT", "UPDATE", "DELETE"],
    where isChat: (String) -> String
  ) -> String {
    events.map { event in
      """
      CREATE TRIGGER \(table)_listed_\(event.lowercased()) AFTER \(event) ON \(table) BEGIN
        UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
        WHERE \(isChat(event == "DELETE" ? "old" : "new"))
          AND listRevision < (SELECT max(listRevision) FROM chat);
      END;
      """
    }.joined(separator: "\n")
  }
}
