package import ChatModel
import CloudModel
package import Foundation
import GRDB

/// This account's settings of a chat, on all of its devices.
extension ChatRepository {
  /// Puts a chat before those that are not pinned, behind no other, or takes it away from there.
  package func setPinned(_ isPinned: Bool, of chatID: ChatID) async throws(ChatError) {
    try await changeSettings(of: chatID) { settings, now, _ in
      settings.pinned.set(isPinned ? 1 : 0, at: now)
    }
  }

  /// Archives a chat until a newer message brings it back, or takes it out of the archive.
  ///
  /// In a chat whose notifications are not `.all`, only a message that mentions this account brings it back.
  package func setArchived(_ isArchived: Bool, of chatID: ChatID) async throws(ChatError) {
    try await changeSettings(of: chatID) { settings, now, newestMessage in
      // A chat that a message has brought back is archived again.
      if isArchived { settings.archived.value = 0 }
      settings.archived.set(isArchived ? 1 : 0, at: max(now, newestMessage ?? now))
    }
  }

  /// Sets the kind of messages of a chat for which this account wants notifications, and ends a mute.
  package func setNotifications(
    _ notifications: ChatNotifications, of chatID: ChatID
  ) async throws(ChatError) {
    try await changeSettings(of: chatID) { settings, now, _ in
      settings.notifications.set(notifications.rawValue, at: now)
      settings.muted.set(0, at: now)
    }
  }

  /// Mutes a chat until a time, or ends that; afterwards its notifications are as they were before.
  ///
  /// - Parameters:
  ///   - end: the time; nil ends a mute now.
  ///   - chatID: the chat.
  /// - Throws: `.chatGone`, or why the replica cannot be written.
  package func mute(until end: Date?, _ chatID: ChatID) async throws(ChatError) {
    try await changeSettings(of: chatID) { settings, now, _ in
      settings.muted.set(end?.millisecondsSince1970 ?? 0, at: now)
    }
  }

  /// Runs `body` on a chat's settings, with the time and with that of the chat's newest message.
  private func changeSettings(
    of chatID: ChatID,
    _ body: @escaping @Sendable (inout ChatSettingsRecord, Date, _ newestMessage: Date?) -> Void
  ) async throws(ChatError) {
    try await replica.write { [replica] db in
      let chat = try StoredChat.fetch(db, id: chatID)
      guard chat.isChat else { throw ChatError.chatGone }
      let newest = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(timestamp) FROM message WHERE chatID = ?"),
        arguments: [chatID.rawValue])
      var transaction = try ChatTransaction.settings(db, in: replica)
      let now = Date(millisecondsSince1970: transaction.now)
      try transaction.changeSettings(of: chat.zoneID) {
        body(&$0, now, newest.map { Date(millisecondsSince1970: $0) })
      }
      try transaction.finish()
    }
  }
}
