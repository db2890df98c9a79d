/// Where the windows of a demo are in a terminal of some size.
package struct DemoLayout: Sendable, Equatable {
  package enum Arrangement: Sendable, Equatable {
    case sideBySide, tiles
    /// The window of one person, and keys that show another's.
    case oneAtATime
  }

  /// Our choice: the columns with which a client, or a line of the log, can be read.
  private static let (columnsForClient, columnsForLog) = (50, 80)
  /// Our choice: six messages of two rows, and the title, the day, the rule, the composer and the hints.
  package static let rowsForClient = 17
  /// Our choice: the titles of the log's columns, and three lines.
  private static let leastLogRows = 4
  /// Our choice: a caption of two rows, a command, a share with three people, and the keys.
  private static let leastTourRows = 9

  package private(set) var arrangement: Arrangement
  /// The rows of the pane below the clients; 0 if there is none.
  package private(set) var rowsBelow: Int
  /// The columns of the log beside the tour; 0 if it is not there.
  package private(set) var logColumns = 0
  private let columns: Int
  private let clients: Int
  private let hasTour: Bool

  package init(columns: Int, rows: Int, clients: Int, hasTour: Bool) {
    self.columns = columns
    self.clients = clients
    self.hasTour = hasTour
    // The last row has the names or the keys of the terminal's own windows.
    let rows = rows - 1
    if hasTour {
      rowsBelow = max(Self.leastTourRows, rows / 3)
      if columns > Self.columnsForClient + Self.columnsForLog { logColumns = Self.columnsForLog }
    } else {
      rowsBelow = max(Self.leastLogRows, rows / 5)
    }
    // Each pane has its name above it.
    let left = rows - rowsBelow - 2
    if columns >= clients * Self.columnsForClient, left >= Self.rowsForClient {
      arrangement = .sideBySide
    } else if clients > 1, columns >= 2 * Self.columnsForClient,
      (left + 1) / ((clients + 1) / 2) - 1 >= Self.rowsForClient
    {
      arrangement = .tiles
    } else {
      arrangement = clients > 1 ? .oneAtATime : .sideBySide
    }
    // People who chat themselves need the rows more than the log does.
    if !hasTour, left < Self.rowsForClient { rowsBelow = 0 }
  }

  /// The words at the right end of the last row, behind so many columns: the keys that are those of no window.
  ///
  /// Ctrl+Q ends the window that has the keys; the demo ends with the last one, or with the tour, at whose end all
  /// others end too.
  package func keys(behind taken: Int) -> String {
    let other = arrangement == .oneAtATime ? "1-\(clients)" : "arrow"
    let what = arrangement == .oneAtATime ? "person" : "other side"
    let forms: [String]
    if clients == 1, !hasTour {
      forms = ["Ctrl+Q: end the demo"]
    } else if hasTour {
      let end =
        arrangement == .oneAtATime ? "Ctrl+Q: end the demo" : "Ctrl+Q in the tour: end the demo"
      forms = ["Ctrl+B then \(other): \(what) | \(end)", "Ctrl+Q: end the demo"]
    } else {
      forms = [
        "Ctrl+B then \(other): \(what), d: end the demo | Ctrl+Q: end this window",
        "Ctrl+B \(other): \(what), d: end all | Ctrl+Q: end one",
        "Ctrl+B d: end all | Ctrl+Q: end one",
      ]
    }
    let room = columns - taken - 2
    return forms.first { $0.count <= room }.map { " \($0) " } ?? ""
  }
}
