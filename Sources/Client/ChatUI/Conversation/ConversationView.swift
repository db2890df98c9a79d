package import ChatModel
package import ChatWords
package import TerminalUI

/// Draws the messages of a chat.
package struct ConversationView {
  private let layout: TimelineLayout
  private let picked: MessageID?
  private let time: TimeText
  private let olderKey: String
  private let pictures: [MessageID: GridPicture]

  /// - Parameters:
  ///   - layout: the messages in rows.
  ///   - picked: the message that is picked.
  ///   - time: writes times.
  ///   - olderKey: the key that shows older messages.
  ///   - pictures: those that are drawn.
  package init(
    layout: TimelineLayout, picked: MessageID?, time: TimeText, olderKey: String,
    pictures: [MessageID: GridPicture] = [:]
  ) {
    self.layout = layout
    self.picked = picked
    self.time = time
    self.olderKey = olderKey
    self.pictures = pictures
  }

  package func draw(_ picture: TimelinePicture, into grid: inout Grid, in area: Rect) {
    let top = area.height - picture.rows.count
    for (offset, row) in picture.rows.enumerated() {
      draw(row, into: &grid, in: area.rowStrip(top + offset))
    }
  }

  private func draw(_ row: TimelineRow, into grid: inout Grid, in line: Rect) {
    let message = layout.messages[row.index]
    if let head = row.head { drawHead(head, true, of: message, into: &grid, in: line) }
    switch row.content {
    case .beginning:
      grid.draw("the beginning of the chat", in: line, align: .center, style: Theme.quiet)
    case .older:
      grid.draw("older messages above: \(olderKey)", in: line, align: .center, style: Theme.quiet)
    case .missing:
      grid.draw("older messages are being fetched", in: line, align: .center, style: Theme.quiet)
    case .day(let day): drawRule(day, "─", Theme.divider, into: &grid, in: line)
    case .unread(let count): drawRule("\(count) new", "═", Theme.accent, into: &grid, in: line)
    case .event(let text):
      let used = line.split(layout.metrics.usedWidth, from: .leading).strip
      grid.draw(text, in: used, align: .center, style: Theme.quiet)
    case .sender(let clock):
      let columns = grid.draw(
        clock.isEmpty ? "" : clock + " ", at: line.origin, in: line, style: Theme.quiet)
      let rest = line.split(line.width - columns, from: .trailing).strip
      grid.draw(name(of: message), in: rest, style: nameStyle(of: message))
    case .text(let text, let time, let showsName, let isLast):
      drawText(text, time, showsName, of: message, into: &grid, in: line)
      if isLast { drawState(of: message, into: &grid, in: line) }
      if message.id == picked { grid.restyle(line, merging: Theme.selected) }
    case .quote(let text, let time, let showsName):
      drawHead(time, showsName, of: message, into: &grid, in: line)
      let indent = layout.metrics.indent
      let room = line.split(layout.metrics.usedWidth, from: .leading).strip
      grid.draw(
        text.truncated(to: max(1, room.width - indent)), at: line.origin.moved(columns: indent),
        in: room, style: Theme.quiet)
      if message.id == picked { grid.restyle(line, merging: Theme.selected) }
    case .folded(let text):
      let used = line.split(layout.metrics.usedWidth, from: .leading).strip
      grid.draw(text, in: used, align: .center, style: Theme.quiet)
      if message.id == picked { grid.restyle(line, merging: Theme.selected) }
    case .picture(let row, let cells):
      if message.id == picked { grid.restyle(line, merging: Theme.selected) }
      if let picture = pictures[message.id], picture.cells == cells {
        let place = line.origin.moved(columns: layout.metrics.indent)
        grid.draw(row: row, of: picture, at: place, in: line)
      }
    case .reactions(let text, let isLast):
      let place = line.origin.moved(columns: layout.metrics.indent)
      grid.draw(text, at: place, in: line, style: Theme.quiet)
      if isLast { drawState(of: message, into: &grid, in: line) }
      if message.id == picked { grid.restyle(line, merging: Theme.selected) }
    }
  }

  private func drawText(
    _ text: StyledLine, _ time: String?, _ showsName: Bool, of message: Message,
    into grid: inout Grid, in line: Rect
  ) {
    drawHead(time, showsName, of: message, into: &grid, in: line)
    var place = line.origin.moved(columns: layout.metrics.indent)
    for run in text.runs {
      place = place.moved(
        columns: grid.draw(
          run.text, at: place, in: line, style: Theme.text(run.kind),
          link: StyledLine.address(of: run.kind)))
    }
  }

  private func drawHead(
    _ time: String?, _ showsName: Bool, of message: Message, into grid: inout Grid, in line: Rect
  ) {
    if let time { grid.draw(time, at: line.origin, in: line, style: Theme.quiet) }
    guard showsName else { return }
    let place = Rect(
      column: line.column + layout.metrics.nameColumn, row: line.row,
      width: layout.metrics.nameColumns, height: 1)
    grid.draw(name(of: message), in: place, style: nameStyle(of: message))
  }

  private func drawState(of message: Message, into grid: inout Grid, in line: Rect) {
    let used = line.split(layout.metrics.usedWidth, from: .leading).strip
    let state = MessageWords.state(
      of: message, inWords: layout.metrics.hasWordsForState, time: time)
    guard let state else { return }
    let style =
      switch message.delivery {
      case .received, .sent, .read, .sending: Theme.quiet
      case .queued, .waiting: Theme.warning
      case .failed: Theme.danger
      }
    grid.draw(state, in: used, align: .trailing, style: style)
  }

  private func drawRule(
    _ title: String, _ character: Character, _ style: Style, into grid: inout Grid, in line: Rect
  ) {
    let used = line.split(layout.metrics.usedWidth, from: .leading).strip
    grid.drawHorizontalLine(in: used, character: character, style: style)
    grid.draw(" \(title) ", at: line.origin.moved(columns: 2), in: used, style: style)
  }

  private func name(of message: Message) -> String { message.isOwn ? "You" : message.senderName }

  private func nameStyle(of message: Message) -> Style {
    message.isOwn ? Theme.ownName : Theme.name(of: message.senderID)
  }
}
