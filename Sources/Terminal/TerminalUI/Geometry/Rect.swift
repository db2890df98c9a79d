/// An area of cells; its extents are never negative.
package struct Rect: Hashable, Sendable {
  package var origin: Point
  package var size: Size

  package init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  package init(column: Int, row: Int, width: Int, height: Int) {
    self.init(
      origin: Point(column: column, row: row), size: Size(width: width, height: height))
  }

  /// The whole of a grid of that size.
  package init(_ size: Size) {
    self.init(origin: .origin, size: size)
  }

  package var column: Int { origin.column }
  package var row: Int { origin.row }
  package var width: Int { size.width }
  package var height: Int { size.height }
  package var isEmpty: Bool { size.isEmpty }

  /// The columns inside, in coordinates of the grid.
  package var columns: Range<Int> { column..<(column + width) }

  /// The rows inside, in coordinates of the grid.
  package var rows: Range<Int> { row..<(row + height) }

  /// The last row inside; one above the first when there is none.
  package var lastRow: Int { row + height - 1 }

  /// The last column inside; one before the first when there is none.
  package var lastColumn: Int { column + width - 1 }

  package func contains(_ point: Point) -> Bool {
    columns.contains(point.column) && rows.contains(point.row)
  }

  /// The area common to both; empty, at this area's origin, when there is none.
  package func intersection(_ other: Rect) -> Rect {
    let first = Point(
      column: max(column, other.column), row: max(row, other.row))
    let width = min(columns.upperBound, other.columns.upperBound) - first.column
    let height = min(rows.upperBound, other.rows.upperBound) - first.row
    guard width > 0, height > 0 else { return Rect(origin: origin, size: .zero) }
    return Rect(origin: first, size: Size(width: width, height: height))
  }
}
