package import ChatModel
package import TerminalUI

/// The sign at the right of a chat: the one thing about it that matters most now.
package struct ChatMark {
  package var text: String
  package var style: Style

  /// The mark of an invitation.
  static var invitation: ChatMark { ChatMark(text: "+", style: Theme.accent) }

  init(text: String, style: Style) {
    self.text = text
    self.style = style
  }

  /// The first that holds: messages failed, somebody names the reader, messages that need the reader, others, messages
  /// wait, the chat is closed, its news are missing, a draft; nil if there is nothing to say.
  ///
  /// - Parameters:
  ///   - chat: the chat.
  ///   - isSending: whether the messages that wait are sent in a moment.
  ///   - isOpen: whether the chat is shown beside the list, where its draft can be read.
  package init?(of chat: ChatSummary, isSending: Bool = false, isOpen: Bool = false) {
    if chat.failedCount > 0 {
      self.init(text: "!\(chat.failedCount)", style: Theme.danger)
    } else if chat.mentionCount > 0, chat.notifications != .none {
      self.init(text: "@\(chat.mentionCount)", style: Theme.accent)
    } else if let unread = chat.unreadText {
      let style =
        switch chat.notifications {
        case .all: chat.neededMessages == .all ? Theme.accent : Theme.strong
        case .mentions: Theme.quiet
        case .none: Theme.faint
        }
      self.init(text: unread, style: style)
    } else if chat.queuedCount > 0, !isSending {
      self.init(text: "·\(chat.queuedCount)", style: Theme.quiet)
    } else if case .sealed = chat.access {
      self.init(text: "×", style: Theme.faint)
    } else if chat.trouble != nil {
      self.init(text: "?", style: Theme.faint)
    } else if chat.hasDraft, !isOpen {
      self.init(text: "~", style: Theme.faint)
    } else {
      return nil
    }
  }

  /// The number of messages that mention the reader, and the number of unread ones.
  package static func unread(_ chat: ChatSummary) -> [ChatMark] {
    let mentions =
      chat.mentionCount > 0 ? [ChatMark(text: "@\(chat.mentionCount)", style: Theme.accent)] : []
    return mentions + unreadCount(chat)
  }

  private static func unreadCount(_ chat: ChatSummary) -> [ChatMark] {
    let style = chat.notifications == .all ? Theme.strong : Theme.quiet
    return chat.unreadText.map { [ChatMark(text: $0, style: style)] } ?? []
  }
}

extension ChatSummary {
  /// Whether the person may skip the chat: it is muted, closed or archived.
  var isQuiet: Bool {
    if case .sealed = access { return true }
    return notifications == .none || isArchived
  }
}
