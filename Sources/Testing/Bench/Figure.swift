/// One measured thing, beside what it should be.
package struct Figure: Sendable, Encodable, Equatable {
  /// The limit that a figure has to keep.
  package enum Aim: Sendable, Equatable {
    case atMost(Double)
    case atLeast(Double)

    func isMet(by value: Double) -> Bool {
      switch self {
      case .atMost(let limit): value <= limit
      case .atLeast(let limit): value >= limit
      }
    }
  }

  package var name: String
  /// The only value, or the median of several.
  package var value: Double
  package var unit: String
  /// The number of measured values.
  package var count = 1
  package var minimum: Double?
  /// The 99th percentile.
  package var p99: Double?
  package var aim: Aim?
  /// The limit that the 99th percentile has to keep.
  package var p99Aim: Aim?

  /// A figure with one value.
  package init(_ name: String, _ value: Double, _ unit: String, aim: Aim? = nil) {
    (self.name, self.value, self.unit, self.aim) = (name, value, unit, aim)
  }

  /// A figure with several values.
  package init(
    _ name: String, _ values: Distribution, _ unit: String, aim: Aim? = nil, p99Aim: Aim? = nil
  ) {
    self.init(name, values.median, unit, aim: aim)
    (count, minimum, p99) = (values.count, values.minimum, values.percentile(99))
    self.p99Aim = p99Aim
  }

  /// Whether the figure meets every aim; nil without one.
  package var isMet: Bool? {
    guard aim != nil || p99Aim != nil else { return nil }
    return aim?.isMet(by: value) ?? true && p99.flatMap { p99Aim?.isMet(by: $0) } ?? true
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(value, forKey: .value)
    try container.encode(unit, forKey: .unit)
    try container.encode(count, forKey: .count)
    try container.encodeIfPresent(minimum, forKey: .minimum)
    try container.encodeIfPresent(p99, forKey: .p99)
    try container.encodeIfPresent(aim?.text, forKey: .aim)
    try container.encodeIfPresent(p99Aim?.text, forKey: .p99Aim)
    try container.encodeIfPresent(isMet, forKey: .isMet)
  }

  private enum Key: String, CodingKey {
    case name, value, unit, count, minimum, p99, aim, p99Aim, isMet
  }
}

extension Figure.Aim {
  /// For example `≤ 60`.
  var text: String {
    switch self {
    case .atMost(let limit): "≤ \(FigureTable.number(limit))"
    case .atLeast(let limit): "≥ \(FigureTable.number(limit))"
    }
  }
}
