import ChatCore
import ChatModel
import ChatWords
import TerminalUI

/// Draws the chat list: chats, then invitations.
@MainActor
struct ChatListView {
  let model: ChatListModel
  /// The chat that is shown beside the list.
  let openChat: ChatID?
  /// Whether the list has the keys.
  let hasFocus: Bool
  let layout: ChatListLayout
  /// The time when a chat was last active, in words.
  let time: (_ chat: ChatSummary) -> String

  func draw(into grid: inout Grid, in area: Rect) {
    var rest = area
    if let heading = layout.heading { draw(heading, into: &grid, in: rest.remove(1, from: .top)) }
    draw(layout.chats, into: &grid, in: rest.remove(layout.chats.height, from: .top))
    if let rule = layout.rule { draw(rule, into: &grid, in: rest.remove(1, from: .top)) }
    draw(layout.invitations, into: &grid, in: rest.remove(layout.invitations.height, from: .top))
    let foot = area.split(layout.status.count, from: .bottom).strip
    for (offset, row) in layout.status.enumerated() {
      draw(row, into: &grid, in: foot.rowStrip(offset))
    }
  }

  private func draw(_ part: ChatListLayout.Part, into grid: inout Grid, in area: Rect) {
    guard !area.isEmpty else { return }
    for (offset, row) in part.shown.enumerated() {
      draw(row, into: &grid, in: area.rowStrip(offset))
    }
    func mark(_ sign: String, row: Int) {
      grid.draw(sign, at: Point(column: area.lastColumn, row: row), in: area, style: Theme.strong)
    }
    if part.hasMoreAbove { mark("↑", row: area.row) }
    if part.hasMoreBelow { mark("↓", row: area.lastRow) }
  }

  private func draw(_ row: ChatListRow, into grid: inout Grid, in line: Rect) {
    let isSelected = hasFocus && row.entry != nil && row.entry == model.selection
    switch row {
    case .heading(let title, let note):
      grid.draw(" " + title, in: line, style: Theme.quiet)
      if let note { grid.draw(note + " ", in: line, align: .trailing, style: Theme.accent) }
    case .rule(let title):
      grid.drawHorizontalLine(in: line, style: Theme.divider)
      grid.draw(" \(title) ", at: line.origin.moved(columns: 2), in: line, style: Theme.divider)
    case .chat(let chat, let isSingle):
      grid.draw(
        chat.id == openChat ? ">" : chat.isPinned ? "^" : "", in: line,
        style: chat.id == openChat ? .bold : Theme.quiet)
      let right =
        isSingle
        ? ChatMark.unread(chat) : [ChatMark(text: time(chat), style: Theme.quiet)]
      let marks = ChatMark.about(chat) + (isSingle ? ChatMark.outbox(chat).prefix(1) : [])
      let style = chat.hasWantedNews ? Style.bold : .plain
      draw(name(of: chat), style, marks, right: right, into: &grid, in: line, indent: 2)
    case .preview(let chat):
      let right = ChatMark.outbox(chat) + ChatMark.unread(chat)
      let columns = right.reduce(line.width - 4) { $0 - TextWidth.of($1.text) - 1 }
      draw(
        ChatListText.preview(chat, columns: columns), Theme.quiet, [], right: right, into: &grid,
        in: line, indent: 3)
    case .invitation(let invitation):
      grid.draw("+", in: line, style: Theme.accent)
      draw(
        ChatListText.name(invitation), .bold, [], right: [], into: &grid, in: line, indent: 2)
    case .inviter(let invitation):
      draw(
        PersonWords.note(on: invitation), Theme.quiet, [], right: [], into: &grid, in: line,
        indent: 3)
    case .status(let part): grid.draw(" " + part.text, in: line, style: part.style)
    case .note(let text): grid.draw(text, in: line, style: Theme.quiet)
    }
    if isSelected { grid.restyle(line, merging: Theme.selected) }
  }

  /// Draws text and the marks behind it, and what stands at the right end.
  private func draw(
    _ text: String, _ style: Style, _ marks: [ChatMark], right: [ChatMark],
    into grid: inout Grid, in line: Rect, indent: Int
  ) {
    var rest = Rect(
      column: line.column + indent, row: line.row, width: line.width - indent - 1, height: 1)
    for mark in right.reversed() where !mark.text.isEmpty {
      let place = grid.draw(mark.text, in: rest, align: .trailing, style: mark.style)
      rest = rest.split(rest.width - place.width - 1, from: .leading).strip
    }
    let taken = marks.reduce(0) { $0 + 1 + TextWidth.of($1.text) }
    let title = rest.split(rest.width - taken, from: .leading).strip
    var column = grid.draw(text, in: title, style: style).columns.upperBound
    for mark in marks {
      let point = Point(column: column + 1, row: line.row)
      column = point.column + grid.draw(mark.text, at: point, in: rest, style: mark.style)
    }
  }
}
