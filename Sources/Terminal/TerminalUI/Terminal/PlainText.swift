/// The bytes that replace a cell on a terminal without UTF-8.
enum PlainText {
  static func bytes(of cell: Cell) -> [UInt8] {
    guard let scalar = cell.text.unicodeScalars.first else { return [] }
    let symbol: Character =
      switch scalar.value {
      case 0x20...0x7E: Character(scalar)
      case 0x2500, 0x2501, 0x2504, 0x2508, 0x2550: "-"
      case 0x2502, 0x2503, 0x2506, 0x250A, 0x2551: "|"
      case 0x2500...0x257F: "+"
      case 0x2026: "."
      default: "?"
      }
    return Array(repeating: symbol.asciiValue ?? 0x3F, count: Int(cell.width))
  }
}
