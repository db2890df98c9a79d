/// A text editor's rows at some width, and where its cursor is among them.
package struct EditorLayout: Hashable, Sendable {
  /// One visual row.
  package struct Row: Hashable, Sendable {
    /// The text to draw, in which blanks have replaced tabs.
    package let text: String
    /// The graphemes of the editor in this row, without the newline that ends it.
    package let range: Range<Int>
    /// The column before each grapheme, and that behind the last.
    let columns: [Int]
  }

  /// At least one row; only the last line's rows do not end with a break.
  package let rows: [Row]
  /// The cursor's column and row in `rows`; the column is always under the width.
  package let cursor: Point

  /// The grapheme of a row nearest to a column from the left.
  func index(inRow row: Int, column: Int) -> Int {
    let row = rows[row]
    let offset = row.columns.lastIndex { $0 <= column } ?? 0
    return row.range.lowerBound + min(offset, row.range.count)
  }

  /// The rows to show in a window of some height, chosen so that the cursor is among them.
  ///
  /// - Parameters:
  ///   - height: rows of the window.
  ///   - first: the row shown first until now.
  /// - Returns: numbers of rows; fewer than `height` when there are no more.
  package func visibleRows(height: Int, scrolledTo first: Int = 0) -> Range<Int> {
    let height = min(max(1, height), rows.count)
    let lowest = max(0, cursor.row - height + 1)
    let start = min(max(first, lowest), cursor.row, rows.count - height)
    return start..<(start + height)
  }
}
