/// Measured values of one thing.
package struct Distribution: Sendable, Equatable {
  /// In order of size; never empty.
  private let values: [Double]

  /// Nil where nothing was measured.
  package init?(_ values: [Double]) {
    guard !values.isEmpty else { return nil }
    self.values = values.sorted()
  }

  package var count: Int { values.count }
  package var minimum: Double { values[0] }
  package var median: Double { percentile(50) }

  /// The smallest value that at least `share` per cent of the values do not exceed (nearest rank).
  package func percentile(_ share: Double) -> Double {
    let rank = Int((share / 100 * Double(values.count)).rounded(.up))
    return values[min(max(rank, 1), values.count) - 1]
  }
}
