import ChatModel
import ChatWords

/// Marking chats as read that were not read to their ends.
extension AppModel {
  /// The reason why a chat cannot be marked as read; nil if it can.
  var reasonAgainstMarkingRead: String? {
    guard let chat = chatInHand else { return Self.noChats }
    return chat.unreadCount > 0
      ? nil : "Nothing is unread in \(ChatListText.quoted(chat))."
  }

  package func markRead() {
    guard let chat = chatInHand else { return }
    want(.write(.markRead(chat.id)))
  }

  package func markAllRead() { want(.write(.markAllRead)) }

  /// Shows chats as read that the replica has marked so; this can be undone.
  func markedRead(_ chats: [ReadChat]) {
    let names = chats.map { list.summary(of: $0.chat).map(ChatListText.quoted) ?? "The chat" }
    guard !chats.isEmpty else { return show(.info(ReadingWords.markedRead([]))) }
    begin(.reading(chats, done: ReadingWords.markedRead(names)))
  }
}
