/// The scroll position of a long dialog; the view limits it to what is possible.
package struct ListScroll: Equatable, Sendable {
  package private(set) var first = 0

  package init() {}

  package mutating func move(by rows: Int) {
    first = max(0, first + rows)
  }

  /// Scrolls as little as it takes to make a row one of the `height` rows in sight.
  package mutating func reveal(_ row: Int, height: Int) {
    first = min(row, max(first, row - height + 1))
  }

  /// Not further than the last row at the bottom.
  package mutating func limit(rowCount: Int, height: Int) {
    first = min(first, max(0, rowCount - height))
  }
}
