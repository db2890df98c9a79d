/// A cell's place: columns go right from 0, rows go down from 0.
package struct Point: Hashable, Sendable {
  package var column: Int
  package var row: Int

  package static let origin = Point(column: 0, row: 0)

  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }

  /// The point moved by the given distances.
  package func moved(columns: Int = 0, rows: Int = 0) -> Point {
    Point(column: column + columns, row: row + rows)
  }
}
