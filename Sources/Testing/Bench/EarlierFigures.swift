package import Foundation

/// The figures of an earlier run, as `bench --json` has printed them.
package struct EarlierFigures: Sendable {
  /// A change by more than this is called better or worse: the figures of one machine differ by about as much from run
  /// to run.
  static let noise = 1.15

  private let values: [String: Double]

  /// Throws `DecodingError` where a line is no figure.
  package init(_ data: Data) throws {
    struct Line: Decodable {
      var name: String
      var value: Double
    }
    let lines = try data.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Line.self, from: $0)
    }
    values = Dictionary(lines.map { ($0.name, $0.value) }) { _, last in last }
  }

  /// The value before, and what has become of it; empty where there was none.
  func cells(for figure: Figure) -> [String] {
    guard let before = values[figure.name] else { return ["", ""] }
    guard before > 0, figure.value > 0 else { return [FigureTable.number(before), ""] }
    let ratio = figure.value / before
    let change = Self.word(ratio, moreIsBetter: figure.moreIsBetter).map { " \($0)" } ?? ""
    return [FigureTable.number(before), FigureTable.number(ratio) + change]
  }

  private static func word(_ ratio: Double, moreIsBetter: Bool?) -> String? {
    guard let moreIsBetter, ratio > noise || ratio < 1 / noise else { return nil }
    return (ratio > 1) == moreIsBetter ? "better" : "worse"
  }
}

extension Figure {
  /// Whether a higher value is a better one; nil where neither is.
  var moreIsBetter: Bool? {
    switch aim {
    case .atLeast: true
    case .atMost: false
    case nil: unit.hasSuffix("/s") ? true : unit.hasPrefix("ms") || unit == "MB" ? false : nil
    }
  }
}
