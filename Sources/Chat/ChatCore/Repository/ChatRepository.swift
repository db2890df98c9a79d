package import ChatModel
import ChatStore
package import CloudModel
import Foundation
import GRDB

/// The interface for screens and commands: chats and messages as values.
///
/// Every intent is on disk when its call returns, together with what the engine needs to carry it out;
/// nothing here waits for the network. Its functions throw `ChatError`.
package final class ChatRepository: Sendable {
  package let replica: Replica
  let makeUnique: @Sendable () -> String
  let window: WindowLock
  /// As in `ChatSharing`.
  let server: ServerPlace?

  /// The repository of a replica; `makeUnique` makes names for new records, which no other device makes too.
  package init(
    replica: Replica, server: ServerPlace? = nil, makeUnique: @escaping @Sendable () -> String
  ) {
    self.replica = replica
    self.server = server
    self.makeUnique = makeUnique
    window = WindowLock(directory: replica.directory, makeName: makeUnique)
  }

  package var account: Account { replica.account }

  /// Creates a chat in the account's own database: zone, share and session, sent in that order.
  ///
  /// Without a title it is named after the others in it. A sealed chat needs the keys of the account
  /// (`ChatSharing.prepareKeys`).
  package func createChat(
    title: String, isSealed: Bool = false
  ) async throws(ChatError) -> ChatID {
    let name = try ChatTitle.validated(title)
    let zoneID = RecordZoneID(
      zoneName: ChatZone.name(unique: makeUnique(), isSealed: isSealed),
      ownerName: account.userRecordName)
    let statement = isSealed ? try replica.sealing.firstStatement(of: zoneID, replica.time()) : nil
    return try await replica.write { [replica] db in
      var chat = StoredChat(
        zoneID: zoneID, name: name, createdAt: replica.time(), permission: .readWrite)
      chat.isHistoryComplete = true
      // Until its first feed has ended, nothing that the cloud has taken is confirmed.
      chat.isResyncing = true
      try chat.beginLife(db)
      chat.changeOrder = try DatabaseChangeWriter.nextOrder(db)
      try chat.insert(db)
      let transaction = try ChatTransaction(db, chat: chat, in: replica)
      if let statement { try transaction.keepUnknown(statement) }
      try transaction.queueCreation()
      return ChatID(rawValue: transaction.chatID)
    }
  }

  /// Gives a chat another title, or takes it away if `title` is empty.
  package func rename(_ chatID: ChatID, to title: String) async throws(ChatError) {
    let name = try ChatTitle.validated(title)
    try await change(chatID) { transaction in
      try transaction.requireWritable()
      guard transaction.chat.name != name else { return }
      guard transaction.chat.hasBegun else {
        transaction.chat.name = name
        return
      }
      if try transaction.takeBackRename(to: name) { return }
      let before = try transaction.chat.session()
      transaction.chat.name = name
      transaction.chat.renamedAt = max(transaction.now, transaction.chat.renamedAt + 1)
      try transaction.queue(
        before.recordName, .session, changing: before.record(ofCloud: transaction))
    }
  }

  /// Deletes an own chat, for everyone in it; it disappears from the list at once.
  package func deleteChat(_ chatID: ChatID) async throws(ChatError) {
    let user = replica.user
    try await change(chatID) { transaction in
      guard transaction.chat.ownerName == user else {
        throw ChatError.notOwner(chat: transaction.chat.name)
      }
      try transaction.apply(.deleteRequested)
    }
  }

  /// Leaves another user's chat; it disappears from the list at once, and stays for the others.
  package func leave(_ chatID: ChatID) async throws(ChatError) {
    let user = replica.user
    try await change(chatID) { transaction in
      guard transaction.chat.ownerName != user else {
        throw ChatError.ownChat(chat: transaction.chat.name)
      }
      try transaction.apply(.leaveRequested)
    }
  }

  /// Removes this device's copy of a closed chat; nobody else is affected.
  package func hide(_ chat: ChatSummary) async throws(ChatError) {
    if chat.isOwn { try await deleteChat(chat.id) } else { try await leave(chat.id) }
  }

  /// Brings an own chat that was deleted or purged elsewhere back into the cloud, with what this account
  /// has written in it.
  package func uploadAgain(_ chatID: ChatID) async throws(ChatError) {
    try await change(chatID) { transaction in
      try transaction.apply(.uploadRequested)
    }
  }

  /// Notes the chat that a window shows, so that the engine serves it first; nil for none.
  package func setOpen(_ chatID: ChatID?) async throws(ChatError) {
    try await replica.write { db in
      try db.cachedStatement(sql: "UPDATE chat SET isOpen = (id IS ?) WHERE isOpen <> (id IS ?)")
        .execute(arguments: [chatID?.rawValue, chatID?.rawValue])
    }
  }

  /// The chat that a window has shown last; nil if there is none, or it is not listed any more.
  package func lastOpenChat() async throws(ChatError) -> ChatSummary? {
    let id = try await replica.read { db in
      try Int64.fetchOne(db.cachedStatement(sql: "SELECT id FROM chat WHERE isOpen"))
    }
    return try await currentChatSummaries().first { $0.id.rawValue == id }
  }

  /// Asks for older messages of a chat whose history is not complete yet, before everything else.
  package func requestOlderMessages(in chatID: ChatID) async throws(ChatError) {
    try await change(chatID) { transaction in
      guard !transaction.chat.isHistoryComplete, transaction.chat.ending == nil,
        transaction.chat.completeFrom != Int64.min, !transaction.chat.isSealed
      else { return }
      transaction.chat.wantsPreview = true
    }
  }

  /// Runs `body` on a message, by its record's name, in one transaction over its chat.
  func changeMessage<Value: Sendable>(
    _ messageID: MessageID,
    _ body: @escaping @Sendable (inout ChatTransaction, String) throws -> Value
  ) async throws(ChatError) -> Value {
    let place = try await replica.read { db in
      try Row.fetchOne(
        db.cachedStatement(sql: "SELECT chatID, recordName FROM message WHERE id = ?"),
        arguments: [messageID.rawValue]
      ).map { (ChatID(rawValue: $0["chatID"]), $0["recordName"] as String) }
    }
    guard let (chatID, recordName) = place else { throw .unknownMessage }
    return try await change(chatID) { try body(&$0, recordName) }
  }

  /// Runs `body` in one transaction over a chat, and writes the chat's row.
  @discardableResult
  func change<Value: Sendable>(
    _ chatID: ChatID, _ durability: Durability = .atOnce,
    _ body: @escaping @Sendable (inout ChatTransaction) throws -> Value
  ) async throws(ChatError) -> Value {
    try await replica.write(durability) { [replica] db in
      let chat = try StoredChat.fetch(db, id: chatID)
      var transaction = try ChatTransaction(db, chat: chat, in: replica)
      let value = try body(&transaction)
      try transaction.finish()
      return value
    }
  }
}

