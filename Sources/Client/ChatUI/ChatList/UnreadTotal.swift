package import ChatModel

/// The unread messages of several chats; more than `ChatSummary.unreadCountLimit` in one chat are not counted.
package struct UnreadTotal: Equatable, Sendable {
  private var count = 0
  /// The chats with more than what is counted.
  private var moreCount = 0

  package init() {}

  package mutating func add(_ chat: ChatSummary) { add(chat, times: 1) }

  /// The total without one of its chats.
  package func without(_ chat: ChatSummary?) -> UnreadTotal {
    var rest = self
    if let chat { rest.add(chat, times: -1) }
    return rest
  }

  private mutating func add(_ chat: ChatSummary, times sign: Int) {
    let isMore = chat.unreadCount >= ChatSummary.unreadCountLimit
    count += sign * (isMore ? ChatSummary.unreadCountLimit - 1 : chat.unreadCount)
    moreCount += isMore ? sign : 0
  }

  /// `12`, or `999+`; nil for none.
  package var text: String? { count == 0 ? nil : "\(count)\(moreCount > 0 ? "+" : "")" }
}
