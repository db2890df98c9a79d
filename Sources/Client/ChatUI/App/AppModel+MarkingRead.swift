import ChatModel
import ChatWords
import TerminalUI

/// Marking chats as read that were not read to their ends.
extension AppModel {
  /// The reason why a chat cannot be marked as read; nil if it can.
  var reasonAgainstMarkingRead: String? {
    guard let chat = chatInHand else { return Self.noChats }
    return chat.unreadCount > 0
      ? nil : "Nothing is unread in ‘\(DisplayText.singleLine(ChatListText.name(chat)))’."
  }

  package func markRead() {
    guard let chat = chatInHand else { return }
    want(.write(.markRead(chat.id)))
  }

  package func markAllRead() { want(.write(.markAllRead)) }

  /// Shows chats as read that the replica has marked so; this can be undone.
  func markedRead(_ chats: [ReadChat]) {
    let names = chats.map { read in
      let chat = list.summary(of: read.chat)
      return "‘\(DisplayText.singleLine(chat.map(ChatListText.name) ?? ""))’"
    }
    guard !chats.isEmpty else { return show(.info(ReadingWords.markedRead([]))) }
    begin(.reading(chats, done: ReadingWords.markedRead(names)))
  }
}
