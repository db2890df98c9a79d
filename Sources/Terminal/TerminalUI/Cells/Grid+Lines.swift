extension Grid {
  /// Draws a line along the first row of an area.
  package mutating func drawHorizontalLine(
    in rect: Rect, character: Character = "─", style: Style = .plain
  ) {
    fill(rect.rowStrip(0), with: character, style: style)
  }

  /// Draws a line along the first column of an area.
  package mutating func drawVerticalLine(
    in rect: Rect, character: Character = "│", style: Style = .plain
  ) {
    fill(rect.split(1, from: .leading).strip, with: character, style: style)
  }

  /// Draws a frame with round corners just inside an area; nothing when it has no room for one.
  ///
  /// - Parameters:
  ///   - rect: the area, frame included.
  ///   - title: words on the upper line; shortened to fit.
  ///   - style: the style of the lines.
  ///   - titleStyle: the style of the title; that of the lines when nil.
  /// - Returns: the area inside the frame.
  @discardableResult
  package mutating func drawBox(
    in rect: Rect, title: String = "", style: Style = .plain, titleStyle: Style? = nil
  ) -> Rect {
    guard rect.width >= 2, rect.height >= 2 else { return Rect(origin: rect.origin, size: .zero) }
    let inner = rect.inset(columns: 1, rows: 1)
    fill(rect.rowStrip(0), with: "─", style: style)
    fill(rect.rowStrip(rect.height - 1), with: "─", style: style)
    drawVerticalLine(in: rect, style: style)
    fill(rect.split(1, from: .trailing).strip, with: "│", style: style)
    draw("╭", at: rect.origin, in: rect, style: style)
    draw("╮", at: rect.origin.moved(columns: rect.width - 1), in: rect, style: style)
    draw("╰", at: rect.origin.moved(rows: rect.height - 1), in: rect, style: style)
    draw(
      "╯", at: Point(column: rect.lastColumn, row: rect.lastRow), in: rect, style: style)
    if !title.isEmpty, rect.width > 6 {
      let label = " " + title.truncated(to: rect.width - 6) + " "
      draw(label, at: rect.origin.moved(columns: 2), in: rect, style: titleStyle ?? style)
    }
    return inner
  }
}
