import ChatModel
package import GRDB

/// Rows of `readMark`.
package enum StoredReadMark {
  /// The most marks of one person that are kept in a chat.
  ///
  /// A member keeps one, and has two or three for a moment. Of a member who makes more, the newest are kept.
  package static let limit = 16

  /// Deletes the oldest marks of another user beyond the limit.
  package static func trim(_ db: Database, chatID: Int64, userID: String) throws {
    try db.cachedStatement(
      sql: """
        DELETE FROM readMark WHERE id IN (
          SELECT id FROM readMark WHERE chatID = ? AND userID = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
        """
    ).execute(arguments: [chatID, userID, limit])
  }

  /// A mark, and where its message stands.
  package struct Placed {
    package var recordName: String
    package var messageName: String
    /// Nil if the message is not here.
    package var position: ReadPosition?
    /// Who has changed it last, if that is not its user; it then counts for nobody.
    package var changedBy: String?
  }

  /// The message that a read mark has to name after messages were seen, and the marks that are there; nil if one of
  /// those says as much.
  ///
  /// - Parameters:
  ///   - db: the replica.
  ///   - chatID: the chat.
  ///   - user: the reader.
  ///   - arrivals: the rows of the messages that have just been seen.
  /// - Returns: the message's record name, and the user's earlier marks.
  /// - Throws: `DatabaseError` if the replica cannot be read.
  package static func owed(
    _ db: Database, chatID: Int64, by user: String, among arrivals: ClosedRange<Int64>
  ) throws -> (messageName: String, earlier: [Placed])? {
    let position = try ReadPosition.lastSeen(
      db, chatID: chatID, by: user, among: arrivals, orNewest: MessageWindow.pageSize)
    guard let position else { return nil }
    let marks = try placed(db, chatID: chatID, userID: user)
    let isTold = marks.contains { mark in
      mark.messageName == position.recordName
        || mark.changedBy == nil && mark.position.map { $0 >= position } ?? false
    }
    return isTold ? nil : (position.recordName, marks)
  }

  /// The furthest position that a user has read, of those whose messages are here; nil if there is none.
  package static func furthest(
    _ db: Database, chatID: Int64, by user: String
  ) throws -> ReadPosition? {
    try placed(db, chatID: chatID, userID: user).filter { $0.changedBy == nil }
      .compactMap(\.position).max()
  }

  /// The marks of a user in a chat.
  private static func placed(_ db: Database, chatID: Int64, userID: String) throws -> [Placed] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT timestamp, message.recordName, readMark.recordName AS name, messageName,
            readMark.changedBy
          FROM readMark LEFT JOIN message
            ON message.chatID = readMark.chatID AND message.recordName = messageName
          WHERE readMark.chatID = ? AND userID = ?
          """),
      arguments: [chatID, userID]
    ).map { row in
      let isHere = !row.hasNull(atIndex: 0)
      return Placed(
        recordName: row["name"], messageName: row["messageName"],
        position: isHere ? ReadPosition(row) : nil, changedBy: row["changedBy"])
    }
  }
}
