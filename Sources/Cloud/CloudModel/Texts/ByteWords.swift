import Foundation

/// A number of bytes as people read it.
package enum ByteWords {
  /// For example `950.0 kB`; a kilobyte has 1000 bytes.
  package static func text(_ count: Int64) -> String {
    guard count >= 1000 else { return "\(count) B" }
    var (value, unit) = (Double(count), 0)
    while value >= 1000, unit < 4 {
      value /= 1000
      unit += 1
    }
    return String(format: "%.1f ", value) + Self.units[unit]
  }

  /// In the largest unit in which it is whole, for a file: `count` reads the same number from it.
  package static func exact(_ count: Int64) -> String {
    var (number, unit) = (count, 0)
    while number != 0, number % 1000 == 0, unit < units.count - 1 {
      (number, unit) = (number / 1000, unit + 1)
    }
    return "\(number) \(units[unit])"
  }

  /// The number that a person has written, for example `50MB`, `1.5 GB` or `900000`; nil for anything else.
  package static func count(_ text: String) -> Int64? {
    let letters = text.lowercased().filter { !$0.isWhitespace }
    let number = letters.prefix { $0.isASCII && $0.isNumber || $0 == "." }
    let unit = letters[number.endIndex...]
    let power = unit.isEmpty ? 0 : units.firstIndex { $0.lowercased() == unit }
    guard let power, let value = Double(number) else { return nil }
    let count = value * pow(1000, Double(power))
    // Every smaller whole number is exact as a `Double`.
    return count < 0x1p53 ? Int64(count) : nil
  }

  private static let units = ["B", "kB", "MB", "GB", "TB"]
}
