import Crypto

/// The bytes of a file in sealed chunks, each of which is opened by itself: STREAM, with a key for this file alone.
///
/// `header 2 | 16 u8 | 13 zero bytes`, then the chunks: 65,536 bytes of the file each, and a tag of 16. The last chunk
/// holds what is left, filled up with zeros. A chunk's nonce is its number in 11 bytes, and 1 in the last chunk or 0
/// in another one; the header is authenticated with each.
///
/// A file is sealed once, and what was sealed is kept until the cloud has it: a second text under one key and number
/// would betray both. The size of the file stands in the signed message, so whoever opens knows where the end is.
///
/// Source: Hoang, Reyhanitabar, Rogaway, Vizár, "Online Authenticated-Encryption and its Nonce-Reuse
/// Misuse-Resistance", 2015; the layout is similar to that of age.
package struct SealedAsset: Sendable {
  package static let chunkLength = 1 << chunkBits
  private static let chunkBits: UInt8 = 16
  package static let headerLength = 16
  package static let header: [UInt8] =
    [UInt8](headerOf: .file) + [chunkBits] + [UInt8](repeating: 0, count: 13)

  private let key: SymmetricKey
  /// The bytes of the file.
  package let size: Int
  /// The bytes of the file with the zeros behind it.
  private let padded: Int

  /// Bounds what is computed with a size; what a cloud takes is less.
  private static let largest = 1 << 40

  /// A file of `size` bytes; nil for a size that no file has.
  package init?(_ key: FileKey, size: Int) {
    guard 0...Self.largest ~= size else { return nil }
    self.key = Label.file.key(from: key.key, salt: Self.header)
    self.size = size
    padded = paddedLength(max(size, 1))
  }

  package var chunkCount: Int { (padded + Self.chunkLength - 1) / Self.chunkLength }

  /// All that is stored.
  package var sealedSize: Int { Self.headerLength + padded + chunkCount * OneTimeSeal.tagLength }

  /// Where the bytes of a chunk are in the file.
  package func range(ofChunk index: Int) -> Range<Int> {
    let start = index * Self.chunkLength
    return min(start, size)..<min(start + Self.chunkLength, size)
  }

  /// Where a chunk is in what is stored.
  package func sealedRange(ofChunk index: Int) -> Range<Int> {
    let start = Self.headerLength + index * (Self.chunkLength + OneTimeSeal.tagLength)
    return start..<min(start + Self.chunkLength + OneTimeSeal.tagLength, sealedSize)
  }

  /// Seals the bytes of `range(ofChunk: index)`.
  package func seal(_ bytes: [UInt8], chunk index: Int) -> [UInt8] {
    precondition(bytes.count == range(ofChunk: index).count, "SealedAsset: another chunk")
    let length = sealedRange(ofChunk: index).count - OneTimeSeal.tagLength
    let zeros = [UInt8](repeating: 0, count: length - bytes.count)
    return OneTimeSeal.seal(bytes + zeros, key, Self.header, nonce: nonce(index))
  }

  /// Opens the bytes of `sealedRange(ofChunk: index)`.
  package func open(_ sealed: [UInt8], chunk index: Int) throws(SecretsError) -> [UInt8] {
    guard 0..<chunkCount ~= index, sealed.count == sealedRange(ofChunk: index).count,
      let opened = OneTimeSeal.open(sealed[...], key, Self.header, nonce: nonce(index))
    else { throw .notGenuine(.file) }
    let count = range(ofChunk: index).count
    guard opened.dropFirst(count).allSatisfy({ $0 == 0 }) else {
      throw .malformed(.file, "its padding is wrong")
    }
    return Array(opened.prefix(count))
  }

  /// Checks the first `headerLength` bytes of what is stored.
  package static func check(header bytes: [UInt8]) throws(SecretsError) {
    var reader = try ByteReader(bytes, of: .file, atMost: headerLength)
    let rest = try reader.bytes(headerLength - 2)
    guard rest[...] == header.dropFirst(2) else { throw reader.flaw("chunks of another size") }
  }

  private func nonce(_ index: Int) -> [UInt8] {
    var nonce: [UInt8] = [0, 0, 0]
    nonce.append(bigEndian: UInt64(index))
    return nonce + [index == chunkCount - 1 ? 1 : 0]
  }
}
