package import ChatModel
package import TerminalUI

/// A sign beside a chat's name.
package struct ChatMark {
  package var text: String
  package var style: Style

  /// The marks of the special states of a chat.
  package static func about(_ chat: ChatSummary) -> [ChatMark] {
    var marks: [ChatMark] = []
    if chat.hasDraft { marks.append(ChatMark(text: "~", style: Theme.faint)) }
    switch chat.notifications {
    case .all: break
    case .mentions: marks.append(ChatMark(text: "-@", style: Theme.quiet))
    case .none: marks.append(ChatMark(text: "-", style: Theme.quiet))
    }
    if chat.trouble != nil { marks.append(ChatMark(text: "?", style: Theme.danger)) }
    switch chat.access {
    case .owner, .readWrite: break
    case .readOnly: marks.append(ChatMark(text: "ro", style: Theme.quiet))
    case .sealed: marks.append(ChatMark(text: "×", style: Theme.danger))
    }
    return marks
  }

  /// Messages that are not sent yet, failed ones first.
  package static func outbox(_ chat: ChatSummary) -> [ChatMark] {
    var marks: [ChatMark] = []
    if chat.failedCount > 0 {
      marks.append(ChatMark(text: "!\(chat.failedCount)", style: Theme.danger))
    }
    if chat.queuedCount > 0 {
      marks.append(ChatMark(text: "·\(chat.queuedCount)", style: Theme.quiet))
    }
    return marks
  }

  /// The number of messages that mention the reader, and the number of unread ones.
  package static func unread(_ chat: ChatSummary) -> [ChatMark] {
    let mentions =
      chat.mentionCount > 0 ? [ChatMark(text: "@\(chat.mentionCount)", style: Theme.accent)] : []
    return mentions + unreadCount(chat)
  }

  private static func unreadCount(_ chat: ChatSummary) -> [ChatMark] {
    let style = chat.notifications == .all ? Theme.accent : Theme.quiet
    return chat.unreadText.map { [ChatMark(text: $0, style: style)] } ?? []
  }
}
