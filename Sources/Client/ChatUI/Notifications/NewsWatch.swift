package import ChatModel
import ChatWords
package import ClientSettings
package import Foundation
import TerminalUI

/// Decides of which new messages the person is notified.
///
/// Invariants:
/// 1. There is no notification of messages that were unread when the client started.
/// 2. There is a notification of a message only if it is still unread `delay` after it came, because another device may
///    have shown it in the meantime.
/// 3. There is at most one notification of a message.
/// 4. There is no notification of what the first fetch of a chat has brought if it was written before the client
///    started: a new device is silent while it catches up.
package struct NewsWatch: Sendable {
  /// The time that another device's read mark may take to arrive.
  package static let delay = Duration.seconds(1)

  /// What is new in a chat.
  package struct News: Sendable, Equatable {
    package var chat: ChatSummary
    package var unread: Int
    package var mentions: Int
  }

  private struct Counts: Equatable {
    var unread: Int
    var mentions: Int
    /// Whether they are not known yet.
    var isInFirstFetch: Bool

    init(_ chat: ChatSummary) {
      (unread, mentions) = (chat.unreadCount, chat.mentionCount)
      isInFirstFetch = chat.isInFirstFetch
    }

    /// The counts after somebody has read some of these messages elsewhere.
    func lowered(to now: Counts) -> Counts {
      var counts = self
      (counts.unread, counts.mentions) = (min(unread, now.unread), min(mentions, now.mentions))
      return counts
    }
  }

  /// The counts that the person knows of; none before the chats are loaded.
  private var known: [ChatID: Counts] = [:]
  /// Chats with news, and the counts before the news came.
  private var pending: [ChatID: Counts] = [:]
  private let place: String?
  private let start: Date

  /// A watch that knows no chats yet.
  ///
  /// - Parameters:
  ///   - place: the server of the chats, for titles; nil where nobody could take it for another.
  ///   - start: when the client has started.
  package init(place: String? = nil, since start: Date) {
    self.place = place
    self.start = start
  }

  /// Takes the chats as they are now.
  ///
  /// - Returns: whether `due` has to be called after `delay`.
  package mutating func take(_ chats: [ChatSummary], level: NotificationLevel) -> Bool {
    let wasQuiet = pending.isEmpty
    for chat in chats {
      let now = Counts(chat)
      let before = known[chat.id]
      guard now != before else { continue }
      known[chat.id] = now
      if let waiting = pending[chat.id] {
        pending[chat.id] = waiting.lowered(to: now)
        continue
      }
      guard let before else { continue }
      if before.isInFirstFetch, chat.lastMessage?.timestamp ?? .distantPast < start { continue }
      if Self.isMore(chat, than: before, level) { pending[chat.id] = before }
    }
    known.forgetMissing(from: chats)
    return wasQuiet && !pending.isEmpty
  }

  /// The notification to show now; nil if somebody has read everything.
  ///
  /// - Parameters:
  ///   - chats: the chats as they are now.
  ///   - level: the kind of messages of which the person is notified.
  ///   - watched: the chat whose newest messages the person sees.
  /// - Returns: one notification for everything that is new.
  package mutating func due(
    _ chats: [ChatSummary], level: NotificationLevel, watched: ChatID?
  ) -> Notification? {
    let news = dueNews(chats, level: level, watched: watched).map(\.chat)
    guard let first = news.first else { return nil }
    if news.count == 1 { return notification(of: first) }
    let names = news.prefix(3).map(Self.name).joined(separator: ", ")
    return Notification(
      title: title("ZoneChat"),
      body: "\(news.count) chats have new messages: \(names)\(news.count > 3 ? " …" : "")")
  }

  /// The same, chat by chat, in the order of the chats.
  package mutating func dueNews(
    _ chats: [ChatSummary], level: NotificationLevel, watched: ChatID?
  ) -> [News] {
    defer { pending = [:] }
    return chats.compactMap { chat in
      guard let before = pending[chat.id], chat.id != watched,
        Self.isMore(chat, than: before, level)
      else { return nil }
      return News(
        chat: chat, unread: max(1, chat.unreadCount - before.unread),
        mentions: max(0, chat.mentionCount - before.mentions))
    }
  }

  /// Whether there is more to notify of.
  private static func isMore(
    _ chat: ChatSummary, than before: Counts, _ level: NotificationLevel
  ) -> Bool {
    switch NotificationRule(of: chat, level: level).messages {
    case .all: chat.unreadCount > before.unread
    case .mentions: chat.mentionCount > before.mentions
    case .none: false
    }
  }

  private func notification(of chat: ChatSummary) -> Notification {
    let title = title(Self.name(chat))
    guard let last = chat.lastMessage, !last.isOwn, !last.isDeleted, !last.text.isEmpty else {
      return Notification(title: title, body: "\(chat.unreadCount) new")
    }
    let text = "\(SenderWords.short(last)): \(MessageMarkup.line(of: last.bareText))"
    return Notification(title: title, body: String(text.prefix(200)))
  }

  private func title(_ name: String) -> String { place.map { "\(name) — \($0)" } ?? name }

  private static func name(_ chat: ChatSummary) -> String { ChatListText.name(chat) }
}
