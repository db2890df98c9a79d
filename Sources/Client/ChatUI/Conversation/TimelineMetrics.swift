import ChatWords
package import ClientSettings
package import TerminalUI

/// The division of a message pane of some size into columns.
///
/// All texts of people begin on one column. The column left of it belongs to the client alone: there begins all that it
/// says itself (names above a text, days, what happened, notes, the bars of quotes and files), so that no text can pass
/// for a message of somebody else. Further left is the gutter, and in wide panes time and name; right of the texts are
/// the columns for the state of a message.
package struct TimelineMetrics: Equatable, Sendable {
  /// Panes of so many columns have names beside the text, unless the person wants something else.
  private static let columnsForNamesBeside = 90
  /// Panes of so many rows have a blank row above each sender.
  private static let rowsForAir = 30
  /// The columns left of a text where names stand above it: one shows what is picked and what names the reader, and in
  /// the other one begins what the client says.
  package static let gutter = 2
  /// The columns that the state of a message has where its text leaves none.
  package static let reservedColumns = 3

  package var width: Int
  /// The most columns of a message's text; longer rows are hard to read.
  package var textColumns: Int
  /// The columns of a time; 0 shows no times.
  package var clockColumns: Int
  /// Whether the sender stands on a row of its own and the text below it.
  package var namesStandAlone: Bool
  /// Whether a blank row stands above each sender.
  package var isAiry: Bool

  package init(
    width: Int, height: Int = 0, textColumns: Int = 88, clockColumns: Int = 5,
    names: NamesPlace = .automatic
  ) {
    self.width = max(1, width)
    self.textColumns = textColumns
    self.clockColumns = clockColumns
    namesStandAlone =
      switch names {
      case .automatic: width < Self.columnsForNamesBeside
      case .above: true
      // Half of the pane is left to the text.
      case .beside: width < 40
      }
    isAiry = namesStandAlone && height >= Self.rowsForAir
  }

  /// The columns of a pane as the person wants them.
  package init(_ wishes: Settings.Screen, pane: Size) {
    self.init(
      width: pane.width, height: pane.height, textColumns: wishes.textColumns,
      clockColumns: wishes.timestamps ? TimeText.columns(of: wishes.clock) : 0,
      names: wishes.names)
  }

  package var showsTimes: Bool { clockColumns > 0 }

  /// The column where the time begins, where it stands beside the text.
  package var clockColumn: Int { Self.gutter }

  /// The column where the sender's name begins, where it stands beside the text.
  package var nameColumn: Int { Self.gutter + (showsTimes ? clockColumns + 1 : 0) }

  /// Columns of the sender's name.
  package var nameColumns: Int { 10 }

  /// The column where the text begins.
  package var indent: Int {
    namesStandAlone ? max(1, min(Self.gutter, width / 4)) : nameColumn + nameColumns + 2
  }

  /// The column where what the client says begins, left of all texts.
  package var clientColumn: Int { indent - 1 }

  /// The columns of a message's text.
  package var textWidth: Int { max(1, min(textColumns, width - indent - Self.reservedColumns)) }

  /// The columns of what the client says, which ends where the texts end.
  package var clientWidth: Int { textWidth + indent - clientColumn }
}
