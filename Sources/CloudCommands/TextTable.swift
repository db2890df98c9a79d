import TerminalUI

/// Rows in aligned columns, harmless for a terminal.
///
/// A column without any text is left out.
struct TextTable {
  /// Our choice: wide enough for an identifier with its prefix.
  static let widest = 44

  private var rows: [[String]]

  init(_ headings: [String], _ rows: [[String]]) {
    self.rows = ([headings.map { $0.uppercased() }] + rows).map { row in
      row.map { DisplayText.singleLine($0).truncated(to: Self.widest) }
    }
  }

  var lines: [String] {
    let kept = (rows.first ?? []).indices.filter { column in
      rows.dropFirst().contains { $0.indices.contains(column) && !$0[column].isEmpty }
    }
    let widths = kept.map { column in
      rows.map { TextWidth.of($0.indices.contains(column) ? $0[column] : "") }.max() ?? 0
    }
    return rows.map { row in
      var line = zip(kept, widths)
        .map { column, width in
          (row.indices.contains(column) ? row[column] : "").padded(to: width)
        }
        .joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
