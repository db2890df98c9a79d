import ChatViews
import ChatCore
import ChatModel
import ClientSettings
import TerminalUI

/// Says what to do where there are no messages.
struct EmptyConversationView {
  let lines: [String]

  /// What to do without a chat; an invitation that waits comes first.
  static func noChats(invitation: Invitation?, _ keymap: Keymap) -> EmptyConversationView {
    let common = [
      "\(keymap.way(to: .newChat))  start a new chat",
      "\(keymap.way(to: .help))  all keys and commands",
    ]
    guard let invitation else {
      return EmptyConversationView(
        lines: ["No chats yet.", "", common[0], "/join LINK  accept an invitation", common[1]])
    }
    return EmptyConversationView(
      lines: [
        "\(PersonWords.inviter(of: invitation)) invites you to ‘\(invitation.chatName)’.", "",
        "\(keymap.way(to: .showList)), then \(keymap.way(to: .listOpen))  look at the invitation",
      ] + common)
  }

  static func noMessages(in chat: ChatSummary?, _ keymap: Keymap) -> EmptyConversationView {
    let send = keymap.way(to: .send)
    guard let chat else { return EmptyConversationView(lines: []) }
    switch chat.access {
    case .owner:
      return EmptyConversationView(lines: [
        "No messages in this chat yet.", "", "Type something and press \(send),",
        "or invite people with /invite NAME.",
      ])
    case .readWrite:
      return EmptyConversationView(lines: [
        "No messages yet.", "", "Type something and press \(send).",
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
