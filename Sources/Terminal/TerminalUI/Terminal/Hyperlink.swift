/// The address of a link that a terminal may open when it is clicked.
///
/// Source: the specification of hyperlinks in terminal emulators (OSC 8).
package enum Hyperlink {
  private static let schemes = ["https://", "http://", "zonechat:"]
  /// Terminals drop longer ones.
  private static let maximumBytes = 2083

  /// Whether a terminal takes an address of this length; the check takes no time for a long one.
  package static func isShort(_ address: some StringProtocol) -> Bool {
    address.utf8.count <= maximumBytes
  }

  /// The address as it is sent: harmless, in ASCII; nil if it is not one that may be opened.
  package static func target(_ address: some StringProtocol) -> String? {
    guard isShort(address) else { return nil }
    let lower = address.prefix(10).lowercased()
    guard let scheme = schemes.first(where: lower.hasPrefix), address.utf8.count > scheme.utf8.count
    else { return nil }
    var target = ""
    for byte in address.utf8 {
      if (0x21...0x7E).contains(byte) {
        target.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        target += digits.utf8.count < 2 ? "%0" + digits : "%" + digits
      }
    }
    return target.utf8.count <= maximumBytes ? target : nil
  }
}
