import CloudModel
import Foundation

/// The SHA-256 of a file's bytes, as 64 lower-case hexadecimal digits; safe as a file's name.
package struct AssetDigest: Sendable, Hashable {
  package let text: String

  /// Nil if the text is not a digest; a record may claim anything.
  package init?(_ text: String) {
    let isDigest =
      text.utf8.count == 64
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
      }
    guard isDigest else { return nil }
    self.text = text
  }

  package init(_ bytes: some Sequence<UInt8>) { text = bytes.hexadecimal }
}
