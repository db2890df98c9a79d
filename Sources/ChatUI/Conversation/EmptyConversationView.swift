import ChatCore
import ChatModel
import TerminalUI

/// Says what to do where there are no messages.
struct EmptyConversationView {
  let lines: [String]

  private static let noChats = EmptyConversationView(lines: [
    "No chats yet.", "", "Ctrl+O  start a new chat", "/join LINK  accept an invitation",
    "F1  all keys and commands",
  ])

  /// What to do without a chat; an invitation that waits comes first.
  static func noChats(invitation: Invitation?) -> EmptyConversationView {
    guard let invitation else { return noChats }
    return EmptyConversationView(lines: [
      "\(PersonWords.inviter(of: invitation)) invites you to ‘\(invitation.chatName)’.", "",
      "F7, then Enter  look at the invitation", "Ctrl+O  start a new chat",
      "F1  all keys and commands",
    ])
  }

  static func noMessages(in chat: ChatSummary?) -> EmptyConversationView {
    guard let chat else { return EmptyConversationView(lines: []) }
    switch chat.access {
    case .owner:
      return EmptyConversationView(lines: [
        "No messages in this chat yet.", "", "Type something and press Enter,",
        "or invite people with /invite NAME.",
      ])
    case .readWrite:
      return EmptyConversationView(lines: [
        "No messages yet.", "", "Type something and press Enter.",
      ])
    case .readOnly, .sealed: return EmptyConversationView(lines: ["No messages."])
    }
  }

  func draw(into grid: inout Grid, in area: Rect) {
    let rows = lines.flatMap { TextWrap.lines($0, width: max(1, area.width - 2)) }
    let top = max(0, (area.height - rows.count) / 2)
    for (offset, row) in rows.enumerated() where top + offset < area.height {
      grid.draw(row, in: area.rowStrip(top + offset), align: .center, style: Theme.quiet)
    }
  }
}
