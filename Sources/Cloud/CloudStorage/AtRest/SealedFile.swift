import CloudRules
import Crypto
import Foundation

/// The file format of an asset's bytes: encrypted pieces, each of which can be read by itself.
///
/// 1. A file begins with `magic` and 16 random bytes, from which its own key follows.
/// 2. Then come its pieces: `pieceLength` bytes each, the last one with what is left, each with a tag of
///    16 bytes. A piece's nonce is its number.
/// 3. It ends with a piece without bytes whose nonce says that it is the end. So a file without its
///    end can be distinguished from a whole one.
///
/// Source: AES-256-GCM, NIST SP 800-38D. A key is used for one file, so no nonce is used twice.
package struct SealedFile: Sendable {
  /// Our choice: few tags, and little to decrypt for a few bytes.
  static let pieceLength = 64 * 1024
  static let saltLength = 16
  static let headerLength = magic.count + saltLength
  private static let magic = Array("zcseal1\n".utf8)
  private static let tagLength = 16

  private let key: SymmetricKey
  let header: [UInt8]

  /// Describes a new file; `salt` has `saltLength` random bytes.
  init(key: AtRestKey, salt: [UInt8]) {
    precondition(salt.count == Self.saltLength, "SealedFile 1: the key follows from 16 bytes")
    self.key = key.key(for: .file, salt: salt)
    header = Self.magic + salt
  }

  /// Describes a file that begins with `header`; nil if sealed files do not begin so.
  init?(key: AtRestKey, header: [UInt8]) {
    guard header.count == Self.headerLength, header.starts(with: Self.magic) else { return nil }
    self.init(key: key, salt: Array(header.dropFirst(Self.magic.count)))
  }

  /// The length of the file that holds `count` bytes, with or without its end.
  package static func length(of count: Int64, withEnd: Bool = true) -> Int64 {
    let pieces = (count + Int64(pieceLength) - 1) / Int64(pieceLength)
    return Int64(headerLength) + count + (pieces + (withEnd ? 1 : 0)) * Int64(tagLength)
  }

  /// The number of bytes that a file of `length` bytes holds; nil if no file can have this length.
  static func count(inFileOf length: Int64) -> Int64? {
    let rest = length - Int64(headerLength + tagLength)
    let whole = Int64(pieceLength + tagLength)
    guard rest >= 0 else { return nil }
    let last = rest % whole
    guard last == 0 || last > Int64(tagLength) else { return nil }
    return rest / whole * Int64(pieceLength) + max(last - Int64(tagLength), 0)
  }

  /// The place in the file of the piece with the byte at `offset`; the file holds `count` bytes.
  static func place(
    ofByteAt offset: Int64, of count: Int64
  ) -> (piece: Int64, range: Range<Int64>) {
    let piece = offset / Int64(pieceLength)
    let start = Int64(headerLength) + piece * Int64(pieceLength + tagLength)
    let length = min(count - piece * Int64(pieceLength), Int64(pieceLength))
    return (piece, start..<start + length + Int64(tagLength))
  }

  func seal(_ bytes: some DataProtocol, piece: Int64) throws -> Data {
    precondition(bytes.count <= Self.pieceLength, "SealedFile 2: a piece is too long")
    let box = try AES.GCM.seal(bytes, using: key, nonce: nonce(piece, isEnd: false))
    return box.ciphertext + box.tag
  }

  /// The end of a file of so many pieces.
  func end(after pieces: Int64) throws -> Data {
    try AES.GCM.seal(Data(), using: key, nonce: nonce(pieces, isEnd: true)).tag
  }

  /// Throws where the bytes are not what was sealed as this piece.
  func open(_ sealed: Data, piece: Int64) throws -> Data {
    try open(sealed, nonce(piece, isEnd: false))
  }

  /// Whether `sealed` is the end of a file with `pieces` pieces.
  func isEnd(_ sealed: Data, after pieces: Int64) -> Bool {
    do {
      return try open(sealed, nonce(pieces, isEnd: true)).isEmpty
    } catch {
      return false
    }
  }

  private func open(_ sealed: Data, _ nonce: AES.GCM.Nonce) throws -> Data {
    let box = try AES.GCM.SealedBox(
      nonce: nonce, ciphertext: sealed.dropLast(Self.tagLength),
      tag: sealed.suffix(Self.tagLength))
    return try AES.GCM.open(box, using: key)
  }

  private func nonce(_ piece: Int64, isEnd: Bool) throws -> AES.GCM.Nonce {
    let number = withUnsafeBytes(of: piece.bigEndian) { Array($0) }
    return try AES.GCM.Nonce(data: [isEnd ? 1 : 0, 0, 0, 0] + number)
  }
}
