import Testing

@testable import ChatSecrets

/// Files in sealed chunks.
struct FileTests {
  private let key = FileKey.random()

  /// All that is stored of a file.
  private func sealed(_ bytes: [UInt8]) -> [UInt8] {
    guard let asset = SealedAsset(key, size: bytes.count) else { return [] }
    return (0..<asset.chunkCount).reduce(into: SealedAsset.header) {
      $0 += asset.seal(Array(bytes[asset.range(ofChunk: $1)]), chunk: $1)
    }
  }

  /// What a client takes for a file of this size.
  private func opened(_ stored: [UInt8], size: Int, _ key: FileKey? = nil) throws -> [UInt8] {
    let asset = try #require(SealedAsset(key ?? self.key, size: size))
    guard stored.count == asset.sealedSize else { throw SecretsError.notGenuine(.file) }
    try SealedAsset.check(header: Array(stored.prefix(SealedAsset.headerLength)))
    return try (0..<asset.chunkCount).flatMap {
      try asset.open(Array(stored[asset.sealedRange(ofChunk: $0)]), chunk: $0)
    }
  }

  private func file(_ size: Int) -> [UInt8] { (0..<size).map { UInt8($0 * 7 % 251) } }

  @Test(arguments: [0, 1, 2, 100, 65_535, 65_536, 65_537, 131_072, 200_000, 1_000_000])
  func `a file of any size comes back`(size: Int) throws {
    let file = file(size)
    let stored = sealed(file)
    #expect(stored.count == SealedAsset(key, size: size)?.sealedSize)
    #expect(try opened(stored, size: size) == file)
    #expect(stored.count < size * 113 / 100 + 100)
  }

  @Test func `the largest file still fits into what the cloud takes`() throws {
    #expect(try #require(SealedAsset(key, size: 49 << 20)).sealedSize <= 50 << 20)
    #expect(try #require(SealedAsset(key, size: (49 << 20) + 1)).sealedSize > 50 << 20)
  }

  @Test func `sealing a file again from its beginning gives the same bytes`() {
    #expect(sealed(file(70_000)) == sealed(file(70_000)))
  }

  @Test func `attack 26: chunks that are missing, exchanged, doubled or too many are noticed`()
    throws
  {
    let size = 4 * SealedAsset.chunkLength
    let stored = sealed(file(size))
    let length = SealedAsset.chunkLength + 16
    let chunks = (0..<4).map { Array(stored[16 + $0 * length..<16 + ($0 + 1) * length]) }
    let orders = [
      [0, 1, 2], [0, 1, 2, 3, 3], [1, 0, 2, 3], [0, 1, 3, 2], [0, 1, 2, 2], [0, 0, 2, 3],
    ]
    for order in orders {
      let other = order.reduce(into: SealedAsset.header) { $0 += chunks[$1] }
      #expect(throws: SecretsError.notGenuine(.file)) { try opened(other, size: size) }
      // Also where the sizes agree.
      #expect(throws: SecretsError.notGenuine(.file)) {
        try opened(other, size: order.count * SealedAsset.chunkLength)
      }
    }
    #expect(throws: SecretsError.self) { try opened(stored + [0], size: size) }
    #expect(throws: SecretsError.self) { try opened(stored, size: size - 1) }
    for bit in [16 * 8, 3 * length * 8, stored.count * 8 - 1] {
      #expect(throws: SecretsError.notGenuine(.file)) {
        try opened(stored.turning(bit: bit), size: size)
      }
    }
  }

  @Test func `attack 27: another file does not open with the key of the message`() {
    let stored = sealed(file(100))
    #expect(throws: SecretsError.notGenuine(.file)) {
      try opened(stored, size: 100, FileKey.random())
    }
  }

  @Test func `attack 28: the end of a file is known before its first byte`() throws {
    let asset = try #require(SealedAsset(key, size: 100))
    for size in [-1, .min, .max] { #expect(SealedAsset(key, size: size) == nil) }
    #expect(asset.sealedSize == 16 + 104 + 16 && asset.chunkCount == 1)
    #expect(throws: SecretsError.notGenuine(.file)) {
      try asset.open([UInt8](repeating: 0, count: 1 << 20), chunk: 0)
    }
    #expect(throws: SecretsError.notGenuine(.file)) { try asset.open([], chunk: 1) }
    #expect(throws: SecretsError.notGenuine(.file)) { try asset.open([], chunk: -1) }
  }

  @Test func `another header is refused, and a later one named`() {
    var header = SealedAsset.header
    header[1] = 7
    #expect(throws: SecretsError.newer(.file, .suite(7))) { try SealedAsset.check(header: header) }
    for index in 2..<16 {
      var other = SealedAsset.header
      other[index] ^= 1
      #expect(throws: SecretsError.self) { try SealedAsset.check(header: other) }
    }
    #expect(throws: SecretsError.self) { try SealedAsset.check(header: [6, 1]) }
  }
}
