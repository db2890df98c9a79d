import TerminalUI
import Testing

/// Reads an undamaged QR code as ISO/IEC 18004 says, from its modules alone.
struct QRReader {
  struct Failure: Error { var reason: String }

  let code: QRCode
  let version: Int
  private let mask: Int
  /// Codewords of protection in a block, and blocks.
  private let protection: (codewords: Int, blocks: Int)

  /// Table 9, by version: all codewords, then protection and blocks at level L and at level M.
  private static let tables: [(all: Int, low: (Int, Int), medium: (Int, Int))] = [
    (26, (7, 1), (10, 1)), (44, (10, 1), (16, 1)), (70, (15, 1), (26, 1)),
    (100, (20, 1), (18, 2)), (134, (26, 1), (24, 2)), (172, (18, 2), (16, 4)),
    (196, (20, 2), (18, 4)), (242, (24, 2), (22, 4)), (292, (30, 2), (22, 5)),
  ]

  init(_ code: QRCode) throws {
    self.code = code
    version = (code.size - 17) / 4
    let first = Self.formatPlaces(code.size, isFirst: true).map { code[$0.0, $0.1] }
    let second = Self.formatPlaces(code.size, isFirst: false).map { code[$0.0, $0.1] }
    guard first == second, code[8, code.size - 8] else {
      throw Failure(reason: "The two formats differ.")
    }
    let format = first.reduce(0) { $0 << 1 | ($1 ? 1 : 0) } ^ 0b101_0100_0001_0010
    guard Self.isDivisible(format, by: 0b101_0011_0111, bits: 15) else {
      throw Failure(reason: "The format is damaged.")
    }
    mask = format >> 10 & 7
    let table = Self.tables[version - 1]
    switch format >> 13 {
    case 0b01: protection = table.low
    case 0b00: protection = table.medium
    default: throw Failure(reason: "The level is neither L nor M.")
    }
    guard version < 7 || Self.number(in: code) == version else {
      throw Failure(reason: "The number of the version is wrong.")
    }
  }

  /// The text of the code, after the codewords of protection were checked.
  func bytes() throws -> [UInt8] {
    let bits = try data().flatMap { byte in (0..<8).map { Int(byte) >> (7 - $0) & 1 } }
    func number(_ range: Range<Int>) -> Int { bits[range].reduce(0) { $0 << 1 | $1 } }
    guard number(0..<4) == 0b0100 else { throw Failure(reason: "The mode is not bytes.") }
    return (0..<number(4..<12)).map { UInt8(number(12 + $0 * 8..<20 + $0 * 8)) }
  }

  private func data() throws -> [UInt8] {
    let all = codewords()
    let dataCount = all.count - protection.codewords * protection.blocks
    let shortLength = dataCount / protection.blocks
    let longFrom = protection.blocks - dataCount % protection.blocks
    var blocks = [[UInt8]](repeating: [], count: protection.blocks)
    var next = 0
    for place in 0...shortLength {
      for block in blocks.indices where place < shortLength || block >= longFrom {
        blocks[block].append(all[next])
        next += 1
      }
    }
    let data = blocks.flatMap(\.self)
    for _ in 0..<protection.codewords {
      for block in blocks.indices {
        blocks[block].append(all[next])
        next += 1
      }
    }
    guard blocks.allSatisfy({ isWhole($0) }) else { throw Failure(reason: "A block is damaged.") }
    return data
  }

  /// A block is a polynomial that is zero at the first powers of 2.
  private func isWhole(_ block: [UInt8]) -> Bool {
    (0..<protection.codewords).allSatisfy { power in
      let root = (0..<power).reduce(1) { value, _ in Self.doubled(value) }
      return block.reduce(0) { Self.product($0, root) ^ Int($1) } == 0
    }
  }

  private static func doubled(_ value: Int) -> Int { value < 128 ? value * 2 : value * 2 ^ 0x11D }

  private static func product(_ x: Int, _ y: Int) -> Int {
    var (sum, x, y) = (0, x, y)
    while y > 0 {
      if y % 2 == 1 { sum ^= x }
      (x, y) = (doubled(x), y / 2)
    }
    return sum
  }

  /// The codewords in the order in which they are drawn.
  private func codewords() -> [UInt8] {
    var bits: [Bool] = []
    var right = code.size - 1
    var isUpward = true
    while right > 0 {
      if right == 6 { right = 5 }
      for step in 0..<code.size {
        let row = isUpward ? code.size - 1 - step : step
        for column in [right, right - 1] where !isFixed(column, row) {
          bits.append(code[column, row] != isMasked(column, row))
        }
      }
      right -= 2
      isUpward.toggle()
    }
    return (0..<Self.tables[version - 1].all).map { index in
      bits[index * 8..<index * 8 + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  /// Whether a module belongs to a square, a line, the format or the number of the version.
  private func isFixed(_ column: Int, _ row: Int) -> Bool {
    let (size, last) = (code.size, code.size - 9)
    if column == 6 || row == 6 { return true }
    if column <= 8, row <= 8 { return true }
    if column > last, row <= 8 { return true }
    if column <= 8, row > last { return true }
    if version >= 7 {
      if column < 6, (size - 11...size - 9).contains(row) { return true }
      if row < 6, (size - 11...size - 9).contains(column) { return true }
    }
    guard version > 1 else { return false }
    let far = size - 7
    let centres = version < 7 ? [6, far] : [6, (6 + far) / 2, far]
    return centres.contains { x in
      centres.contains { y in
        let isCorner = [(6, 6), (6, far), (far, 6)].contains { $0 == (x, y) }
        return !isCorner && abs(column - x) <= 2 && abs(row - y) <= 2
      }
    }
  }

  private func isMasked(_ x: Int, _ y: Int) -> Bool {
    [
      (x + y) % 2, y % 2, x % 3, (x + y) % 3, (y / 2 + x / 3) % 2, x * y % 2 + x * y % 3,
      (x * y % 2 + x * y % 3) % 2, ((x + y) % 2 + x * y % 3) % 2,
    ][mask] == 0
  }

  /// The modules of the format, from its highest bit down.
  private static func formatPlaces(_ size: Int, isFirst: Bool) -> [(Int, Int)] {
    if isFirst {
      return [0, 1, 2, 3, 4, 5, 7, 8].map { ($0, 8) } + [7, 5, 4, 3, 2, 1, 0].map { (8, $0) }
    }
    return (1...7).map { (8, size - $0) } + (1...8).reversed().map { (size - $0, 8) }
  }

  /// The number of the version, if both places say the same and it is undamaged.
  private static func number(in code: QRCode) -> Int? {
    let places = (0..<18).reversed().map { ($0 / 3, code.size - 11 + $0 % 3) }
    let first = places.map { code[$0.0, $0.1] }
    guard first == places.map({ code[$0.1, $0.0] }) else { return nil }
    let bits = first.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    return isDivisible(bits, by: 0b1_1111_0010_0101, bits: 18) ? bits >> 12 : nil
  }

  /// Whether a polynomial over bits divides another one.
  private static func isDivisible(_ value: Int, by divisor: Int, bits: Int) -> Bool {
    var rest = value
    let degree = (Int.bitWidth - 1) - divisor.leadingZeroBitCount
    for bit in (degree..<bits).reversed() where rest >> bit & 1 == 1 {
      rest ^= divisor << (bit - degree)
    }
    return rest == 0
  }
}
