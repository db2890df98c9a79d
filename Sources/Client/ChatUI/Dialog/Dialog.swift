package import ChatModel
package import ChatWords
package import TerminalUI

/// The contents of a dialog; every dialog is drawn the same way.
package struct Dialog {
  /// One row of the contents.
  package enum Row {
    /// Wrapped to the dialog's width.
    case text(String, Style)
    /// The text of an address or a part of it, which a click opens where the terminal knows links.
    case link(String, target: String)
    /// A text field; it has the cursor.
    case input(TextInput)
    /// An item of a list, cut to one row.
    case item(String, note: String, isSelected: Bool)
    /// A message with the part of it that was looked for, and who wrote it.
    case found(SearchSnippet, sender: String, note: String, isSelected: Bool)
    /// Two columns: an entry and its explanation.
    case pair(String, String)
    case heading(String)
    /// The heading of a part, and how many entries it has; no number is an empty text.
    case section(String, count: String)
    /// A text, and at the right a value; cut to one row.
    case fact(String, Style, value: String, isSelected: Bool)
    /// A message: who has written it in a style, at the right a note, and below them its rows, wrapped.
    case said(Message, by: String, Style, note: String, isSelected: Bool)
    /// A text that somebody wrote, wrapped.
    case written(String)
    /// A row of such a text, which begins one column right of all that the client says, so that it cannot pass for it.
    case line(StyledLine, isSelected: Bool)
    /// A row of a drawing, in the middle.
    case drawing(String, Style)
    case blank
  }

  package var title: String
  /// The rows that are always shown, above those that scroll.
  package var rows: [Row]
  /// The rows below these.
  package var scrolling: [Row]
  package var scroll: ListScroll
  /// What can be done in the dialog now, the likeliest first, and last how it is left; the last line of the screen
  /// shows it.
  package var footer: [Hint]
  /// The preferred width in columns.
  package var columns: Int

  /// A dialog with these contents.
  package init(
    title: String, rows: [Row], scrolling: [Row] = [], scroll: ListScroll = ListScroll(),
    footer: [Hint], columns: Int = 64
  ) {
    self.title = title
    self.rows = rows
    self.scrolling = scrolling
    self.scroll = scroll
    self.footer = footer
    self.columns = columns
  }

  /// The width of a dialog with many long rows: three quarters of a wide screen, and on others the usual 80 columns.
  static func wideColumns(on screen: Size) -> Int { max(78, screen.width * 3 / 4 - 2) }

  /// Rows of the frame and of the margins in it.
  private static let frameRows = 4

  /// The width of the frame, and the columns between it and the contents, in which the bar of the chosen row stands.
  private func frame(in screen: Rect) -> (width: Int, margin: Int) {
    let wanted = columns + 2
    return wanted <= screen.width ? (wanted, 2) : (screen.width, 1)
  }

  /// Draws the dialog over the screen, in a frame in its middle.
  ///
  /// - Returns: where the cursor is.
  package func draw(into grid: inout Grid, in screen: Rect) -> Point? {
    let (width, margin) = frame(in: screen)
    let count = rowCount(width: width - 2 - 2 * margin)
    let box = screen.centered(Size(width: width, height: count + Self.frameRows))
    grid.fill(box, style: Theme.panel)
    let inside = grid.drawBox(
      in: box, title: title, style: Theme.panel.merging(Theme.divider),
      titleStyle: Theme.panel.merging(Theme.strong))
    // Where there is little room, the margins go first.
    let inner = inside.inset(rows: count + Self.frameRows <= screen.height ? 1 : 0)
    return drawContents(into: &grid, in: inner, margin: margin, marks: box.lastColumn - 1)
  }

  /// Draws the dialog beside the messages, as high as they are.
  ///
  /// - Returns: where the cursor is.
  package func drawBeside(
    into grid: inout Grid, in area: Rect, hasFocus: Bool
  ) -> Point? {
    grid.fill(area, style: Theme.panel)
    var inner = area
    let head = inner.remove(1, from: .top)
    grid.draw(
      " " + title, in: head,
      style: Theme.panel.merging(hasFocus ? Theme.strong : Theme.quiet))
    return drawContents(into: &grid, in: inner, margin: 1, marks: area.lastColumn)
  }

  /// Draws the rows in an area with a margin at its sides; a chosen row is marked from side to side.
  private func drawContents(
    into grid: inout Grid, in area: Rect, margin: Int, marks column: Int
  ) -> Point? {
    var edges = area
    let width = area.inset(columns: margin).width
    let fixed = rows.flatMap { Self.wrapped($0, width: width) }
    let moving = scrolling.flatMap { Self.wrapped($0, width: width) }
    var cursor: Point?
    for row in fixed {
      let edge = edges.remove(1, from: .top)
      guard !edge.isEmpty else { break }
      cursor = draw(row, into: &grid, in: edge, margin: margin) ?? cursor
    }
    var scroll = scroll
    scroll.limit(rowCount: moving.count, height: edges.height)
    for (offset, row) in moving.dropFirst(scroll.first).prefix(edges.height).enumerated() {
      cursor = draw(row, into: &grid, in: edges.rowStrip(offset), margin: margin) ?? cursor
    }
    drawMore(moving.count, scroll, into: &grid, marks: column, inner: edges)
    return cursor
  }

  /// Draws a row between two edges; the chosen one has a bar, and a surface from edge to edge.
  private func draw(
    _ row: Row, into grid: inout Grid, in edge: Rect, margin: Int
  ) -> Point? {
    let cursor = draw(row, into: &grid, in: edge.inset(columns: margin))
    grid.lay(Theme.panel, under: edge)
    if row.isSelected {
      grid.draw("▌", in: edge, style: Theme.panel.merging(Theme.cursor))
      grid.restyle(edge, merging: Theme.selected)
    }
    return cursor
  }

  /// Rows of all contents at some width.
  private func rowCount(width: Int) -> Int {
    (rows + scrolling).reduce(0) { $0 + Self.wrapped($1, width: width).count }
  }

  /// The part of a dialog that scrolls.
  package struct ScrollRange {
    package var rowCount: Int
    /// Rows that are seen at a time.
    package var height: Int
    package var selectedRow: Int?
    /// The last row of what is selected.
    package var lastSelectedRow: Int?
  }

  /// The scroll range of the dialog's scrolling part.
  ///
  /// The dialog is over the screen, or in the area `side` beside the messages if it is drawn there.
  package func scrollRange(in screen: Rect, side: Rect?) -> ScrollRange {
    let (whole, margin) = frame(in: screen)
    let width = side.map { $0.width - 2 } ?? (whole - 2 - 2 * margin)
    let fixed = rows.flatMap { Self.wrapped($0, width: width) }.count
    let moving = scrolling.flatMap { Self.wrapped($0, width: width) }
    let count = fixed + moving.count
    let height =
      side.map { $0.height - 1 }
      ?? (count + Self.frameRows <= screen.height ? count : screen.height - 2)
    return ScrollRange(
      rowCount: moving.count, height: max(1, height - fixed),
      selectedRow: moving.firstIndex(where: \.isSelected),
      lastSelectedRow: moving.lastIndex(where: \.isSelected))
  }

  private func drawMore(
    _ count: Int, _ scroll: ListScroll, into grid: inout Grid, marks column: Int, inner: Rect
  ) {
    guard !inner.isEmpty else { return }
    func mark(_ sign: String, row: Int) {
      grid.draw(
        sign, at: Point(column: column, row: row), in: grid.bounds,
        style: Theme.panel.merging(Theme.quiet))
    }
    if scroll.first > 0 { mark("↑", row: inner.row) }
    if scroll.first + inner.height < count { mark("↓", row: inner.lastRow) }
  }

  private static func wrapped(_ row: Row, width: Int) -> [Row] {
    switch row {
    case .text(let text, let style):
      TextWrap.lines(text, width: max(1, width)).map { .text($0, style) }
    case .link(let text, let target):
      TextWrap.lines(text, width: max(1, width)).map { .link($0, target: target) }
    case .pair(let left, let right):
      TextWrap.lines(right, width: width - pairColumns(width)).enumerated().map { offset, line in
        .pair(offset == 0 ? left : "", line)
      }
    case .said(let message, let sender, let style, let note, let isSelected):
      [Row.fact(sender, style, value: note, isSelected: isSelected)]
        + saidLines(message, width: width).map { .line($0, isSelected: isSelected) }
    case .written(let text):
      markup.rows(of: text, width: max(1, width - 1)).map { .line($0, isSelected: false) }
    case .input, .item, .found, .heading, .section, .fact, .line, .drawing, .blank: [row]
    }
  }

  /// In a dialog nobody's name stands out: what needs the reader is in the chat.
  private static var markup: MessageMarkup { MessageMarkup(reader: "") }

  /// More rows of a message are not shown among others.
  private static let saidRows = 20

  /// Our choice: of a longer text only so many scalars are wrapped, because a thread may have many of them.
  private static let saidScalars = 4096

  private static func saidLines(_ message: Message, width: Int) -> [StyledLine] {
    if message.isOfBlockedPerson {
      return TextWrap.lines(BlockWords.message(of: message.senderName), width: max(1, width))
        .map { StyledLine(ofClient: $0) }
    }
    var message = message
    let isCut = message.text.unicodeScalars.count > saidScalars
    if isCut { message.text = String(message.text.unicodeScalars.prefix(saidScalars)) }
    var lines = MessageRows.rows(of: message, width: max(1, width - 1), markup)
    if let file = message.attachment, !message.isDeleted {
      lines += FileCard.rows(of: file, width: max(1, width))
    }
    guard isCut || lines.count > saidRows else { return lines }
    let shown = lines.prefix(saidRows - 1)
    let rest = isCut ? "… and more" : "… \(lines.count - shown.count) more rows"
    return shown + [StyledLine(ofClient: rest)]
  }

  /// Columns of the left half of a pair.
  private static func pairColumns(_ width: Int) -> Int { min(28, max(8, width * 2 / 5)) }

  private func draw(_ row: Row, into grid: inout Grid, in line: Rect) -> Point? {
    switch row {
    case .blank: break
    case .text(let text, let style):
      grid.draw(text, in: line, style: Theme.text.merging(style))
    case .link(let text, let target):
      grid.draw(text, at: line.origin, in: line, style: Theme.link, link: target)
    case .heading(let text): grid.draw(text, in: line, style: Theme.strong)
    case .section(let title, let count):
      let columns = grid.draw(title + " ", at: line.origin, in: line, style: Theme.strong)
      grid.draw(count, at: line.origin.moved(columns: columns), in: line, style: Theme.quiet)
    case .fact(let text, let style, let value, _):
      let columns = min(TextWidth.of(value), line.width * 2 / 3)
      grid.draw(value, in: line.split(columns, from: .trailing).strip, style: Theme.faint)
      let rest = columns == 0 ? line : line.split(line.width - columns - 1, from: .leading).strip
      grid.draw(text, in: rest, style: Theme.text.merging(style))
    // Wrapped, they are several rows.
    case .said, .written: break
    case .line(let text, _):
      var place = line.origin
      // A line of code has a column free on each side.
      if !text.isOfClient { place = place.moved(columns: text.isCode ? 2 : 1) }
      for run in text.runs {
        place = place.moved(
          columns: grid.draw(
            run.text, at: place, in: line, style: Theme.text.merging(Theme.text(run.kind)),
            link: StyledLine.address(of: run.kind)))
      }
    case .drawing(let text, let style): grid.draw(text, in: line, align: .center, style: style)
    case .item(let text, let note, _):
      let room = max(line.width / 2, line.width - TextWidth.of(text) - 1)
      let noteColumns = min(TextWidth.of(note), room)
      grid.draw(
        note, in: line.split(noteColumns, from: .trailing).strip, style: noteStyle(row))
      let rest = line.split(line.width - noteColumns - 1, from: .leading).strip
      grid.draw(text, in: rest, style: row.isSelected ? Theme.strong : Theme.text)
    case .found(let snippet, let sender, let note, _):
      let noteColumns = min(TextWidth.of(note), line.width / 2)
      grid.draw(
        note, in: line.split(noteColumns, from: .trailing).strip, style: noteStyle(row))
      let rest = line.split(line.width - noteColumns - 1, from: .leading).strip
      let head = sender.truncated(to: max(1, rest.width / 3)) + ": "
      let parts = snippet.fitted(to: rest.width - TextWidth.of(head))
      var place = rest.origin
      let pieces: [(String, Style)] = [
        (head, Theme.quiet), (parts.before, Theme.text),
        (parts.match, row.isSelected ? Theme.strong.adding(.underline) : Theme.hit),
        (parts.after, Theme.text),
      ]
      for (text, style) in pieces {
        place = place.moved(columns: grid.draw(text, at: place, in: rest, style: style))
      }
    case .pair(let left, let right):
      let columns = Self.pairColumns(line.width)
      grid.draw(
        right, in: line.split(line.width - columns, from: .trailing).strip, style: Theme.text)
      grid.draw(left, in: line.split(columns - 1, from: .leading).strip, style: Theme.quiet)
    case .input(let input): return input.draw(into: &grid, in: line)
    }
    return nil
  }

  /// In a chosen row nothing is faint.
  private func noteStyle(_ row: Row) -> Style { row.isSelected ? Theme.quiet : Theme.faint }
}

extension Dialog.Row {
  /// Whether Enter acts on this row.
  fileprivate var isSelected: Bool {
    switch self {
    case .item(_, _, let isSelected), .found(_, _, _, let isSelected),
      .fact(_, _, _, let isSelected), .said(_, _, _, _, let isSelected),
      .line(_, let isSelected):
      isSelected
    case .text, .link, .input, .written, .pair, .heading, .section, .drawing, .blank: false
    }
  }
}
