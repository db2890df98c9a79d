import Composition
import TerminalUI

/// Rows in aligned columns, harmless for a terminal.
///
/// A column without any text is left out. A heading like `zoneName` is shown as `ZONE NAME`.
struct TextTable {
  /// Our choice: wide enough for an identifier with its prefix.
  static let widest = 44
  /// Our choice: what a column keeps however narrow the terminal is.
  private static let narrowest = 8
  private static let gap = 2

  private var rows: [[String]]
  private let columns: Int?

  /// A table that fits into `columns` if it can; nil is any width.
  init(_ headings: [String], _ rows: [[String]], columns: Int? = Output.columns) {
    self.columns = columns
    self.rows = ([headings.map(Self.heading)] + rows).map { row in
      row.map { DisplayText.singleLine($0).truncated(to: Self.widest) }
    }
  }

  private static func heading(_ name: String) -> String {
    name.reduce(into: "") { text, letter in
      if letter.isUppercase, !text.isEmpty { text += " " }
      text += letter.uppercased()
    }
  }

  /// The widths of columns, the widest of which give way until all fit.
  private func fitting(_ natural: [Int]) -> [Int] {
    guard let columns else { return natural }
    var widths = natural
    var excess = widths.reduce(0, +) + Self.gap * max(0, widths.count - 1) - columns
    while excess > 0, let widest = widths.max(), widest > Self.narrowest,
      let place = widths.lastIndex(of: widest)
    {
      widths[place] -= 1
      excess -= 1
    }
    return widths
  }

  var lines: [String] {
    let kept = (rows.first ?? []).indices.filter { column in
      rows.dropFirst().contains { $0.indices.contains(column) && !$0[column].isEmpty }
    }
    let widths = fitting(
      kept.map { column in
        rows.map { TextWidth.of($0.indices.contains(column) ? $0[column] : "") }.max() ?? 0
      })
    return rows.map { row in
      var line = zip(kept, widths)
        .map { column, width in
          (row.indices.contains(column) ? row[column] : "").truncated(to: width).padded(to: width)
        }
        .joined(separator: String(repeating: " ", count: Self.gap))
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
