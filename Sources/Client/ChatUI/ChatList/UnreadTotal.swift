package import ChatModel

/// The unread messages of several chats; more than `ChatSummary.unreadCountLimit` in one chat are not counted.
package struct UnreadTotal: Equatable, Sendable {
  private var count = 0
  /// The chats with more than what is counted.
  private var moreCount = 0

  package init() {}

  package mutating func add(_ chat: ChatSummary) {
    let isMore = chat.unreadCount >= ChatSummary.unreadCountLimit
    count += isMore ? ChatSummary.unreadCountLimit - 1 : chat.unreadCount
    moreCount += isMore ? 1 : 0
  }

  /// `12`, or `999+`; nil for none.
  package var text: String? { count == 0 ? nil : "\(count)\(moreCount > 0 ? "+" : "")" }
}
