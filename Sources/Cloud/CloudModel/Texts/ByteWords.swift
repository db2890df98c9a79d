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
    return String(format: "%.1f ", value) + ["B", "kB", "MB", "GB", "TB"][unit]
  }
}
