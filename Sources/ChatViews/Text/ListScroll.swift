/// How far a long dialog is scrolled; the view limits it to what is possible.
package struct ListScroll: Equatable, Sendable {
  package private(set) var first = 0

  package init() {}

  package mutating func move(by rows: Int) {
    first = max(0, first + rows)
  }

  /// Makes a row one of the rows in sight; the view limits the rest.
  ///
  /// - Parameter row: its place; at most ten rows are taken to be in sight.
  package mutating func reveal(_ row: Int) {
    first = min(row, max(first, row - 9))
  }

  /// Not further than the last row at the bottom.
  package mutating func limit(rowCount: Int, height: Int) {
    first = min(first, max(0, rowCount - height))
  }
}
