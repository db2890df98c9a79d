import ChatModel
import ChatStore
import CloudModel
import GRDB

extension Replica {
  /// Takes in that the account has accepted an invitation: the chat is in the list at once.
  ///
  /// Doing so twice changes nothing.
  func join(_ metadata: ShareMetadata) async throws(ChatError) -> ChatID {
    let title = metadata.chatTitle
    return try await write { [self] db in
      try db.cachedStatement(sql: "DELETE FROM invitation WHERE shortGUID = ?").execute(arguments: [
        metadata.shortGUID
      ])
      let isNew = try StoredChat.fetch(db, zoneID: metadata.zoneID) == nil
      if isNew {
        let now = time()
        try DatabaseChangeWriter.find(
          db, zoneID: metadata.zoneID, name: title, createdAt: now, isChat: true, now: now)
      }
      guard let chat = try StoredChat.fetch(db, zoneID: metadata.zoneID) else {
        throw ChatError.unknownChat(metadata.zoneID.zoneName)
      }
      var transaction = try ChatTransaction(db, chat: chat, in: self)
      if !transaction.chat.isChat {
        try transaction.becomeChat()
        transaction.chat.name = title
      }
      let wasLeft = try StoredChatSettings.isLeft(db, metadata.zoneID)
      if metadata.isChatOfTwo, !wasLeft {
        // The messages of a chat that somebody begins with the account are for the account, and unread.
        if isNew { transaction.chat.lastSeenMessageID = 0 }
      } else if transaction.chat.isInFirstFetch || wasLeft {
        try transaction.noteJoined(at: metadata.shareRecord?.modificationDate)
      }
      try transaction.apply(.joined(metadata.participantPermission))
      transaction.chat.hasChanges += 1
      try transaction.finish()
      return ChatID(rawValue: transaction.chatID)
    }
  }
}
