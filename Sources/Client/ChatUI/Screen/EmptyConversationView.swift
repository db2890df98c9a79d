import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import TerminalUI

/// Says what to do where there are no messages.
struct EmptyConversationView {
  /// The events in the chat; left out where there is no room for them.
  var events: [String] = []
  let lines: [String]

  /// Our choice: as many as stand between two messages.
  private static let eventLimit = 5

  /// The advice to a person without a chat; a waiting invitation comes first.
  static func noChats(invitation: Invitation?, _ keymap: Keymap) -> EmptyConversationView {
    let beginning = [
      "\(keymap.way(to: .goToChat))  write to somebody by name",
      "\(keymap.way(to: .newChat))  start a chat with a title",
    ]
    let help = "\(keymap.way(to: .help))  all keys and commands"
    guard let invitation else {
      return EmptyConversationView(
        lines: ["No chats yet.", ""] + beginning + ["/join LINK  accept an invitation", help])
    }
    return EmptyConversationView(
      lines: [
        PersonWords.sentence(of: invitation), "",
        "\(keymap.way(to: .showList)), then \(keymap.way(to: .listOpen))  look at the invitation",
      ] + beginning + [help])
  }

  static func noMessages(in chat: ChatSummary?, _ keymap: Keymap) -> EmptyConversationView {
    let send = keymap.way(to: .send)
    guard let chat else { return EmptyConversationView(lines: []) }
    switch chat.access {
    // In a chat of two that is beginning nobody else can be invited.
    case .owner where !(chat.title.isEmpty && chat.invitedName != nil):
      return EmptyConversationView(lines: [
        "No messages in this chat yet.", "", "Type something and press \(send),",
        "or invite people with /invite NAME.",
      ])
    case .owner, .readWrite:
      return EmptyConversationView(lines: [
        "No messages yet.", "", "Type something and press \(send).",
      ])
    case .readOnly, .sealed: return EmptyConversationView(lines: ["No messages."])
    }
  }

  /// The same view below the chat's creator, its events and the people invited.
  func below(
    _ events: [ChatEvent], in chat: ChatSummary?, members: [Member], moment: (Date) -> String
  ) -> EmptyConversationView {
    guard let chat else { return self }
    var story: [String] = []
    let owner = members.first { $0.role == .owner && !$0.isMe }?.name
    // A time before that is none: the chat's own record has not come yet.
    if let maker = chat.isOwn ? "You" : owner, chat.createdAt.timeIntervalSince1970 > 0 {
      story.append("\(moment(chat.createdAt))  \(maker) made this chat")
    }
    story += events.suffix(Self.eventLimit).map { "\(moment($0.time))  \($0.sentence)" }
    let invited = members.filter { $0.status == .pending }.map(\.name)
    if !invited.isEmpty {
      let head = chat.invitesByFirstMessage ? "Your first message invites " : "Invited: "
      story.append(head + PersonWords.list(invited))
    }
    return EmptyConversationView(
      events: story.map { DisplayText.singleLine($0) }, lines: lines)
  }

  /// Draws the rows on the column of the messages' texts, at a third of the height.
  func draw(into grid: inout Grid, in area: Rect) {
    let column = area.split(min(TimelineMetrics.gutter, area.width / 4), from: .leading).rest
      .split(1, from: .trailing).rest
    let wrap = { (lines: [String]) in
      lines.flatMap { TextWrap.lines($0, width: max(1, min(column.width, Self.columns))) }
    }
    let story = wrap(events)
    let advice = wrap(lines)
    let isWhole = story.count + 1 + advice.count <= area.height
    let rows = isWhole && !story.isEmpty ? story + [""] + advice : advice
    let top = max(0, min(area.height / 3, area.height - rows.count))
    for (offset, row) in rows.enumerated() where top + offset < area.height {
      let line = column.rowStrip(top + offset)
      let isStory = rows.count > advice.count && offset < story.count
      grid.draw(row, in: line, style: isStory ? Theme.faint : Theme.quiet)
      // The keys before what they do are read first.
      if !isStory, let keys = row.range(of: "  ").map({ row[..<$0.lowerBound] }) {
        grid.draw(keys, in: line, style: Theme.strong)
      }
    }
  }

  /// Our choice: longer rows are hard to read.
  private static let columns = 72
}
