/// The division of a message pane of some width into columns.
package struct TimelineMetrics: Equatable, Sendable {
  package var width: Int

  /// The most columns of a message's text; longer rows are hard to read.
  package var textColumns: Int
  /// The columns of a time; 0 shows no times.
  package var clockColumns: Int

  package init(width: Int, textColumns: Int = 100, clockColumns: Int = 5) {
    self.width = max(1, width)
    self.textColumns = textColumns
    self.clockColumns = clockColumns
  }

  package var showsTimes: Bool { clockColumns > 0 }

  /// The column where the sender's name begins, in panes where it stands beside the text.
  package var nameColumn: Int { showsTimes ? clockColumns + 1 : 0 }

  /// In narrow panes the sender stands on a row of its own and the text below it.
  package var namesStandAlone: Bool { width < 50 }

  /// Columns of the sender's name.
  package var nameColumns: Int { width < 70 ? 10 : 12 }

  /// The column where the text begins.
  package var indent: Int {
    namesStandAlone ? min(2, width / 4) : nameColumn + nameColumns + 1
  }

  /// States are words where there is room for them.
  package var hasWordsForState: Bool { width >= 70 }

  /// Columns kept free at the right of own messages.
  package var stateColumns: Int { hasWordsForState ? 11 : 4 }

  /// The columns for rows, states included.
  package var usedWidth: Int { min(width, indent + textColumns + stateColumns) }

  package func textWidth(isOwn: Bool) -> Int {
    let room = min(textColumns, usedWidth - indent)
    return max(1, isOwn ? min(room, usedWidth - indent - stateColumns) : room)
  }
}
