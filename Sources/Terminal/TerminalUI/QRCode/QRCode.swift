/// A QR code of a short text: its bytes as they are, in versions 1 to 9.
///
/// Source: ISO/IEC 18004:2015. The numbers in comments below this folder are its sections.
package struct QRCode: Sendable, Equatable {
  /// Modules that stay light around the code.
  ///
  /// Source: 5.3.8 asks for four; phones read codes with two.
  package static let quietZones = [4, 2]

  /// Modules in a row.
  package let size: Int
  private let isDark: [Bool]

  /// Makes the smallest code that holds a text; nil for a text of more than 230 bytes.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let version = QRVersion.all.first(where: { $0.holds(bytes.count, at: .low) }) else {
      return nil
    }
    // The better protection, where it costs no room.
    let level: QRVersion.Level = version.holds(bytes.count, at: .medium) ? .medium : .low
    let codewords = version.codewords(of: bytes, at: level)
    let masked = (0..<8).map { mask in
      QRMatrix(version, level: level, mask: mask, codewords: codewords)
    }
    let best = masked.min { $0.penalty < $1.penalty } ?? masked[0]
    size = best.size
    isDark = best.isDark
  }

  /// Whether a module is dark; everything around the code is light.
  package subscript(column: Int, row: Int) -> Bool {
    (0..<size).contains(column) && (0..<size).contains(row) && isDark[row * size + column]
  }

  /// The code as text, two modules above each other in a character: the light ones are drawn.
  ///
  /// The text has to be lighter than what is behind it.
  ///
  /// - Parameter quietZone: the modules around the code.
  /// - Returns: rows of `size + 2 * quietZone` columns.
  package func halfBlocks(quietZone: Int) -> [String] {
    let range = -quietZone..<size + quietZone
    return stride(from: range.lowerBound, to: range.upperBound, by: 2).map { row in
      String(
        range.map { column -> Character in
          let isLowerLight = row + 1 < range.upperBound && !self[column, row + 1]
          return switch (!self[column, row], isLowerLight) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }
}
