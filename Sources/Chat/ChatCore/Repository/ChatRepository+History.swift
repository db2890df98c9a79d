package import ChatModel
import ChatStore
import CloudModel
package import Foundation

/// Earlier versions of messages, and whole histories for archives.
extension ChatRepository {
  /// The earlier versions of a message, oldest first; without the present one.
  ///
  /// Only those that were on this device: the first, and the newest 20, of 64 KiB together. A message that was taken
  /// back has none.
  package func editHistory(
    of messageID: MessageID
  ) async throws(ChatError) -> [Message.Version] {
    try await replica.read { [account] db in
      try StoredHistory.versions(db, of: messageID, reader: account)
    }
  }

  /// The messages after a place, oldest first, with everything that is known of them here.
  package func history(
    of chatID: ChatID, after cursor: MessageCursor, limit: Int
  ) async throws(ChatError) -> [ArchivedMessage] {
    try await replica.read { [account] db in
      try StoredHistory(db, chatID: chatID, reader: account).page(after: cursor, limit: limit)
    }
  }

  /// The number of messages of a chat that are on this device.
  package func messageCount(in chatID: ChatID) async throws(ChatError) -> Int {
    try await replica.read { [account] db in
      try StoredHistory(db, chatID: chatID, reader: account).count()
    }
  }

  /// The messages from a place on, oldest first.
  package func page(
    in chatID: ChatID, from cursor: MessageCursor, limit: Int
  ) async throws(ChatError) -> [Message] {
    try await replica.read { [queries] db in
      try queries(db).page(in: chatID, from: cursor, limit: limit)
    }
  }

  /// Copies a file for a message that is written later; the copy is durable when the call returns.
  package func stageFile(_ file: URL) throws(ChatError) -> (digest: AssetDigest, size: Int64) {
    try replica.assets.stage(file)
  }

  /// Writes messages that were made elsewhere, with own reactions and pins, and queues all of it; returns how many were
  /// written.
  ///
  /// A message whose record name the chat has already stays unchanged, with everything that belongs to it. All or none
  /// is written.
  package func write(
    imported messages: [ImportedMessage], to chatID: ChatID
  ) async throws(ChatError) -> Int {
    try await change(chatID) { [replica] transaction in
      try transaction.requireWritable()
      try transaction.begin(in: replica)
      let known = try StoredMessage.fetch(
        transaction.db, chatID: chatID.rawValue, recordNames: messages.map(\.message.recordName))
      let new = try messages.filter { known[$0.message.recordName] == nil }.map { imported in
        var new = imported
        try transaction.giveKey(toFileOf: &new.message)
        return new
      }
      for message in new { try transaction.queue(message.message.recordName, .message) }
      try transaction.store(new.map(\.message))
      for message in new {
        for reaction in message.reactions {
          try reaction.store(in: &transaction)
          try transaction.queue(reaction.recordName, .mark(.reaction))
        }
        guard let pin = message.pin else { continue }
        try pin.store(in: &transaction)
        try transaction.queue(pin.recordName, .mark(.pin))
      }
      if let newest = new.map(\.message.timestamp).max() {
        try transaction.updateSession(newest: newest.millisecondsSince1970)
      }
      return new.count
    }
  }
}
