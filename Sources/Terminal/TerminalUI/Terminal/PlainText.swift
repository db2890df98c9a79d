/// The bytes that replace a cell on a terminal without UTF-8.
package enum PlainText {
  package static func bytes(of cell: Cell) -> [UInt8] {
    guard let scalar = cell.text.unicodeScalars.first else { return [] }
    let symbol: Character =
      switch scalar.value {
      case 0x20...0x7E: Character(scalar)
      case 0x2501: "="
      case 0x2500, 0x2504, 0x2508, 0x2550: "-"
      case 0x2502, 0x2503, 0x2506, 0x250A, 0x2551: "|"
      case 0x2500...0x257F: "+"
      case 0x258C, 0x276F: ">"
      case 0x258E, 0x258F: "|"
      case 0x25CB: "o"
      case 0x2713: "v"
      case 0x00D7: "x"
      case 0x00B7, 0x2026: "."
      case 0x2191: "^"
      case 0x2193: "v"
      case 0x25B0: "#"
      case 0x25B1: "-"
      default: "?"
      }
    return Array(repeating: symbol.asciiValue ?? 0x3F, count: Int(cell.width))
  }
}
