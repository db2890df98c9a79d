import Foundation

/// The alphabet that needs no escaping in a URL.
///
/// Source: RFC 4648, section 5, without padding.
package enum Base64URL {
  package static func encode(_ bytes: [UInt8]) -> String {
    Data(bytes).base64EncodedString()
      .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// Nil for a text that `encode` would not produce.
  package static func decode(_ text: String) -> [UInt8]? {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    let padding = String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
    guard let data = Data(base64Encoded: standard + padding) else { return nil }
    let bytes = Array(data)
    return encode(bytes) == text ? bytes : nil
  }
}
