import ChatModel
import ChatStore
import GRDB

/// The facts that showing messages of one chat needs: readers, and whether its queue waits.
///
/// Its cost grows with the number of people in the chat; a share has at most a hundred.
struct ChatFacts {
  /// The position up to which each of the others has read.
  let readers: [ReadPosition]
  /// Members that have accepted, without this account.
  let otherCount: Int
  let wait: (until: Int64, reason: String)?
  /// Whether the zone is in the cloud and its feed was read to the end; records that the feed has not brought are then
  /// not in the cloud.
  let knowsWholeZone: Bool
  private let chatID: Int64
  /// The sequences of the messages that wait, in order; nil until one of them is asked about.
  private var queue: [Int64]?

  init(_ db: Database, chatID: Int64, account: Account, now: Int64) throws {
    self.chatID = chatID
    let user = account.userRecordName
    otherCount =
      try Int.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT count(*) FROM member
            WHERE chatID = ? AND status = 'ACCEPTED' AND userRecordName <> ?
            """),
        arguments: [chatID, user]) ?? 0
    readers = otherCount == 0 ? [] : try Self.readers(db, chatID: chatID, user: user)
    let chat = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT ownerName, ending IS NULL AND NOT isResyncing AS knowsWholeZone FROM chat WHERE id = ?
          """), arguments: [chatID])
    wait = try StoredWait.forChat(db, chatID: chatID, isOwn: chat?["ownerName"] == user, now: now)
    knowsWholeZone = chat?["knowsWholeZone"] ?? false
  }

  /// The place of a message among all that wait in the chat, from 1.
  mutating func place(of sequence: Int64, _ db: Database) throws -> Int {
    let queue = try queue ?? StoredOutbox.queuedMessages(db, chatID: chatID)
    self.queue = queue
    return queue.partitioningIndex { $0 >= sequence } + 1
  }

  /// Starts from the members, and reads for each the few marks that are kept.
  private static func readers(
    _ db: Database, chatID: Int64, user: String
  ) throws -> [ReadPosition] {
    let marks = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT userID, message.timestamp, message.recordName
          FROM member
            CROSS JOIN readMark
              ON readMark.chatID = member.chatID AND userID = member.userRecordName
            CROSS JOIN message
              ON message.chatID = readMark.chatID AND message.recordName = readMark.messageName
          WHERE member.chatID = ? AND status = 'ACCEPTED' AND userID <> ? AND readMark.changedBy IS NULL
          """),
      arguments: [chatID, user])
    var newest: [String: ReadPosition] = [:]
    for mark in marks {
      let userID: String = mark["userID"]
      let position = ReadPosition(mark)
      newest[userID] = max(newest[userID] ?? position, position)
    }
    return Array(newest.values)
  }
}
