package import ChatModel
import Observation

/// The messages of one chat, the position of the reader among them, and the last message seen.
@Observable @MainActor
package final class ConversationModel {
  /// The number of messages in a page, the same as in the repository.
  static let pageSize = 200
  /// If more messages than this are loaded, going back to the end unloads the old ones.
  static let keptLimit = 1000

  package let chat: ChatID
  /// Oldest first.
  package private(set) var messages: [Message] = []
  package private(set) var isLoaded = false
  package var anchor = ViewAnchor.end
  package private(set) var picked: MessageID?
  /// The line above the first unread message; nil if there is none.
  package private(set) var unreadRule: UnreadRule?
  /// Whether the oldest message here is the first of the chat.
  package private(set) var isAtBeginning = false
  package private(set) var isLoadingOlder = false

  /// Where the observed messages begin; nil for the newest page.
  @ObservationIgnored package private(set) var windowStart: MessageCursor?
  @ObservationIgnored private var seenThrough: MessageID?
  /// The first picture of a chat begins at the unread rule when it is far up.
  @ObservationIgnored package var showsUnreadFirst = false

  /// A line in the timeline; the messages of others that arrived after `after` are unread.
  package struct UnreadRule: Sendable, Equatable {
    /// Nil if no message was ever seen.
    package var after: MessageID?

    package func covers(_ message: Message) -> Bool {
      !message.isOwn && message.id.rawValue > (after?.rawValue ?? .min)
    }
  }

  package init(chat: ChatID) {
    self.chat = chat
  }

  package var unreadMessages: [Message] {
    guard let unreadRule else { return [] }
    return messages.filter(unreadRule.covers)
  }

  package var pickedMessage: Message? {
    picked.flatMap { id in messages.first { $0.id == id } }
  }

  package func opened(lastSeen: MessageID?) {
    guard !isLoaded else { return }
    // A mark that was just made may still be on its way to the replica.
    seenThrough = [seenThrough, lastSeen].compactMap(\.self).max { $0.rawValue < $1.rawValue }
    unreadRule = UnreadRule(after: seenThrough)
    showsUnreadFirst = true
  }

  /// Takes the messages from the window's start to the end.
  ///
  /// - Parameters:
  ///   - messages: all of them, oldest first.
  ///   - isWatched: whether the person sees the end of the chat now.
  package func update(_ messages: [Message], isWatched: Bool) {
    if !isLoaded {
      isLoaded = true
      if !messages.contains(where: { unreadRule?.covers($0) == true }) { unreadRule = nil }
      showsUnreadFirst = showsUnreadFirst && unreadRule != nil
    } else if !isWatched, hasNewArrivals(messages), unreadMessages.allSatisfy(isSeen) {
      unreadRule = UnreadRule(after: seenThrough)
    }
    if windowStart == nil { isAtBeginning = messages.count < Self.pageSize }
    self.messages = messages
    if let picked, !messages.contains(where: { $0.id == picked }) { self.picked = nil }
  }

  /// The newest message, if it is not noted as seen yet; call it when the person sees the end of the chat.
  package func takeNewlySeen() -> MessageID? {
    guard isLoaded, let newest = messages.max(by: { $0.id.rawValue < $1.id.rawValue })?.id,
      newest.rawValue > (seenThrough?.rawValue ?? .min)
    else { return nil }
    seenThrough = newest
    return newest
  }

  /// Goes to the end after the person has sent a message, and removes the unread rule.
  ///
  /// - Returns: whether the window changed and is to be observed anew.
  package func sent() -> Bool {
    unreadRule = nil
    anchor = .end
    picked = nil
    return releaseWindow()
  }

  /// Notes that older messages are being loaded; returns the cursor before which to load, or nil for none
  /// now.
  package func beginLoadingOlder() -> MessageCursor? {
    guard isLoaded, !isLoadingOlder, let first = messages.first else { return nil }
    isLoadingOlder = true
    return first.cursor
  }

  /// Takes the cursor of the oldest of the older messages; nil when there were none.
  ///
  /// - Returns: where to observe from now, nil when nothing changes.
  package func loadedOlder(from oldest: MessageCursor?) -> MessageCursor? {
    isLoadingOlder = false
    guard let oldest else {
      isAtBeginning = true
      return nil
    }
    isAtBeginning = false
    windowStart = oldest
    return oldest
  }

  /// Fixes the beginning of what is loaded before the reader leaves the end.
  ///
  /// - Returns: whether the window changed and is to be observed anew.
  package func pinWindow() -> Bool {
    guard windowStart == nil, messages.count >= Self.pageSize / 2, let first = messages.first
    else { return false }
    windowStart = first.cursor
    return true
  }

  /// Unloads old messages when the reader is back at the end.
  ///
  /// - Returns: whether the window changed and is to be observed anew.
  package func releaseWindow() -> Bool {
    guard windowStart != nil, messages.count > Self.keptLimit, anchor == .end else { return false }
    windowStart = nil
    return true
  }

  /// Frees the memory of a chat that is not shown; the scroll position stays.
  package func unload() {
    messages = []
    isLoaded = false
    isLoadingOlder = false
    picked = nil
    unreadRule = nil
  }

  package func pick(_ message: MessageID?) { picked = message }

  /// Picks the message at a distance from the picked one, the newest when there is none.
  package func pick(offset: Int) {
    guard let last = messages.indices.last else { return }
    let current = messages.lastIndex { $0.id == picked }
    let index = current.map { min(max(0, $0 + offset), last) } ?? last
    picked = messages[index].id
  }

  private func hasNewArrivals(_ messages: [Message]) -> Bool {
    messages.contains { !$0.isOwn && !isSeen($0) }
  }

  private func isSeen(_ message: Message) -> Bool {
    message.id.rawValue <= (seenThrough?.rawValue ?? .min)
  }
}
