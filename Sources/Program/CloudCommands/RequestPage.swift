package import CloudModel
package import CommandSupport

/// The cloud's journal as it is printed: a line for each request, and in a terminal titles of the columns.
///
/// The titles come again before they leave the screen. On a low screen that follows the journal they keep its first
/// row, and the newest requests have the others: there each row counts.
package struct RequestPage {
  /// The terminal to which is written.
  package struct Screen {
    package var columns: Int
    package var rows: Int
    package var isColored: Bool
    /// Whether the terminal knows sequences that move the cursor.
    package var movesCursor: Bool

    package init(columns: Int, rows: Int, isColored: Bool, movesCursor: Bool) {
      self.columns = columns
      self.rows = rows
      self.isColored = isColored
      self.movesCursor = movesCursor
    }
  }

  /// Our choice: below this number of rows, titles that come again would take the room of the requests.
  private static let leastRows = 6

  package var zones = ZoneNames()
  private let isFollowed: Bool
  private var linesBelowTitles: Int?
  /// The newest requests, as many as a low screen shows.
  private var newest: [JournaledRequest] = []

  /// - Parameter isFollowed: whether it goes on with requests that come.
  package init(isFollowed: Bool) { self.isFollowed = isFollowed }

  /// What is written before the first request: titles, in a terminal.
  package mutating func begin(on screen: Screen?) -> String {
    guard let screen else { return "" }
    if isLow(screen) { return picture(on: screen) }
    linesBelowTitles = 0
    return RequestLine.heading(columns: screen.columns) + "\n"
  }

  /// What is written for a request, with its body where one was asked for; on a low screen there is no room for bodies.
  package mutating func add(_ request: JournaledRequest, on screen: Screen?) -> String {
    newest = newest.suffix(Self.leastRows) + [request]
    if let screen, isLow(screen) { return picture(on: screen) }
    let body = request.body.map { "  " + Output.harmless($0.text) + "\n" } ?? ""
    return titles(on: screen) + line(request, on: screen) + "\n" + body
  }

  /// The titles before a line, where they are to come.
  private mutating func titles(on screen: Screen?) -> String {
    guard let screen else { return "" }
    let isFull = screen.rows >= Self.leastRows && linesBelowTitles ?? 0 >= screen.rows - 2
    defer { linesBelowTitles = (linesBelowTitles ?? 0) + 1 }
    guard linesBelowTitles == nil || isFull else { return "" }
    linesBelowTitles = 0
    return RequestLine.heading(columns: screen.columns) + "\n"
  }

  private func isLow(_ screen: Screen) -> Bool {
    isFollowed && screen.movesCursor && (2..<Self.leastRows).contains(screen.rows)
  }

  /// The whole screen, without a line end, so that its last row is one of a request.
  private mutating func picture(on screen: Screen) -> String {
    var lines = [RequestLine.heading(columns: screen.columns)]
    for request in newest.suffix(screen.rows - 1) { lines.append(line(request, on: screen)) }
    return "\u{1B}[H\u{1B}[J" + lines.joined(separator: "\r\n")
  }

  private mutating func line(_ request: JournaledRequest, on screen: Screen?) -> String {
    RequestLine(request, columns: screen?.columns, zones: &zones)
      .text(isColored: screen?.isColored ?? false)
  }
}
