import ChatCore
import ChatModel
import ChatWords
import TerminalUI

/// Draws the chat list: chats, then invitations.
///
/// ```
/// ▎Release crew     the open chat
/// ▌Mum            2 the row that has the keys
///  Climbing      @1
/// ```
@MainActor
struct ChatListView {
  let model: ChatListModel
  /// The chat that is shown beside the list.
  let openChat: ChatID?
  /// Whether the list has the keys.
  let hasFocus: Bool
  let layout: ChatListLayout
  /// Whether what waits in a chat is sent in a moment.
  let isSending: (_ chat: ChatSummary) -> Bool
  /// The time when a chat was last active, in words.
  let time: (_ chat: ChatSummary) -> String

  /// Draws the rows.
  ///
  /// - Returns: the cursor, where a filter is typed.
  func draw(into grid: inout Grid, in area: Rect) -> Point? {
    var cursor: Point?
    for (offset, row) in layout.rows.enumerated() where offset < area.height {
      let line = area.rowStrip(offset)
      if case .filter(let input, let count, let all) = row {
        cursor = draw(input, count: count, of: all, into: &grid, in: line)
      } else {
        draw(row, into: &grid, in: line)
      }
    }
    return cursor
  }

  /// From so many columns on, words say how many entries fit.
  private static let columnsForCount = 24

  /// Draws what is typed, and at the right end how many of all entries fit it.
  private func draw(
    _ input: TextInput, count: Int, of all: Int, into grid: inout Grid, in line: Rect
  ) -> Point? {
    var field = line.split(1, from: .trailing).rest
    let number = line.width < Self.columnsForCount ? "\(count)/\(all)" : "\(count) of \(all)"
    let drawn = grid.draw(number, in: field, align: .trailing, style: Theme.quiet)
    _ = field.remove(drawn.width + 1, from: .trailing)
    return input.draw(into: &grid, in: field)
  }

  private func draw(_ row: ChatListRow, into grid: inout Grid, in line: Rect) {
    switch row {
    // It is drawn with its cursor.
    case .filter: break
    case .heading(let title, let hidden):
      draw(title, Theme.faint, Self.mark(hidden), into: &grid, in: line)
    case .more(let hidden): draw("", Theme.faint, Self.mark(hidden), into: &grid, in: line)
    case .note(let text): draw(text, Theme.faint, nil, into: &grid, in: line)
    case .chat(let chat, let isSingle):
      let right: ChatMark? =
        isSingle
        ? foundMember(of: chat, columns: line.width / 2) ?? mark(of: chat)
        : ChatMark(text: time(chat), style: Theme.faint)
      draw(name(of: chat), titleStyle(of: chat), right, into: &grid, in: line)
    case .preview(let chat):
      let badge = mark(of: chat)
      let room = line.width - 2 - (badge.map { TextWidth.of($0.text) + 1 } ?? 0)
      let member = model.foundMembers[chat.id]
      draw(
        member.map { "with " + PersonWords.full($0.account, $0.displayName) }
          ?? ChatListText.preview(chat, columns: max(1, room)),
        chat.isQuiet ? Theme.faint : Theme.quiet, badge, into: &grid, in: line)
    case .invitation(let invitation, let isSingle):
      draw(
        ChatListText.name(invitation), Theme.strong,
        isSingle ? ChatMark.invitation : nil, into: &grid, in: line)
    case .inviter(let invitation):
      draw(
        PersonWords.note(on: invitation), Theme.quiet, ChatMark.invitation, into: &grid, in: line)
    }
    drawPlace(of: row, into: &grid, in: line)
  }

  /// The member by whose name a chat was found.
  private func foundMember(of chat: ChatSummary, columns: Int) -> ChatMark? {
    model.foundMembers[chat.id].map {
      ChatMark(
        text: DisplayText.singleLine($0.account).truncated(to: columns), style: Theme.faint)
    }
  }

  private func mark(of chat: ChatSummary) -> ChatMark? {
    ChatMark(of: chat, isSending: isSending(chat), isOpen: chat.id == openChat)
  }

  /// Marks the row that has the keys, and the open chat, over all columns.
  private func drawPlace(of row: ChatListRow, into grid: inout Grid, in line: Rect) {
    guard let entry = row.entry else { return }
    if hasFocus, entry == model.selection {
      grid.draw("▌", in: line, style: Theme.cursor)
      grid.restyle(line, merging: Theme.selected)
    } else if let openChat, entry == .chat(openChat) {
      grid.draw("▎", in: line, style: Theme.cursor)
      grid.restyle(line, merging: Theme.raised)
    }
  }

  private func titleStyle(of chat: ChatSummary) -> Style {
    if chat.id == openChat { return Theme.strong }
    if chat.isQuiet { return Theme.faint }
    return chat.hasWantedNews ? Theme.strong : Theme.text
  }

  private static func mark(_ hidden: ChatListLayout.Hidden) -> ChatMark? {
    let parts = [
      hidden.above > 0 ? "↑ \(hidden.above)" : nil, hidden.below > 0 ? "↓ \(hidden.below)" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : ChatMark(text: parts.joined(separator: "  "), style: Theme.faint)
  }

  /// Draws text, and what stands at the right end, a column before the divider.
  private func draw(
    _ text: String, _ style: Style, _ right: ChatMark?, into grid: inout Grid, in line: Rect
  ) {
    var rest = line.split(1, from: .leading).rest.split(1, from: .trailing).rest
    if let right {
      let place = grid.draw(right.text, in: rest, align: .trailing, style: right.style)
      rest = rest.split(place.width + 1, from: .trailing).rest
    }
    if !rest.isEmpty { grid.draw(text, in: rest, style: style) }
  }
}
