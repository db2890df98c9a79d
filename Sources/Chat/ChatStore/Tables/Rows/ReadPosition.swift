package import GRDB

/// The position in a chat up to which a member has read: that of a message.
package struct ReadPosition: Comparable {
  package var timestamp: Int64
  package var recordName: String

  package init(timestamp: Int64, recordName: String) {
    self.timestamp = timestamp
    self.recordName = recordName
  }

  /// The position behind every message up to a time, in milliseconds since 1970.
  package init(through time: Int64) {
    // No record has an empty name.
    self.init(timestamp: time + 1, recordName: "")
  }

  /// Reads the columns `timestamp` and `recordName`.
  package init(_ row: Row) {
    self.init(timestamp: row["timestamp"], recordName: row["recordName"])
  }

  package static func < (a: Self, b: Self) -> Bool {
    (a.timestamp, a.recordName) < (b.timestamp, b.recordName)
  }
}

extension ReadPosition {
  /// The last message of other people among those that have just been seen and those that are the chat's newest; nil
  /// if there is none.
  ///
  /// Messages of blocked people do not count: these people are not told what somebody has read who does not see it.
  ///
  /// The newest ones too, because what a chat's first fetch has brought is seen without a mark. Its cost does not
  /// grow with the chat: each message is just seen once, and of the newest there are at most a page.
  ///
  /// - Parameters:
  ///   - db: the replica.
  ///   - chatID: the chat.
  ///   - user: the reader.
  ///   - arrivals: the rows of the messages that have just been seen; everything before has been seen too.
  ///   - page: how many of the newest messages are looked at.
  /// - Returns: the position of a message that the cloud has.
  /// - Throws: `DatabaseError` if the replica cannot be read.
  package static func lastSeen(
    _ db: Database, chatID: Int64, by user: String, among arrivals: ClosedRange<Int64>,
    orNewest page: Int
  ) throws -> ReadPosition? {
    let arrived = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT timestamp, recordName FROM message INDEXED BY message_byArrival
          WHERE chatID = ? AND id BETWEEN ? AND ? AND senderID <> ? AND changeTag IS NOT NULL
            AND \(StoredBlockedPerson.isNot("senderID"))
          ORDER BY timestamp DESC, recordName DESC LIMIT 1
          """),
      arguments: [chatID, arrivals.lowerBound, arrivals.upperBound, user])
    let newest = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT timestamp, recordName FROM message INDEXED BY message_byTime
          WHERE chatID = :chat AND id <= :last AND senderID <> :user AND changeTag IS NOT NULL
            AND \(StoredBlockedPerson.isNot("senderID"))
            AND timestamp >= coalesce((
              SELECT timestamp FROM message INDEXED BY message_byTime
              WHERE chatID = :chat ORDER BY timestamp DESC LIMIT 1 OFFSET :page), :always)
          ORDER BY timestamp DESC, recordName DESC LIMIT 1
          """),
      arguments: [
        "chat": chatID, "last": arrivals.upperBound, "user": user, "page": page,
        "always": Int64.min,
      ])
    return [arrived, newest].compactMap { $0.map(ReadPosition.init) }.max()
  }
}
