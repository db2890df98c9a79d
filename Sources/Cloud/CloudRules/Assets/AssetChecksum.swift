import CloudModel
import Foundation

/// Identifies the bytes of an asset: equal bytes have equal checksums within one cloud, and nobody
/// else can compute them.
///
/// Source: the wire form is 21 bytes, of which the first is 1; `docs/protocol.md`.
package struct AssetChecksum: Sendable, Hashable {
  package static let length = 20
  private static let version: UInt8 = 1

  /// 20 bytes.
  package let bytes: [UInt8]

  package init?(bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    guard self.bytes.count == Self.length else { return nil }
  }

  /// Reads `fileChecksum`; nil if the text is not a checksum.
  package init?(wireForm: String) {
    guard let data = Data(base64Encoded: wireForm), data.first == Self.version else { return nil }
    self.init(bytes: data.dropFirst())
  }

  package var wireForm: String { Data([Self.version] + bytes).base64EncodedString() }

  /// 40 lower-case hexadecimal digits; the name of the asset's file.
  package var hex: String { bytes.hexadecimal }

  package init?(hex: String) {
    guard hex.utf8.count == 2 * Self.length else { return nil }
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == 2 * Self.length else { return nil }
    self.init(
      bytes: stride(from: 0, to: digits.count, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      })
  }
}
