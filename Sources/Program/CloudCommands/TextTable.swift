import CommandSupport
import TerminalUI

/// Rows in aligned columns, harmless for a terminal.
///
/// A column without any text is left out. A heading like `zoneName` is shown as `ZONE NAME`. Where the table does
/// not fit, wide columns are shortened; if that is not enough, the last columns are hidden.
package struct TextTable {
  /// Our choice: wide enough for an identifier with its prefix.
  package static let widest = 44
  /// Our choice: a column that is no wider is not shortened, so that a time is whole.
  private static let short = 20
  /// Our choice: what a wider column keeps.
  private static let narrowest = 8
  private static let gap = 2

  /// The names of the columns that have no room.
  package private(set) var hidden: [String] = []
  package private(set) var lines: [String] = []

  /// A table that fits into `columns`; nil is any width.
  ///
  /// No value takes more than `widest` columns; nil is any width.
  package init(
    _ headings: [String], _ rows: [[String]], columns: Int? = Output.columns,
    widest: Int? = widest
  ) {
    let cells = ([headings.map(Self.heading)] + rows).map { row in
      row.map { text in
        let line = DisplayText.singleLine(text)
        return widest.map { line.truncated(to: $0) } ?? line
      }
    }
    var kept = headings.indices.filter { column in
      cells.dropFirst().contains { $0.indices.contains(column) && !$0[column].isEmpty }
    }
    var widths = kept.map { column in
      cells.map { TextWidth.of($0.indices.contains(column) ? $0[column] : "") }.max() ?? 0
    }
    if let columns {
      let room = Self.room(for: widths, columns)
      hidden = kept.dropFirst(room).map { headings[$0] }
      (kept, widths) = (Array(kept.prefix(room)), Array(widths.prefix(room)))
      Self.fit(&widths, columns)
    }
    lines = cells.map { row in
      var line = zip(kept, widths)
        .map { column, width in
          (row.indices.contains(column) ? row[column] : "").truncated(to: width).padded(to: width)
        }
        .joined(separator: String(repeating: " ", count: Self.gap))
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }

  /// Prints the table, and says which columns have no room.
  package func write(choosingWith option: String? = nil) throws {
    for line in lines { try Output.line(line) }
    guard !hidden.isEmpty else { return }
    // Who chooses types the names as they are.
    let names = option == nil ? hidden.map(Self.heading) : hidden
    Output.note(
      "Too narrow for \(names.joined(separator: ", "))."
        + (option.map { " \($0) chooses what is shown; --json shows everything." }
          ?? " --json shows everything."))
  }

  private static func heading(_ name: String) -> String {
    var previous: Character = " "
    return name.reduce(into: "") { text, letter in
      if letter.isUppercase, previous.isLowercase { text += " " }
      text += letter.uppercased()
      previous = letter
    }
  }

  /// The number of columns that have room at their least widths; at least one.
  private static func room(for widths: [Int], _ columns: Int) -> Int {
    var used = -gap
    let fitting = widths.prefix { width in
      used += gap + least(width)
      return used <= columns
    }
    return max(min(1, widths.count), fitting.count)
  }

  private static func least(_ width: Int) -> Int { width <= short ? width : narrowest }

  /// The widest columns give way until all fit.
  private static func fit(_ widths: inout [Int], _ columns: Int) {
    let limits = widths.map { min(least($0), columns) }
    var excess = widths.reduce(0, +) + gap * max(0, widths.count - 1) - columns
    while excess > 0,
      let place = widths.indices.filter({ widths[$0] > limits[$0] }).max(by: {
        widths[$0] < widths[$1]
      })
    {
      widths[place] -= 1
      excess -= 1
    }
  }
}
