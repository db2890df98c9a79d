/// The bytes that replace a cell on a terminal without UTF-8.
package enum PlainText {
  /// The signs of the interface: bars, lines, marks and states.
  private static let signs: [Character: Character] = [
    "▌": ">", "▎": "|", "▏": "|", "│": "|", "─": "-", "━": "=", "═": "=", "█": "#", "░": ".",
    "▰": "#", "▱": ".", "❯": ">", "✓": "v", "↑": "^", "↓": "v", "○": "o", "×": "x", "·": ".",
    "…": ".", "–": "-", "—": "-", "‘": "'", "’": "'", "“": "\"", "”": "\"",
  ]

  package static func bytes(of cell: Cell) -> [UInt8] {
    guard let scalar = cell.text.unicodeScalars.first else { return [] }
    let symbol: Character =
      switch scalar.value {
      case 0x20...0x7E: Character(scalar)
      case 0x2504, 0x2508: "-"
      case 0x2503, 0x2506, 0x250A, 0x2551: "|"
      case 0x2500...0x257F: signs[Character(scalar)] ?? "+"
      default: signs[Character(scalar)] ?? "?"
      }
    return Array(repeating: symbol.asciiValue ?? 0x3F, count: Int(cell.width))
  }
}
