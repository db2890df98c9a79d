import CloudKit
import LineTerminal
import ZoneChatApp

/// The list of chats, or one chat.
@MainActor struct ChatView {
  /// Fewer than a terminal has lines.
  private static let shownMessages = 15

  let store: ChatStore
  let place: Chat.ID?

  var text: String {
    let chat = store.chats.first { $0.id == place }
    let problem = store.problem.map { [$0.harmless] } ?? []
    return ([""] + (chat.map(messages) ?? chats) + problem).joined(separator: "\n")
  }

  private var chats: [String] {
    if store.chats.isEmpty { return ["CHATS", "There are no chats yet. ‘new NAME’ makes one."] }
    return ["CHATS"]
      + store.chats.enumerated().map { index, chat in
        let newest = chat.messages.last.map { ": " + words($0) } ?? ""
        return "\(index + 1). \(heading(of: chat))\(newest)"
      }
  }

  private func messages(of chat: Chat) -> [String] {
    let earlier = chat.messages.count - Self.shownMessages
    return [heading(of: chat).uppercased()] + (earlier > 0 ? ["… \(earlier) earlier"] : [])
      + chat.messages.suffix(Self.shownMessages).map { message in
        let refusal = store.refusals[message.id].map { " (not sent: \($0.harmless))" }
        return "\(time(of: message)) \(words(message))"
          + (refusal ?? (message.isSent ? "" : " (waiting)"))
      }
  }

  /// The time where the reader is.
  private func time(of message: Message) -> String {
    let style = Date.VerbatimFormatStyle(
      format: """
        \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
        """,
      timeZone: .current, calendar: Calendar(identifier: .gregorian))
    return message.timestamp.formatted(style)
  }

  private func heading(of chat: Chat) -> String {
    let others = chat.others.isEmpty ? "" : " (with \(chat.others.joined(separator: ", ")))"
    return (chat.title + others).harmless
  }

  private func words(_ message: Message) -> String {
    "\(message.sender): \(message.text)".harmless
  }
}
