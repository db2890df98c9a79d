/// The hours of each day in which nothing rings, by the clocks on the wall.
package struct QuietHours: Equatable, Sendable {
  /// Minutes since midnight; the hours go over midnight where `to` is before `from`.
  package let from: Int
  package let to: Int

  /// Reads `22:00-07:00`; nil for any other text, and for hours that are empty.
  package init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false).map(Self.minute)
    guard ends.count == 2, let from = ends[0], let to = ends[1], from != to else { return nil }
    (self.from, self.to) = (from, to)
  }

  private static func minute(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy(isTwoDigits),
      let hour = UInt8(parts[0]), let minute = UInt8(parts[1]), hour < 24, minute < 60
    else { return nil }
    return Int(hour) * 60 + Int(minute)
  }

  private static func isTwoDigits(_ text: Substring) -> Bool {
    text.count == 2 && text.allSatisfy { $0.isASCII && $0.isNumber }
  }

  package func contains(_ minute: Int) -> Bool {
    from < to ? (from..<to).contains(minute) : minute >= from || minute < to
  }
}
