import CloudModel
import Foundation
import GRDB

/// What screens and commands call: chats as a person thinks of them.
///
/// Every intent is on disk when its call returns, together with what the engine needs to carry it out;
/// nothing here waits for the network. All of it throws `ChatError`.
package final class ChatRepository: Sendable {
  package let replica: Replica
  let makeUnique: @Sendable () -> String

  /// The repository of a replica; `makeUnique` makes names for new records, each different on every
  /// device of the world.
  package init(replica: Replica, makeUnique: @escaping @Sendable () -> String) {
    self.replica = replica
    self.makeUnique = makeUnique
  }

  package var account: Account { replica.account }

  /// Creates a chat in the account's own database: zone, share and session, sent in that order.
  package func createChat(title: String) async throws(ChatError) -> ChatID {
    let name = try ChatTitle.validated(title)
    let zoneID = RecordZoneID(
      zoneName: ChatZone.name(unique: makeUnique()), ownerName: account.userRecordName)
    let createdAt = replica.now().millisecondsSince1970
    return try await replica.write { db in
      var chat = StoredChat(
        zoneID: zoneID, name: name, createdAt: createdAt, permission: .readWrite)
      try chat.insert(db)
      let id = try chat.requireID()
      try StoredOutbox.enqueue(db, chatID: id, recordName: "", kind: .zone)
      try StoredOutbox.enqueue(
        db, chatID: id, recordName: RecordID.zoneWideShareName, kind: .share)
      try StoredOutbox.enqueue(
        db, chatID: id, recordName: SessionRecord.recordName, kind: .session)
      return ChatID(rawValue: id)
    }
  }

  package func rename(_ chatID: ChatID, to title: String) async throws(ChatError) {
    let name = try ChatTitle.validated(title)
    let user = account.userRecordName
    try await replica.write { db in
      var chat = try StoredChat.fetchWritable(db, id: chatID, user: user)
      guard chat.name != name else { return }
      try StoredOutbox.enqueue(
        db, chatID: chatID.rawValue, recordName: SessionRecord.recordName, kind: .session,
        ancestor: chat.name)
      chat.name = name
      try chat.update(db)
    }
  }

  /// Writes a message and queues it; the chat's draft is gone with it.
  @discardableResult
  package func send(_ text: String, to chatID: ChatID) async throws(ChatError) -> MessageID {
    try await send([text], to: chatID)[0]
  }

  /// Writes messages and queues them in this order, all or none.
  package func send(
    _ texts: [String], to chatID: ChatID
  ) async throws(ChatError) -> [MessageID] {
    var checked: [String] = []
    for text in texts { checked.append(try MessageText.validated(text)) }
    let messages = checked.map { (unique: makeUnique(), text: $0) }
    let user = account.userRecordName
    let now = replica.now()
    return try await replica.write { db in
      _ = try StoredChat.fetchWritable(db, id: chatID, user: user)
      var clock = try MessageClock(db: db, chatID: chatID.rawValue, now: now)
      let ids = try messages.map { unique, text in
        let timestamp = clock.next()
        let message = MessageRecord(
          recordName: MessageRecord.name(at: timestamp, unique: unique), senderID: user, text: text,
          timestamp: timestamp, changeTag: nil, unknownFields: UnknownFields())
        try StoredOutbox.enqueue(
          db, chatID: chatID.rawValue, recordName: message.recordName, kind: .message)
        return try StoredMessage.insert(db, message, chatID: chatID.rawValue)
      }
      try db.execute(sql: "DELETE FROM draft WHERE chatID = ?", arguments: [chatID.rawValue])
      return ids
    }
  }

  /// Queues a failed message again.
  ///
  /// One that was sent or is queued stays as it is.
  package func retry(_ messageID: MessageID) async throws(ChatError) {
    let user = account.userRecordName
    try await replica.write { db in
      let (chatID, recordName, _) = try Self.place(db, of: messageID)
      _ = try StoredChat.fetchWritable(db, id: ChatID(rawValue: chatID), user: user)
      try db.execute(
        sql: """
          UPDATE outbox SET failure = NULL, generation = generation + 1
          WHERE chatID = ? AND recordName = ? AND failure IS NOT NULL
          """,
        arguments: [chatID, recordName])
    }
  }

  /// Takes a message that the cloud does not have out of the queue and the chat.
  ///
  /// - Returns: Its text, so that nothing typed is lost.
  @discardableResult
  package func drop(_ messageID: MessageID) async throws(ChatError) -> String {
    try await replica.write { db in
      let (chatID, recordName, text) = try Self.place(db, of: messageID)
      guard try StoredOutbox.fetch(db, chatID: chatID, recordName: recordName) != nil else {
        throw ChatError.unknownMessage
      }
      try db.execute(
        sql: "DELETE FROM outbox WHERE chatID = ? AND recordName = ?",
        arguments: [chatID, recordName])
      try db.execute(
        sql: "DELETE FROM message WHERE id = ? AND changeTag IS NULL",
        arguments: [messageID.rawValue])
      return text
    }
  }

  private static func place(
    _ db: Database, of messageID: MessageID
  ) throws -> (chatID: Int64, recordName: String, text: String) {
    let sql = "SELECT chatID, recordName, text FROM message WHERE id = ?"
    guard let row = try Row.fetchOne(db, sql: sql, arguments: [messageID.rawValue]) else {
      throw ChatError.unknownMessage
    }
    return (row["chatID"], row["recordName"], row["text"])
  }
}

extension StoredChat {
  /// The chat, if `user` may write in it as far as is known here.
  fileprivate static func fetchWritable(
    _ db: Database, id: ChatID, user: String
  ) throws -> StoredChat {
    let chat = try fetch(db, id: id)
    switch chat.access(for: user) {
    case .owner, .readWrite: return chat
    case .readOnly: throw ChatError.readOnly(chat: chat.name)
    case .sealed(let reason): throw ChatError.sealed(chat: chat.name, reason: reason)
    }
  }
}
