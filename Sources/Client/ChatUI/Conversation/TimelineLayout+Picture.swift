package import ChatModel
import ChatWords

extension TimelineLayout {
  /// A row of the whole timeline: a message, and a row of its block from 0.
  package struct Position: Equatable {
    package var index: Int
    package var row: Int
  }

  /// The rows that a pane shows.
  ///
  /// - Parameters:
  ///   - anchor: the row of the timeline to which the pane is fixed.
  ///   - height: the number of rows of the pane.
  /// - Returns: at most `height` rows; fewer only when there are no more.
  package func picture(anchor: ViewAnchor, height: Int) -> TimelinePicture {
    guard !messages.isEmpty, height > 0 else {
      return TimelinePicture(rows: [], isAtEnd: true, isAtTop: true, newerCount: 0)
    }
    let picture =
      switch anchor {
      case .end: pictureOfEnd(height: height)
      case .top(let row): picture(from: position(of: row), height: height)
      }
    return headed(picture)
  }

  /// The picture with the sender and the time in its first row, where their run begins above it.
  ///
  /// In narrow panes they have no columns beside the text, and take the row, if more of the run is below it; scrolling
  /// up by one row shows what stood there.
  private func headed(_ picture: TimelinePicture) -> TimelinePicture {
    guard let first = picture.rows.first, first.showsMessage, picture.rows.count > 2 else {
      return picture
    }
    if case .text(_, _, showsName: true, _) = first.content { return picture }
    if case .quote(_, _, _, showsName: true) = first.content { return picture }
    if case .archive(_, _, showsName: true) = first.content { return picture }
    if case .folded = first.content { return picture }
    func clock(_ row: TimelineRow) -> String {
      metrics.showsTimes ? time.clock(messages[row.index].timestamp) : ""
    }
    var picture = picture
    if !metrics.namesStandAlone {
      picture.rows[0].head = clock(first)
    } else if picture.rows[1].showsMessage {
      picture.rows[0].content = .sender(time: clock(picture.rows[1]))
    }
    return picture
  }

  /// The rows at the top of a pane that `headed` may take.
  private var takenRows: Int { metrics.namesStandAlone ? 1 : 0 }

  /// The anchor after scrolling by some rows, down when positive, and the rows that are left because the first
  /// or the last message here is reached.
  package func anchor(
    _ anchor: ViewAnchor, scrolledBy rows: Int, height: Int
  ) -> (anchor: ViewAnchor, rest: Int) {
    let picture = picture(anchor: anchor, height: height)
    guard let first = picture.rows.first, rows != 0 else { return (anchor, rows) }
    if picture.isAtEnd, picture.isAtTop { return (.end, rows) }
    let top = Position(index: first.index, row: first.row + block(first.index).above.count)
    let (moved, rest) = moved(top, by: rows)
    guard rows > 0, newerCount > 0 else { return (self.anchor(at: moved, height: height), rest) }
    // The last message here is not the last of the chat: it stays at the bottom.
    let (end, endRest) = lastTop(notBelow: moved, height: height)
    return (self.anchor(at: end, height: height), rest + endRest)
  }

  /// The anchor without rows above its message that are not there any more.
  ///
  /// If such rows come again, the message stays where it is.
  package func settled(_ anchor: ViewAnchor) -> ViewAnchor {
    guard case .top(var row) = anchor, row.row < 0,
      let index = messages.lastIndex(where: { $0.id == row.message })
    else { return anchor }
    row.row = max(row.row, -block(index).above.count)
    return .top(row)
  }

  /// The anchor that shows a message; unchanged if the message is visible already.
  package func anchor(_ anchor: ViewAnchor, revealing message: MessageID, height: Int) -> ViewAnchor
  {
    guard let index = messages.lastIndex(where: { $0.id == message }) else { return anchor }
    let rows = picture(anchor: anchor, height: height).rows
    let shown = rows.filter { $0.index == index && $0.showsMessage }
    let block = block(index)
    if shown.count >= min(block.body.count, height - takenRows) { return anchor }
    let isAbove =
      rows.first.map { first in
        index < first.index || (index == first.index && (first.row > 0 || !first.showsMessage))
      } ?? true
    if isAbove || block.count >= height {
      let top = Position(index: index, row: block.above.isEmpty ? -takenRows : 0)
      return self.anchor(at: moved(top, by: 0).position, height: height)
    }
    let bottom = Position(index: index, row: block.count - 1)
    return self.anchor(at: moved(bottom, by: 1 - height).position, height: height)
  }

  /// The anchor with the unread rule at the top; the end if that shows the rule too.
  package func anchorOfUnread(height: Int) -> ViewAnchor {
    guard let unread, let index = messages.firstIndex(where: { $0.cursor >= unread.first }) else {
      return .end
    }
    let row = block(index).above.firstIndex { if case .unread = $0 { true } else { false } } ?? 0
    return anchor(at: Position(index: index, row: row), height: height)
  }

  /// The anchor with the first row at the top.
  package func anchorOfOldest(height: Int) -> ViewAnchor {
    messages.isEmpty ? .end : anchor(at: Position(index: 0, row: 0), height: height)
  }