extension ChatTransaction {
  /// Cancels a rename if the old name is given back before the cloud has received the new one.
  fileprivate mutating func takeBackRename(to name: String) throws -> Bool {
    guard let pending = try pending(chat.sessionName), pending.isUntouched,
      let ancestor = try pending.ancestorRecord(in: chat.zoneID).map(SessionRecord.init),
      ancestor.name == name
    else { return false }
    guard chat.lastMessageAt <= ancestor.lastMessageAt.millisecondsSince1970 else {
      // The newer `lastMessageAt` still has to be sent.
      chat.name = ancestor.name
      chat.renamedAt = ancestor.renamedAt.millisecondsSince1970
      return true
    }
    try clear(pending, because: .cancelled)
    try restore(pending)
    return true
  }
}

extension ChatRecord {
  /// The cloud's copy, for a version that is not changed here yet; nil where the cloud has none.
  func record(ofCloud transaction: ChatTransaction) -> CloudRecord? {
    wholeRecord(in: transaction.chat.zoneID)
  }

  fileprivate func wholeRecord(in zoneID: RecordZoneID) -> CloudRecord? {
    guard let changeTag else { return nil }
    var whole = self
    whole.changeTag = nil
    var record = whole.record(in: zoneID)
    record.recordChangeTag = changeTag
    return record
  }
}

extension MessageRecord {
  /// The cloud's copy, with the file that the cloud has, and who has changed it last; a save includes neither.
  func record(ofCloud transaction: ChatTransaction) -> CloudRecord? {
    var bare = self
    bare.uploaded = nil
    var record = bare.wholeRecord(in: transaction.chat.zoneID)
    if let file, let checksum = file.checksum {
      record?[Key.attachment] = .asset(Asset(fileChecksum: checksum, size: file.size))
    }
    record?.creatorUserRecordName = senderID
    record?.creationDate = timestamp
    record?.lastModifiedUserRecordName = changedBy ?? senderID
    record?.modificationDate = [timestamp, editedAt, deletedAt].compactMap(\.self).max()
    return record
  }
}
