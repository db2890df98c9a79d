/// How a message pane of some width divides its columns.
package struct TimelineMetrics: Equatable, Sendable {
  package var width: Int

  /// Longer rows are hard to read.
  static let readableColumns = 100
  private static let clockColumns = 5

  package init(width: Int) {
    self.width = max(1, width)
  }

  /// In narrow panes the sender stands on a row of its own and the text below it.
  package var namesStandAlone: Bool { width < 50 }

  /// Columns of the sender's name.
  package var nameColumns: Int { width < 70 ? 10 : 12 }

  /// Where text begins.
  package var indent: Int {
    namesStandAlone ? min(2, width / 4) : Self.clockColumns + 1 + nameColumns + 1
  }

  /// States are words where there is room for them.
  package var hasWordsForState: Bool { width >= 70 }

  /// Columns kept free at the right of own messages.
  package var stateColumns: Int { hasWordsForState ? 11 : 4 }

  /// The columns for rows, states included.
  package var usedWidth: Int { min(width, indent + Self.readableColumns + stateColumns) }

  package func textWidth(isOwn: Bool) -> Int {
    let room = min(Self.readableColumns, usedWidth - indent)
    return max(1, isOwn ? min(room, usedWidth - indent - stateColumns) : room)
  }
}