  /// The anchor with a place in the upper third, so that what led to it can be read too.
  ///
  /// With words, the place is the first row of the message that has one of them.
  package func anchor(
    showing cursor: MessageCursor, _ words: SearchedWords? = nil, height: Int
  ) -> ViewAnchor {
    guard !messages.isEmpty else { return .end }
    let index = messages.firstIndex { $0.cursor >= cursor } ?? messages.count - 1
    let row = words.flatMap { self.row(of: $0, in: block(index)) } ?? 0
    let top = moved(Position(index: index, row: row), by: -height / 3).position
    return anchor(at: top, height: height)
  }

  /// The row of a block that has the first match; nil if none has.
  private func row(of words: SearchedWords, in block: TimelineBlock) -> Int? {
    let rows = block.body.map { if case .text(let line, _, _, _) = $0 { line.text } else { "" } }
    // A text is broken at blanks, which are not in the rows, or anywhere if it has none.
    for separator in [" ", ""] {
      let text = rows.joined(separator: separator)
      guard let match = words.firstMatch(in: text) else { continue }
      let place = text[..<match.lowerBound].utf8.count
      var end = 0
      let row = rows.firstIndex { row in
        end += row.utf8.count + separator.utf8.count
        return place < end
      }
      return row.map { block.above.count + $0 }
    }
    return nil
  }

  /// Whether any line above messages that were new is in a picture.
  package func hasLine(in picture: TimelinePicture) -> Bool {
    picture.rows.contains { if case .unread = $0.content { true } else { false } }
  }

  /// Whether the line above the unread messages is in a picture, and whether it lies above it.
  package func unreadRule(in picture: TimelinePicture) -> (isShown: Bool, isAbove: Bool) {
    guard let unread, let first = picture.rows.first else { return (false, false) }
    let isShown = heldLine == nil && hasLine(in: picture)
    let top = messages[first.index].cursor
    return (isShown, !isShown && (unread.first < top || (unread.first == top && first.row >= 0)))
  }

  private func anchor(at position: Position, height: Int) -> ViewAnchor {
    if picture(from: position, height: height).isAtEnd { return .end }
    let block = block(position.index)
    let message = messages[position.index]
    return .top(
      ViewAnchor.Row(
        message: message.id, cursor: message.cursor, row: position.row - block.above.count,
        rowCount: block.body.count))
  }

  private func position(of anchor: ViewAnchor.Row) -> Position {
    guard let index = messages.lastIndex(where: { $0.id == anchor.message }) else {
      let index = messages.firstIndex { $0.cursor >= anchor.cursor } ?? messages.count - 1
      return Position(index: index, row: block(index).above.count)
    }
    let block = block(index)
    var row = anchor.row
    if row > 0, block.body.count != anchor.rowCount {
      row = row * block.body.count / max(1, anchor.rowCount)
    }
    return Position(index: index, row: min(max(0, row + block.above.count), block.count - 1))
  }

  private func pictureOfEnd(height: Int) -> TimelinePicture {
    var rows: [TimelineRow] = []
    var index = messages.count - 1
    while index >= 0, rows.count < height {
      rows.insert(contentsOf: block(index).rows, at: 0)
      index -= 1
    }
    let isAtTop = index < 0 && rows.count <= height
    return TimelinePicture(
      rows: Array(rows.suffix(height)), isAtEnd: true, isAtTop: isAtTop, newerCount: 0)
  }

  private func picture(from top: Position, height: Int) -> TimelinePicture {
    var rows = Array(block(top.index).rows.dropFirst(top.row))
    var index = top.index + 1
    while index < messages.count, rows.count < height {
      rows += block(index).rows
      index += 1
    }
    if index == messages.count, rows.count <= height {
      var picture = pictureOfEnd(height: height)
      picture.isAtEnd = newerCount == 0
      picture.newerCount = newerCount
      return picture
    }
    let shown = Array(rows.prefix(height))
    let last = shown.last?.index ?? top.index
    return TimelinePicture(
      rows: shown, isAtEnd: false, isAtTop: top == Position(index: 0, row: 0),
      newerCount: messages.count - 1 - last + newerCount)
  }

  /// A position some rows further down, or up if negative, but at most the first or last row; and the rows
  /// that are left then.
  private func moved(_ position: Position, by rows: Int) -> (position: Position, rest: Int) {
    var position = position
    position.row += rows
    while position.row < 0, position.index > 0 {
      position.index -= 1
      position.row += block(position.index).count
    }
    var count = block(position.index).count
    while position.row >= count, position.index < messages.count - 1 {
      position.row -= count
      position.index += 1
      count = block(position.index).count
    }
    // The rows above the first message here may change when the message before it is loaded.
    let top = position.index == 0 && !isAtBeginning ? block(0).above.count : 0
    let row = min(max(top, position.row), count - 1)
    return (Position(index: position.index, row: row), position.row - row)
  }

  /// The position itself, or the one above it with which the last row here is at the bottom; and the rows
  /// between the two.
  private func lastTop(notBelow position: Position, height: Int) -> (Position, Int) {
    guard let last = messages.indices.last else { return (position, 0) }
    let bottom = Position(index: last, row: block(last).count - 1)
    let end = moved(bottom, by: 1 - height).position
    guard (end.index, end.row) < (position.index, position.row) else { return (position, 0) }
    var (rows, place) = (0, end)
    while place != position {
      place = moved(place, by: 1).position
      rows += 1
    }
    return (end, rows)
  }
}
