extension TextEditor {
  /// The rows of the text at a width, and the cursor among them.
  ///
  /// Rows break behind blanks, or within words longer than a row. A cursor behind a full row stands
  /// at the start of the next one.
  ///
  /// - Parameter width: columns of a row; less than 2 counts as 2, the room of a wide grapheme.
  /// - Returns: at least one row.
  package func layout(width: Int) -> EditorLayout {
    let width = max(2, width)
    var rows: [EditorLayout.Row] = []
    var start = 0
    while start <= characters.count {
      let end = lineEnd(of: start)
      appendRows(ofLine: start..<end, width: width, to: &rows)
      start = end + 1
    }
    return EditorLayout(rows: rows, cursor: place(of: cursor, in: rows))
  }

  private func appendRows(
    ofLine line: Range<Int>, width: Int, to rows: inout [EditorLayout.Row]
  ) {
    var first = line.lowerBound
    while true {
      let end = rowEnd(from: first, in: line, width: width)
      let row = row(first..<end)
      rows.append(row)
      let isFull = (row.columns.last ?? 0) >= width
      // A full last row is followed by one for the cursor.
      guard end < line.upperBound || (isFull && end > first) else { return }
      first = end
    }
  }

  private func rowEnd(from first: Int, in line: Range<Int>, width: Int) -> Int {
    var column = 0
    var lastBreak: Int?
    var index = first
    while index < line.upperBound {
      let columns = Self.columns(of: characters[index], at: column, width: width)
      if column + columns > width { return lastBreak ?? max(index, first + 1) }
      column += columns
      index += 1
      if characters[index - 1] == " " || characters[index - 1] == "\t" || columns > 1 {
        lastBreak = index
      }
    }
    return index
  }

  private func row(_ range: Range<Int>) -> EditorLayout.Row {
    var text = ""
    var columns = [0]
    var column = 0
    for character in characters[range] {
      if character == "\t" {
        let blanks = Self.columns(of: character, at: column, width: .max)
        text += String(repeating: " ", count: blanks)
        column += blanks
      } else {
        text.append(character)
        column += TextWidth.of(character)
      }
      columns.append(column)
    }
    return EditorLayout.Row(text: text, range: range, columns: columns)
  }

  private func place(of index: Int, in rows: [EditorLayout.Row]) -> Point {
    let number = rows.lastIndex { $0.range.lowerBound <= index } ?? 0
    let row = rows[number]
    let offset = min(index - row.range.lowerBound, row.columns.count - 1)
    return Point(column: row.columns[max(0, offset)], row: number)
  }

  /// Tabs go on to the next multiple of four columns.
  private static func columns(of character: Character, at column: Int, width: Int) -> Int {
    character == "\t" ? min(4 - column % 4, width) : TextWidth.of(character)
  }
}
