/// A size of QR codes, and how many bytes fit into it.
struct QRVersion: Sendable, Equatable {
  /// The part of a code that may be unreadable: about 7 % or 15 %.
  enum Level: Sendable {
    case low
    case medium
  }

  /// The codewords that protect a block, and the number of blocks.
  struct Protection: Sendable, Equatable {
    var codewordsOfBlock: Int
    var blockCount: Int
  }

  let number: Int
  /// Data and protection together.
  let codewordCount: Int
  let low: Protection
  let medium: Protection
  /// The middles of the small squares, in columns and in rows.
  let alignmentCentres: [Int]

  var size: Int { 17 + 4 * number }

  /// Versions 1 to 9; larger ones count their bytes in another way.
  ///
  /// Source: table 9, and annex E.
  static let all = [
    QRVersion(1, 26, (7, 1), (10, 1), []), QRVersion(2, 44, (10, 1), (16, 1), [6, 18]),
    QRVersion(3, 70, (15, 1), (26, 1), [6, 22]), QRVersion(4, 100, (20, 1), (18, 2), [6, 26]),
    QRVersion(5, 134, (26, 1), (24, 2), [6, 30]), QRVersion(6, 172, (18, 2), (16, 4), [6, 34]),
    QRVersion(7, 196, (20, 2), (18, 4), [6, 22, 38]),
    QRVersion(8, 242, (24, 2), (22, 4), [6, 24, 42]),
    QRVersion(9, 292, (30, 2), (22, 5), [6, 26, 46]),
  ]

  private init(
    _ number: Int, _ codewordCount: Int, _ low: (Int, Int), _ medium: (Int, Int),
    _ alignmentCentres: [Int]
  ) {
    self.number = number
    self.codewordCount = codewordCount
    self.low = Protection(codewordsOfBlock: low.0, blockCount: low.1)
    self.medium = Protection(codewordsOfBlock: medium.0, blockCount: medium.1)
    self.alignmentCentres = alignmentCentres
  }

  func protection(at level: Level) -> Protection {
    switch level {
    case .low: low
    case .medium: medium
    }
  }

  func dataCount(at level: Level) -> Int {
    let protection = protection(at: level)
    return codewordCount - protection.codewordsOfBlock * protection.blockCount
  }

  /// Whether this many bytes fit; the mode and the count take twelve bits.
  func holds(_ byteCount: Int, at level: Level) -> Bool { byteCount + 2 <= dataCount(at: level) }

  /// The codewords of a text that fits, protected and in the order in which they are drawn (7.6).
  func codewords(of bytes: [UInt8], at level: Level) -> [UInt8] {
    let blocks = blocks(of: data(bytes, at: level), at: level)
    let generator = ReedSolomon(degree: protection(at: level).codewordsOfBlock)
    return Self.interleaved(blocks) + Self.interleaved(blocks.map(generator.remainder))
  }

  /// The mode, the count, the bytes, and what fills the rest (7.4).
  private func data(_ bytes: [UInt8], at level: Level) -> [UInt8] {
    precondition(holds(bytes.count, at: level), "The text is too long for the code")
    let halves = [0b0100, UInt8(bytes.count >> 4), UInt8(bytes.count & 15)]
    let nibbles = halves + bytes.flatMap { [$0 >> 4, $0 & 15] } + [0]
    var data = stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] << 4 | nibbles[$0 + 1] }
    let fillers: [UInt8] = [0xEC, 0x11]
    data += (0..<dataCount(at: level) - data.count).map { fillers[$0 % 2] }
    return data
  }

  /// The last blocks are one codeword longer where the data does not divide evenly.
  private func blocks(of data: [UInt8], at level: Level) -> [ArraySlice<UInt8>] {
    let count = protection(at: level).blockCount
    let (length, longCount) = data.count.quotientAndRemainder(dividingBy: count)
    return (0..<count).map { index in
      let start = index * length + max(0, index - (count - longCount))
      return data[start..<start + length + (index >= count - longCount ? 1 : 0)]
    }
  }

  private static func interleaved(_ blocks: [some Collection<UInt8>]) -> [UInt8] {
    let length = blocks.map(\.count).max() ?? 0
    return (0..<length).flatMap { place in blocks.compactMap { $0.dropFirst(place).first } }
  }
}
