import Foundation

/// Figures as lines for people.
package enum FigureTable {
  private static let heading = ["", "median", "min", "p99", "", "aim", "p99", ""]

  /// A heading and a line for each figure, in columns.
  ///
  /// With the figures of an earlier run, two more columns say what each was, and how much of that it is now.
  package static func lines(
    _ figures: [Figure], since earlier: EarlierFigures? = nil
  ) -> [String] {
    var rows = [heading] + figures.map(cells)
    if let earlier {
      let more = [["before", "now / before"]] + figures.map(earlier.cells)
      rows = zip(rows, more).map { $0 + $1 }
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let line = zip(row, widths).enumerated().map { column, cell in
        let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
        // Numbers end in one column, words begin in one.
        return (1...3).contains(column) ? blanks + cell.0 : cell.0 + blanks
      }.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }

  private static func cells(_ figure: Figure) -> [String] {
    [
      figure.name, number(figure.value), figure.minimum.map(number) ?? "",
      figure.p99.map(number) ?? "", figure.unit, figure.aim?.text ?? "",
      figure.p99Aim?.text ?? "", figure.isMet.map { $0 ? "met" : "not met" } ?? "",
    ]
  }

  /// A number with two decimals.
  static func decimal(_ value: Double) -> String {
    value.formatted(.number.precision(.fractionLength(2)).locale(Locale(identifier: "en_GB")))
  }

  /// A number with as many digits as are of use.
  static func number(_ value: Double) -> String {
    let digits = value >= 100 || value == value.rounded() ? 0 : value >= 10 ? 1 : 2
    return value.formatted(
      .number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_GB")))
  }
}
