package import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB
import SyncRules

/// Writing, changing, retrying and dropping messages.
extension ChatRepository {
  /// Writes a message and queues it; deletes this window's draft in the chat.
  ///
  /// `replyTo` is the record name of the message that it answers.
  @discardableResult
  package func send(
    _ text: String, to chatID: ChatID, replyingTo replyTo: String? = nil
  ) async throws(ChatError) -> MessageID {
    try await write([NewMessage(text: MessageText.validated(text), replyTo: replyTo)], to: chatID)[
      0]
  }

  /// Writes messages and queues them in this order, all or none.
  package func send(
    _ texts: [String], to chatID: ChatID
  ) async throws(ChatError) -> [MessageID] {
    var checked: [NewMessage] = []
    for text in texts { checked.append(NewMessage(text: try MessageText.validated(text))) }
    return try await write(checked, to: chatID)
  }

  /// A message that is to be written; its text was checked, and its file is in the folder of the replica.
  struct NewMessage: Sendable {
    var text: String
    var file: AttachedFile?
    var replyTo: String?
  }

  /// Writes messages in this order, all or none.
  func write(
    _ messages: [NewMessage], to chatID: ChatID
  ) async throws(ChatError) -> [MessageID] {
    let messages = messages.map { (unique: makeUnique(), message: $0) }
    let user = replica.user
    let window = window.heldName
    return try await change(chatID) { [replica] transaction in
      try transaction.requireWritable()
      try transaction.begin(in: replica)
      let db = transaction.db
      var clock = try MessageClock(db: db, chatID: chatID.rawValue, now: transaction.now)
      let records = try messages.map { unique, new in
        let timestamp = clock.next()
        var message = MessageRecord(
          recordName: MessageRecord.name(at: timestamp, unique: unique), senderID: user,
          text: new.text, timestamp: timestamp)
        message.file = new.file
        message.replyTo = new.replyTo
        try transaction.giveKey(toFileOf: &message)
        return message
      }
      try transaction.queue(records.map(\.recordName), .message)
      let ids = try StoredMessage.insert(
        db, records, chatID: chatID.rawValue, epoch: transaction.recordEpoch)
      for (id, message) in zip(ids, records) where message.file != nil {
        try StoredTransfer.want(.upload, db, messageID: id.rawValue)
      }
      if let window { try StoredDraft.save(Draft(), of: window, in: chatID, db) }
      if let newest = clock.last { try transaction.updateSession(newest: newest) }
      try transaction.seeOwn(ids)
      return ids
    }
  }

  /// Changes the text of an own message, for everyone.
  ///
  /// If the cloud has never seen the message, the new text does not count as an edit. All devices end
  /// with the same text, even if two of them have changed it.
  ///
  /// Others may have seen a message that the cloud has lost, and one from before the chat was fetched from its
  /// beginning, or created, again.
  package func edit(_ messageID: MessageID, to text: String) async throws(ChatError) {
    let checked = try MessageText.validated(text)
    try await changeOwn(messageID) { transaction, message in
      try transaction.requireWritable()
      guard message.deletedAt == nil else { throw ChatError.unknownMessage }
      guard message.text != checked else { return }
      guard !MessageText.isCut(message.text) else { throw ChatError.textNotWhole }
      let pending = try transaction.pending(message.recordName)
      let isUntouched =
        try message.changeTag == nil && pending?.isUntouched == true
        && transaction.isOfThisEpoch(message.recordName, in: MessageRecord.table)
      let ancestor = pending == nil ? message.record(ofCloud: transaction) : nil
      message.text = checked
      message.changedBy = nil
      if !isUntouched {
        message.revision = min(message.revision + 1, MessageRecord.revisionLimit)
        message.editedAt = Date(
          millisecondsSince1970: max(
            transaction.now, (message.editedAt?.millisecondsSince1970 ?? 0) + 1))
      }
      try message.store(in: &transaction)
      try transaction.queue(message.recordName, .message, changing: ancestor)
    }
  }

  /// Takes an own message back, for everyone; a deletion mark takes its place.
  ///
  /// A message that the cloud has never seen is deleted without a mark, and so is one that it has lost and that has
  /// failed here: nothing of it is sent.
  package func delete(_ messageID: MessageID) async throws(ChatError) {
    try await changeOwn(messageID) { transaction, message in
      guard message.deletedAt == nil else { return }
      let pending = try transaction.pending(message.recordName)
      if message.changeTag == nil, let pending, pending.isUntouched,
        try pending.failure != nil
          || transaction.isOfThisEpoch(message.recordName, in: MessageRecord.table)
      {
        try transaction.clear(pending, because: .cancelled)
        try MessageRecord.delete(message.recordName, in: transaction)
        return try transaction.revertLastMessageTime()
      }
      try transaction.requireWritable()
      let ancestor = pending == nil ? message.record(ofCloud: transaction) : nil
      message.text = ""
      message.file = nil
      message.deletedAt = Date(millisecondsSince1970: transaction.now)
      // Queued first: the transfer of the file waits as long as the deletion waits.
      try transaction.queue(message.recordName, .message, changing: ancestor)
      try message.store(in: &transaction)
    }
  }

