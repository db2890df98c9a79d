extension Rect {
  /// Cuts a strip off an edge: rows at the top or bottom, columns at the sides.
  ///
  /// The strip is never larger than the area.
  ///
  /// - Parameters:
  ///   - length: rows or columns to take.
  ///   - edge: the side to take them from.
  /// - Returns: the strip; the area keeps the rest.
  package mutating func remove(_ length: Int, from edge: Edge) -> Rect {
    let (strip, rest) = split(length, from: edge)
    self = rest
    return strip
  }

  /// The strip at an edge and what remains beside it.
  package func split(_ length: Int, from edge: Edge) -> (strip: Rect, rest: Rect) {
    let rowCount = min(max(0, length), height)
    let columnCount = min(max(0, length), width)
    return switch edge {
    case .top:
      (
        Rect(column: column, row: row, width: width, height: rowCount),
        Rect(column: column, row: row + rowCount, width: width, height: height - rowCount)
      )
    case .bottom:
      (
        Rect(column: column, row: row + height - rowCount, width: width, height: rowCount),
        Rect(column: column, row: row, width: width, height: height - rowCount)
      )
    case .leading:
      (
        Rect(column: column, row: row, width: columnCount, height: height),
        Rect(column: column + columnCount, row: row, width: width - columnCount, height: height)
      )
    case .trailing:
      (
        Rect(column: column + width - columnCount, row: row, width: columnCount, height: height),
        Rect(column: column, row: row, width: width - columnCount, height: height)
      )
    }
  }

  /// The area without a margin on each side; never of negative extent.
  package func inset(columns: Int = 0, rows: Int = 0) -> Rect {
    let left = min(max(0, columns), width / 2)
    let top = min(max(0, rows), height / 2)
    return Rect(
      column: column + left, row: row + top,
      width: max(0, width - 2 * max(0, columns)), height: max(0, height - 2 * max(0, rows)))
  }

  /// An area of that size in the middle of this one, cut to fit.
  package func centered(_ size: Size) -> Rect {
    let width = min(size.width, self.width)
    let height = min(size.height, self.height)
    return Rect(
      column: column + (self.width - width) / 2, row: row + (self.height - height) / 2,
      width: width, height: height)
  }

  /// One row of this area, counted from its top; empty when there is no such row.
  package func rowStrip(_ index: Int) -> Rect {
    guard index >= 0, index < height else { return Rect(origin: origin, size: .zero) }
    return Rect(column: column, row: row + index, width: width, height: 1)
  }
}

/// A side of a rectangle.
package enum Edge: Hashable, Sendable, CaseIterable {
  case top
  case bottom
  case leading
  case trailing
}
