/// The codewords that let a reader correct a block.
///
/// Source: 7.5, with the field GF(2⁸) modulo x⁸ + x⁴ + x³ + x² + 1.
struct ReedSolomon {
  /// The coefficients of (x - 2⁰)(x - 2¹)…, from the highest power down, without the leading 1.
  private let divisor: [UInt8]

  init(degree: Int) {
    var divisor = [UInt8](repeating: 0, count: degree - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<degree {
      for index in divisor.indices {
        divisor[index] = Self.product(divisor[index], root)
        if index + 1 < divisor.count { divisor[index] ^= divisor[index + 1] }
      }
      root = Self.product(root, 2)
    }
    self.divisor = divisor
  }

  func remainder(of data: some Sequence<UInt8>) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: divisor.count)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for (index, coefficient) in divisor.enumerated() {
        result[index] ^= Self.product(coefficient, factor)
      }
    }
    return result
  }

  private static func product(_ x: UInt8, _ y: UInt8) -> UInt8 {
    var result: UInt8 = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result & 0x80 == 0 ? 0 : 0x1D)
      if y >> bit & 1 == 1 { result ^= x }
    }
    return result
  }
}
