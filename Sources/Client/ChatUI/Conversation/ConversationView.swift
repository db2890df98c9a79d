package import ChatModel
package import ChatWords
package import TerminalUI

/// Draws the messages of a chat.
package struct ConversationView {
  private let layout: TimelineLayout
  /// The messages that show that they are sent or read.
  private let receipts: Set<Int>
  /// The message that has the keys.
  private let picked: MessageID?
  /// The message to which the reader has just gone, without the bar of the keys.
  private let pointed: MessageID?
  private let time: TimeText
  private let olderKey: String
  private let pictures: [MessageID: GridPicture]

  /// - Parameters:
  ///   - layout: the messages in rows.
  ///   - picked: the message that is picked.
  ///   - pointed: the message to which the reader has just gone.
  ///   - time: writes times.
  ///   - olderKey: the key that shows older messages.
  ///   - pictures: those that are drawn.
  package init(
    layout: TimelineLayout, picked: MessageID?, pointed: MessageID? = nil, time: TimeText,
    olderKey: String,
    pictures: [MessageID: GridPicture] = [:]
  ) {
    self.layout = layout
    receipts = layout.receipts
    self.picked = picked
    self.pointed = picked == nil ? pointed : nil
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
    let metrics = layout.metrics
    let column = line.split(metrics.indent, from: .leading).rest
    let measure = column.split(metrics.textWidth, from: .leading).strip
    let hanging = line.split(metrics.clientColumn, from: .leading).rest
    let said = hanging.split(metrics.clientWidth, from: .leading).strip
    let isPicked = row.showsMessage && (message.id == picked || message.id == pointed)
    if let head = row.head { drawHead(head, true, of: message, into: &grid, in: line) }
    switch row.content {
    case .blank: break
    case .beginning: grid.draw("the beginning of the chat", in: said, style: Theme.faint)
    case .older: grid.draw("older messages above: \(olderKey)", in: said, style: Theme.faint)
    case .missing: grid.draw("older messages are being fetched", in: said, style: Theme.faint)
    case .day(let day): drawDay(day, into: &grid, in: hanging)
    case .unread(let count): drawUnread(count, into: &grid, in: line)
    case .event(let text, let time):
      if let time { drawClock(time, into: &grid, in: line) }
      grid.draw(TimelineLayout.eventMark + text, in: said, style: Theme.faint)
    case .sender(let clock):
      let name = grid.draw(
        SenderWords.name(message), in: said, style: Theme.sender(of: message))
      let note = layout.noteBesideName(of: message)
      let words = [clock, note ?? ""].filter { !$0.isEmpty }.joined(separator: "  ")
      grid.draw(
        words, at: Point(column: name.columns.upperBound + 2, row: line.row), in: hanging,
        style: Theme.faint)
    case .text(let text, let time, let showsName, let isLast):
      drawHead(time, showsName, of: message, into: &grid, in: line)
      if text.namesReader, !message.isOwn {
        grid.draw("▌", in: line, style: Theme.accent)
      }
      let end = draw(
        text, isPicked: isPicked, into: &grid, in: text.isOfClient ? said : measure)
      if isLast { drawState(of: row.index, behind: end, into: &grid, in: column) }
    case .archive(let note, let time, let showsName):
      drawHead(time, showsName, of: message, into: &grid, in: line)
      grid.draw(note, in: said, style: Theme.faint)
    case .quote(let name, let text, let time, let showsName):
      drawHead(time, showsName, of: message, into: &grid, in: line)
      drawQuote(of: message, name, text, into: &grid, in: said)
    case .folded(let text): grid.draw(text, in: said, style: Theme.faint)
    case .picture(let row, let cells):
      if let picture = pictures[message.id], picture.cells == cells {
        grid.draw(row: row, of: picture, at: column.origin, in: column)
      }
    case .reactions(let text):
      drawReactions(text, to: message, isPicked: isPicked, into: &grid, in: said)
    }
    if isPicked {
      if message.id == picked { grid.draw("▌", in: line, style: Theme.cursor) }
      grid.restyle(line, merging: Theme.selected)
    }
  }

  /// Draws a row of a text.
  ///
  /// On the surface of a picked message nothing has a surface of its own.
  ///
  /// - Returns: the column behind its last word.
  private func draw(
    _ text: StyledLine, isPicked: Bool, into grid: inout Grid, in measure: Rect
  ) -> Int {
    var place = measure.origin
    if text.isCode {
      // Without a surface, a bar shows where the code is.
      if Theme.codeSurface.background == .standard {
        grid.draw("▏", in: measure, style: Theme.quoteBar)
      }
      place = place.moved(columns: min(1, measure.width - 1))
    }
    for run in text.runs {
      let style = run.kind == .ownMention && isPicked ? Theme.strong : Theme.text(run.kind)
      place = place.moved(
        columns: grid.draw(
          run.text, at: place, in: measure, style: Theme.text.merging(style),
          link: StyledLine.address(of: run.kind)))
    }
    guard text.isCode else { return place.column }
    if !isPicked { grid.lay(Theme.codeSurface, under: measure) }
    return measure.columns.upperBound
  }

  private func drawHead(
    _ time: String?, _ showsName: Bool, of message: Message, into grid: inout Grid, in line: Rect
  ) {
    if let time { drawClock(time, into: &grid, in: line) }
    guard showsName else { return }
    let place = Rect(
      column: line.column + layout.metrics.nameColumn, row: line.row,
      width: layout.metrics.nameColumns, height: 1)
    grid.draw(SenderWords.name(message), in: place, style: Theme.sender(of: message))
  }

  private func drawClock(_ time: String, into grid: inout Grid, in line: Rect) {
    let place = line.origin.moved(columns: layout.metrics.clockColumn)
    grid.draw(time, at: place, in: line, style: Theme.faint)
  }

  /// Draws the state two blanks behind the last word, or in the columns at the end that are kept for it.
  private func drawState(
    of index: Int, behind end: Int, into grid: inout Grid, in column: Rect
  ) {
    let message = layout.messages[index]
    let style: Style
    switch message.delivery {
    case .received: return
    case .sent, .read:
      guard receipts.contains(index) else { return }
      style = Theme.faint
    case .sending, .queued:
      guard !layout.isBrief(message) else { return }
      style = Theme.quiet
    case .waiting: style = Theme.warning
    case .failed: style = Theme.danger
    }
    let room = column.columns.upperBound - end - 2
    if let state = MessageWords.state(of: message, isShort: false, time: time),
      TextWidth.of(state) <= room
    {
      grid.draw(state, at: Point(column: end + 2, row: column.row), in: column, style: style)
    } else if let state = MessageWords.state(of: message, isShort: true, time: time) {
      let reserved = column.split(TimelineMetrics.reservedColumns, from: .trailing).strip
      grid.draw(state, in: reserved, align: .trailing, style: style)
    }
  }

  private func drawQuote(
    of message: Message, _ name: String?, _ text: String, into grid: inout Grid, in said: Rect
  ) {
    grid.draw("▎", in: said, style: Theme.quoteBar)
    var rest = said.split(1, from: .leading).rest
    if let name {
      let columns = rest.split(max(1, rest.width / 2), from: .leading).strip
      let drawn = grid.draw(name, in: columns, style: quotedStyle(name, in: message))
      rest = rest.split(drawn.width + 1, from: .leading).rest
    }
    if rest.width > 0 { grid.draw(text, in: rest, style: Theme.quiet) }
  }

  /// The style of the sender of a quoted message, who is known by the loaded messages.
  private func quotedStyle(_ name: String, in message: Message) -> Style {
    guard let original = message.replyTo?.original else { return Theme.strong }
    if original.archivedSender != nil { return Theme.quiet }
    if original.isOwn { return Theme.ownName }
    let sender = layout.messages.last { $0.senderName == original.senderName }?.senderID
    return sender.map(Theme.name) ?? Theme.strong
  }

  /// Draws reactions, one's own as what is read.
  private func drawReactions(
    _ text: String, to message: Message, isPicked: Bool, into grid: inout Grid, in said: Rect
  ) {
    let style = isPicked ? Theme.quiet : Theme.faint
    let own = message.reactions.filter(\.isOwn).map { "\($0.emoji) you" }
    var place = said.origin
    for (offset, part) in text.split(separator: "  ").enumerated() {
      let isOwn = own.contains { part.hasPrefix($0) }
      if offset > 0 { place = place.moved(columns: 2) }
      place = place.moved(
        columns: grid.draw(part, at: place, in: said, style: isOwn ? Theme.text : style))
    }
  }

  private func drawDay(_ day: String, into grid: inout Grid, in column: Rect) {
    let words = grid.draw(
      day, in: column.split(1, from: .trailing).rest, style: Theme.faint)
    let rest = column.split(words.width + 1, from: .leading).rest.split(1, from: .trailing).rest
    grid.drawHorizontalLine(in: rest, style: Theme.divider)
  }

  /// Draws the only line that is as wide as the pane; it fades in place a while after an answer.
  private func drawUnread(_ count: Int, into grid: inout Grid, in line: Rect) {
    let isAnswered = layout.isLineAnswered
    grid.drawHorizontalLine(
      in: line, character: "━", style: isAnswered ? Theme.divider : Theme.unreadLine)
    let words = line.split(layout.metrics.indent, from: .leading).rest
    grid.draw(
      " \(ChatSummary.unreadText(count) ?? "0") new ", at: words.origin, in: words,
      style: isAnswered ? Theme.faint : Theme.unreadLine)
  }
}
