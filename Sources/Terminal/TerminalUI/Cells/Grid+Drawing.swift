extension Grid {
  /// The position of a text that does not fill its area.
  package enum Alignment: Hashable, Sendable {
    case leading
    case center
    case trailing
  }

  /// Draws one line of text; nothing leaves `rect`, and a wide grapheme is never cut in half.
  ///
  /// Hostile content is made harmless first (`DisplayText.singleLine`).
  ///
  /// - Parameters:
  ///   - text: any text.
  ///   - point: where it begins, in coordinates of the grid; may be left of `rect`.
  ///   - rect: the area it is clipped to; the whole grid when nil.
  ///   - style: the style of its cells.
  ///   - link: the address that a click on it opens, where the terminal knows links.
  /// - Returns: the columns it takes, those left of `rect` included.
  @discardableResult
  package mutating func draw(
    _ text: some StringProtocol, at point: Point, in rect: Rect? = nil, style: Style = .plain,
    link: String? = nil
  ) -> Int {
    let area = (rect ?? bounds).intersection(bounds)
    let number = link.map { self.number(ofLink: $0) } ?? 0
    var place = point
    guard area.rows.contains(point.row) else { return 0 }
    for character in DisplayText.singleLine(text) {
      let pieces = TerminalText.pieces(of: character)
      let width = pieces.reduce(0) { $0 + $1.width }
      if place.column + width > area.columns.upperBound { break }
      for piece in pieces {
        put(piece, at: place, style: style, area: area, link: number)
        place.column += piece.width
      }
    }
    return place.column - point.column
  }

  /// Draws one line of text on the first row of an area, shortened with `…` when it does not fit.
  ///
  /// - Returns: the cells it covers.
  @discardableResult
  package mutating func draw(
    _ text: some StringProtocol, in rect: Rect, align: Alignment = .leading, style: Style = .plain
  ) -> Rect {
    let line = DisplayText.singleLine(text).truncated(to: rect.width)
    let width = TextWidth.of(line)
    let free = rect.width - width
    let offset =
      switch align {
      case .leading: 0
      case .center: free / 2
      case .trailing: free
      }
    draw(line, at: rect.origin.moved(columns: offset), in: rect, style: style)
    return Rect(
      column: rect.column + offset, row: rect.row, width: width, height: min(1, rect.height))
  }

  /// Fills an area with one character, a blank if not told otherwise.
  package mutating func fill(_ rect: Rect, with character: Character = " ", style: Style = .plain) {
    let area = rect.intersection(bounds)
    let piece = TerminalText.pieces(of: character).first ?? .blank
    for row in area.rows {
      var column = area.column
      while column < area.columns.upperBound {
        let place = Point(column: column, row: row)
        if !put(piece, at: place, style: style, area: area) {
          put(.blank, at: place, style: style, area: area)
        }
        column += piece.width
      }
    }
  }
}
