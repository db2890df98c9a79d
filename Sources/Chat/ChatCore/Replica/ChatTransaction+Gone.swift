import ChatModel
import ChatStore
import GRDB

/// The reason why a message is no longer in the cloud although its sender has not taken it back.
enum MessageLoss {
  /// The cloud does not bring it, although nobody was seen to delete it.
  case lost
  /// Its record was deleted.
  case deleted
  /// Its record was deleted, and another one has its name.
  case replaced

  /// The explanation that the message's sender reads.
  var reason: String {
    switch self {
    case .lost: "The cloud has lost this message. Send it again, or drop it."
    case .deleted:
      "Somebody has deleted this message in the cloud, which does not say who. "
        + "Send it again, or drop it."
    case .replaced: "Another record has taken its place. Copy the text and send it again."
    }
  }
}

/// Messages whose records are not in the cloud any more although nobody has taken them back.
///
/// A record can be deleted by everybody who may write. A message that its sender takes back leaves a mark, so the
/// deletion of a record without one is said in the chat, and the sender's devices keep the message.
extension ChatTransaction {
  /// Takes in that the records of messages are gone.
  ///
  /// - Returns: the names of the messages that stay, as failed; the others are left to the caller.
  @discardableResult
  mutating func messagesAreGone(
    _ names: [String], because loss: MessageLoss
  ) throws -> Set<String> {
    var kept: Set<String> = []
    let messages = try StoredMessage.fetch(db, chatID: chatID, recordNames: names)
    for name in names {
      guard let message = messages[name], message.deletedAt == nil else { continue }
      if message.changeTag != nil || message.senderID != user {
        goneMessages[message.senderID, default: 0] += 1
      }
      guard message.isKeptWhenGone(byDeviceOf: user) else {
        try note(.gone, name, detail: "its record was deleted, and left no mark")
        continue
      }
      if try StoredOutbox.fetch(db, chatID: chatID, recordName: name) == nil {
        try queue(name, .message)
      }
      guard let row = try StoredOutbox.fetch(db, chatID: chatID, recordName: name),
        row.operation == .save
      else { continue }
      try keepLostMessage(row, because: loss)
      kept.insert(name)
    }
    return kept
  }

  /// Keeps an own message that is not in the cloud any more, as failed: sent again, it is a new one there.
  func keepLostMessage(_ row: OutboxRow, because loss: MessageLoss) throws {
    try forgetInCloud(message: row.recordName)
    try row.forgetAncestor(db)
    try note(.failed, row.recordName, detail: loss.reason)
    try row.fail(db, reason: loss.reason)
  }

  /// Forgets what the cloud has of a message, so that it is sent whole.
  func forgetInCloud(message recordName: String) throws {
    try db.cachedStatement(
      sql: """
        UPDATE message SET changeTag = NULL, fileChecksum = NULL, epoch = 0
        WHERE chatID = ? AND recordName = ?
        """
    ).execute(arguments: [chatID, recordName])
  }

  /// Notes the messages that a feed, read again from its beginning, did not bring although nobody took them back.
  mutating func loseMessages() throws {
    let isLost = """
      chatID = ? AND epoch < ? AND changeTag IS NOT NULL AND deletedAt IS NULL
        AND \(StoredOutbox.hasNone(for: MessageRecord.table))
      """
    let own = try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT recordName FROM message WHERE \(isLost) AND senderID = ? ORDER BY id"),
      arguments: [chatID, chat.epoch, user])
    try messagesAreGone(own, because: .lost)
    let others = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT senderID, count(*) AS count FROM message WHERE \(isLost) AND senderID <> ?
          GROUP BY senderID
          """),
      arguments: [chatID, chat.epoch, user])
    for row in others { goneMessages[row["senderID"], default: 0] += row["count"] as Int }
  }

  /// Makes room for messages whose names other messages here have.
  ///
  /// Somebody who has deleted a record may have made another one in its place.
  ///
  /// - Parameters:
  ///   - messages: the messages that have arrived.
  ///   - known: the messages that are here, by name.
  /// - Returns: the names of the messages that stay.
  /// - Throws: `DatabaseError` if the replica cannot be written.
  mutating func makeRoom(
    for messages: [MessageRecord], in known: [String: MessageRecord]
  ) throws -> Set<String> {
    let taken = messages.filter { known[$0.recordName]?.isVersion(of: $0) == false }
      .map(\.recordName)
    guard !taken.isEmpty else { return [] }
    let kept = try messagesAreGone(taken, because: .replaced)
    for name in taken where !kept.contains(name) {
      try delete(name, from: MessageRecord.table)
    }
    return kept
  }

  /// Says in the chat how many messages of each sender are gone.
  mutating func sayWhatIsGone() throws {
    guard !goneMessages.isEmpty else { return }
    let changes = goneMessages.sorted { $0.key < $1.key }.map { sender, count in
      ShareDifference.Change(.missing(count), sender)
    }
    goneMessages = [:]
    try StoredEvent.insert(db, changes, at: now, chatID: chatID)
  }

  /// Takes back that own messages are not in the cloud, when the last of those that were kept has arrived again, or
  /// was dropped: until then each of them is in the outbox.
  func takeBackOwnLoss() throws {
    guard try !StoredOutbox.hasMessage(db, chatID: chatID) else { return }
    try StoredEvent.delete(db, .missing(0), of: user, chatID: chatID)
  }
}
