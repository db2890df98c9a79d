/// The modules of a QR code under one mask.
struct QRMatrix {
  let size: Int
  private(set) var isDark: [Bool]
  /// The modules that carry no data, and are not masked.
  private var isFixed: [Bool]

  init(_ version: QRVersion, level: QRVersion.Level, mask: Int, codewords: [UInt8]) {
    size = version.size
    isDark = Array(repeating: false, count: size * size)
    isFixed = isDark
    drawPatterns(version)
    drawFormat(level, mask: mask)
    if version.number >= 7 { drawNumber(of: version) }
    drawData(codewords, mask: mask)
  }

  private mutating func fix(_ column: Int, _ row: Int, isDark: Bool) {
    guard (0..<size).contains(column), (0..<size).contains(row) else { return }
    self.isDark[row * size + column] = isDark
    isFixed[row * size + column] = true
  }

  /// The squares and the lines by which a reader finds the modules (6.3).
  private mutating func drawPatterns(_ version: QRVersion) {
    for place in 0..<size {
      fix(6, place, isDark: place % 2 == 0)
      fix(place, 6, isDark: place % 2 == 0)
    }
    for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] {
      drawSquare(column, row, radius: 4, lightRings: [2, 4])
    }
    let centres = version.alignmentCentres
    for column in centres {
      for row in centres where !isFinder(column, row) {
        drawSquare(column, row, radius: 2, lightRings: [1])
      }
    }
  }

  /// Whether a finder pattern (a large square) takes this place of an alignment pattern (a small one).
  private func isFinder(_ column: Int, _ row: Int) -> Bool {
    let last = size - 7
    return [(6, 6), (6, last), (last, 6)].contains { $0 == (column, row) }
  }

  private mutating func drawSquare(_ column: Int, _ row: Int, radius: Int, lightRings: [Int]) {
    for y in -radius...radius {
      for x in -radius...radius {
        fix(column + x, row + y, isDark: !lightRings.contains(max(abs(x), abs(y))))
      }
    }
  }

  /// The level and the mask, twice (7.9).
  private mutating func drawFormat(_ level: QRVersion.Level, mask: Int) {
    let data = (level == .low ? 1 : 0) << 3 | mask
    let bits = (data << 10 | Self.remainder(data, bits: 10, divisor: 0x537)) ^ 0x5412
    for bit in 0..<15 {
      let isDark = bits >> bit & 1 == 1
      // Around the first square; column and row 6 belong to the lines.
      if bit < 8 {
        fix(8, bit < 6 ? bit : bit + 1, isDark: isDark)
        fix(size - 1 - bit, 8, isDark: isDark)
      } else {
        fix(bit == 8 ? 7 : 14 - bit, 8, isDark: isDark)
        fix(8, size - 15 + bit, isDark: isDark)
      }
    }
    fix(8, size - 8, isDark: true)
  }

  /// The version's number, twice (7.10).
  private mutating func drawNumber(of version: QRVersion) {
    let number = version.number
    let bits = number << 12 | Self.remainder(number, bits: 12, divisor: 0x1F25)
    for bit in 0..<18 {
      let (near, far) = (bit / 3, size - 11 + bit % 3)
      fix(near, far, isDark: bits >> bit & 1 == 1)
      fix(far, near, isDark: bits >> bit & 1 == 1)
    }
  }

  /// The remainder of `data` after a division of polynomials over bits.
  private static func remainder(_ data: Int, bits: Int, divisor: Int) -> Int {
    (0..<bits).reduce(data) { rest, _ in rest << 1 ^ (rest >> (bits - 1)) * divisor }
  }

  /// The bits in columns of two modules, up and down in turns, from the right (7.7.3); masked (7.8).
  private mutating func drawData(_ codewords: [UInt8], mask: Int) {
    let bits: [Bool] = codewords.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 == 1 } }
    var next = 0
    let pairs = Array(stride(from: size - 1, through: 8, by: -2)) + [5, 3, 1]
    for (index, right) in pairs.enumerated() {
      for place in 0..<size {
        let row = index % 2 == 0 ? size - 1 - place : place
        for column in [right, right - 1] where !isFixed[row * size + column] {
          // The few modules after the last bit are light before the mask.
          let isSet = next < bits.count && bits[next]
          self.isDark[row * size + column] = isSet != Self.isMasked(column, row, by: mask)
          next += 1
        }
      }
    }
  }

  /// Whether a mask inverts a module (table 10).
  private static func isMasked(_ column: Int, _ row: Int, by mask: Int) -> Bool {
    let product = column * row
    return switch mask {
    case 0: (column + row) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (column + row) % 3 == 0
    case 4: (column / 3 + row / 2) % 2 == 0
    case 5: product % 2 + product % 3 == 0
    case 6: (product % 2 + product % 3) % 2 == 0
    default: ((column + row) % 2 + product % 3) % 2 == 0
    }
  }
}

extension QRMatrix {
  /// The penalty of the code, which grows with the difficulty to read it (7.8.3); the mask with the smallest number is
  /// taken.
  var penalty: Int {
    let rows = (0..<size).map { row in isDark[row * size..<(row + 1) * size].map(\.self) }
    let columns = (0..<size).map { column in rows.map { $0[column] } }
    let lines = (rows + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
    return lines + blockPenalty + balancePenalty
  }

  /// Five and more equal modules, and what looks like the middle of a large square.
  private static func penalty(ofLine line: [Bool]) -> Int {
    var penalty = 0
    var run = 0
    for (place, isDark) in line.enumerated() {
      run = place > 0 && line[place - 1] == isDark ? run + 1 : 1
      if run == 5 { penalty += 3 } else if run > 5 { penalty += 1 }
    }
    for start in 0..<line.count - finder.count + 1 {
      let part = line[start..<start + finder.count]
      if part.elementsEqual(finder) || part.elementsEqual(finder.reversed()) { penalty += 40 }
    }
    return penalty
  }

  private static let finder = [
    true, false, true, true, true, false, true, false, false, false, false,
  ]

  /// Squares of four equal modules.
  private var blockPenalty: Int {
    var penalty = 0
    for row in 1..<size {
      for column in 1..<size {
        let place = row * size + column
        let isDark = isDark[place]
        if self.isDark[place - 1] == isDark, self.isDark[place - size] == isDark,
          self.isDark[place - size - 1] == isDark
        {
          penalty += 3
        }
      }
    }
    return penalty
  }

  /// Every 5 % that the share of dark modules is away from a half.
  private var balancePenalty: Int {
    let darkCount = isDark.count { $0 }
    return abs(darkCount * 20 - isDark.count * 10) / isDark.count * 10
  }
}
