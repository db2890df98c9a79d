package import ChatModel

/// The unread messages of several chats; more than `ChatSummary.unreadCountLimit` in one chat are not counted.
package struct UnreadTotal: Equatable, Sendable {
  private var count = 0
  private var isMore = false

  package init(_ chats: some Sequence<ChatSummary>) {
    for chat in chats {
      if chat.unreadCount >= ChatSummary.unreadCountLimit {
        count += ChatSummary.unreadCountLimit - 1
        isMore = true
      } else {
        count += chat.unreadCount
      }
    }
  }

  /// `12`, or `999+`; nil for none.
  package var text: String? { count == 0 ? nil : "\(count)\(isMore ? "+" : "")" }
}