  /// Queues a failed message again.
  ///
  /// One that was sent or is queued stays as it is.
  package func retry(_ messageID: MessageID) async throws(ChatError) {
    try await changeOwn(messageID) { transaction, message in
      try transaction.retry(message.recordName)
    }
  }

  /// Queues again all that has failed in a chat; returns the number of records.
  @discardableResult
  package func retryAll(in chatID: ChatID) async throws(ChatError) -> Int {
    try await change(chatID) { transaction in
      let names = try StoredOutbox.failedNames(transaction.db, chatID: transaction.chatID)
      for name in names { try transaction.retry(name) }
      return names.count
    }
  }

  /// Removes the part of a message that the cloud does not have from the queue: the message itself,
  /// or its last change.
  ///
  /// - Returns: The text that is not shown any more, so that nothing typed is lost.
  @discardableResult
  package func drop(_ messageID: MessageID) async throws(ChatError) -> String {
    try await changeOwn(messageID) { transaction, message in
      guard let pending = try transaction.pending(message.recordName) else {
        throw ChatError.unknownMessage
      }
      let text = message.text
      let isDeletion = message.deletedAt != nil
      if message.uploaded != nil, !isDeletion {
        try StoredTransfer.fail(
          transaction.db, messageID: messageID.rawValue, reason: "Its upload was given up.")
      }
      try transaction.clear(pending, because: .cancelled, detail: "dropped")
      try transaction.restore(pending)
      if isDeletion { try transaction.attachUploaded(message.recordName) }
      try transaction.revertLastMessageTime()
      // If the cloud may have stored the message after all, it is deleted there.
      if message.changeTag == nil, !pending.isUntouched,
        transaction.chat.life(for: transaction.user).canWrite
      {
        try transaction.queue(message.recordName, .message, .delete)
      }
      return text
    }
  }

  /// Runs `body` on a message of this account.
  private func changeOwn<Value: Sendable>(
    _ messageID: MessageID,
    _ body: @escaping @Sendable (inout ChatTransaction, inout MessageRecord) throws -> Value
  ) async throws(ChatError) -> Value {
    try await changeMessage(messageID) { transaction, recordName in
      guard var message = try MessageRecord.fetch(recordName, in: transaction) else {
        throw ChatError.unknownMessage
      }
      guard message.senderID == transaction.user else { throw ChatError.notSender }
      return try body(&transaction, &message)
    }
  }
}

extension ChatTransaction {
  /// Queues a failed record and its failed file again, if the user may write.
  func retry(_ recordName: String) throws {
    try retryUpload(recordName)
    guard let row = try pending(recordName), row.failure != nil else { return }
    try requireWritable()
    try row.retry(db)
    try note(.retried, recordName)
  }

  /// Saves a message that is there again with the file that was uploaded before it was deleted.
  func attachUploaded(_ recordName: String) throws {
    guard let message = try MessageRecord.fetch(recordName, in: self), message.deletedAt == nil,
      message.uploaded != nil
    else { return }
    try queue(recordName, .message, changing: message.record(ofCloud: self))
  }

  /// Requests the upload of a message's file again, if it has failed.
  private func retryUpload(_ recordName: String) throws {
    let messageID = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT message.id FROM message JOIN transfer ON messageID = message.id
          WHERE chatID = ? AND recordName = ? AND direction = 'upload' AND failure IS NOT NULL
            AND deletedAt IS NULL
          """),
      arguments: [chatID, recordName])
    guard let messageID else { return }
    try requireWritable()
    try StoredTransfer.want(.upload, db, messageID: messageID)
    try note(.retried, recordName, detail: "its file")
  }

  /// Corrects the `lastMessageAt` of a waiting session after a message was removed that was never
  /// sent.
  mutating func revertLastMessageTime() throws {
    guard let pending = try pending(chat.sessionName), pending.kind == .session,
      pending.isUntouched, pending.failure == nil
    else { return }
    let ancestor = try pending.ancestorRecord(in: chat.zoneID).map(SessionRecord.init)
    let told = ancestor?.lastMessageAt.millisecondsSince1970 ?? chat.createdAt
    let newest = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(timestamp) FROM message WHERE chatID = ?"),
      arguments: [chatID])
    chat.lastMessageAt = min(chat.lastMessageAt, max(told, newest ?? told))
    if ancestor != nil, pending.priority == .low, chat.lastMessageAt == told {
      try clear(pending, because: .cancelled)
    }
  }

  /// Updates the session's `lastMessageAt` for the first message, and for a newer one when it is a
  /// minute behind.
  ///
  /// It is never later than the newest message. If another device has already saved it, this one saves
  /// nothing (`SessionRecord.addsNothing`).
  mutating func updateSession(newest: Int64) throws {
    guard newest > chat.lastMessageAt else { return }
    if let pending = try pending(chat.sessionName) {
      // A waiting session is sent with its values at the time of sending.
      if pending.inFlight == nil, pending.failure == nil { chat.lastMessageAt = newest }
      return
    }
    let interval = Int64(SessionRecord.lastMessageInterval * 1000)
    let isFirst = chat.lastMessageAt <= chat.createdAt
    guard isFirst || newest >= chat.lastMessageAt + interval else { return }
    let before = try chat.session()
    chat.lastMessageAt = newest
    try queue(
      chat.sessionName, .session, priority: .low, changing: before.record(ofCloud: self))
  }
}
