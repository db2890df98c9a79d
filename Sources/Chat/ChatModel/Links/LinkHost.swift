import Foundation

/// The host to which a web address leads, and whether it can pass for another one.
package struct LinkHost: Sendable, Equatable {
  /// As the address has it; not sanitised.
  package let name: String
  /// As the network has it, in ASCII: `xn--80ak6aa92e.com`; with percent escapes where no host can be called so.
  package let ascii: String
  /// Whether a user name stands before the host, because readers easily take it for the host:
  /// `https://bank.com@evil.com`.
  package let hasUserName: Bool
  /// Whether the name has hidden letters, or letters that look like others.
  package let isLookAlike: Bool
  /// Whether a backslash follows the host.
  ///
  /// Programs treat a backslash in different ways: browsers read it as a slash, and others take the text behind it for
  /// the host, as in `https://good.com\@evil.com`.
  package let hasBackslash: Bool

  /// Whether a person should see the host before they open the address.
  package var isDoubtful: Bool { hasUserName || isLookAlike || hasBackslash }

  /// Whether a host can have this name: names have at most 253 bytes (RFC 1035, 2.3.4).
  package var isPossible: Bool { ascii.utf8.count <= 253 }

  /// The host of an address with a scheme and `://`; nil if there is none.
  package init?(of address: String) {
    guard let scheme = address.firstRange(of: "://") else { return nil }
    // Browsers take a backslash for a slash.
    let authority = address[scheme.upperBound...].prefix { !"/?#\\".contains($0) }
    hasBackslash = address[authority.endIndex...].first == "\\"
    let at = authority.lastIndex(of: "@")
    hasUserName = at != nil
    var host = at.map { authority[authority.index(after: $0)...] } ?? authority
    if let colon = host.lastIndex(of: ":"), !host.hasSuffix("]") { host = host[..<colon] }
    name = String(host.removingPercentEncoding ?? String(host))
    if name.utf8.allSatisfy({ $0 < 0x80 }) {
      (ascii, isLookAlike) = (name, false)
      return
    }
    let labels = name.split(separator: ".", omittingEmptySubsequences: false)
    let encoded = URLComponents(string: "https://" + name)?.encodedHost
    ascii = encoded ?? name.addingPercentEncoding(withAllowedCharacters: .urlHostAllowed) ?? ""
    // A name whose end is of its own alphabet was registered where people read that alphabet.
    let end = labels.last { !$0.isEmpty } ?? ""
    let endsInASCII = end.utf8.allSatisfy { $0 < 0x80 }
    isLookAlike =
      encoded == nil || labels.contains { Self.isLookAlike($0, endsInASCII: endsInASCII) }
  }

  private static func isLookAlike(_ label: Substring, endsInASCII: Bool) -> Bool {
    var alphabets: Set<Alphabet> = []
    var looksLatin = true
    for scalar in label.unicodeScalars {
      if scalar == "-" || scalar == "_" || ("0"..."9").contains(scalar) { continue }
      guard isOrdinary(scalar) else { return true }
      guard let alphabet = Alphabet(scalar) else {
        looksLatin = false
        continue
      }
      alphabets.insert(alphabet)
      looksLatin = looksLatin && (alphabet == .latin || LookAlike.resemblesLatin(scalar))
    }
    if alphabets.count > 1 { return true }
    return endsInASCII && looksLatin && !alphabets.isSubset(of: [.latin])
  }

  /// Whether people write the scalar in host names: a letter, a digit or a mark that has only one form.
  private static func isOrdinary(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    switch properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .otherLetter, .modifierLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      break
    default: return false
    }
    if properties.isDefaultIgnorableCodePoint { return false }
    // Phonetic letters and small capitals: no language writes names with them.
    if (0x0250...0x02AF).contains(scalar.value) || (0x1D00...0x1DBF).contains(scalar.value) {
      return false
    }
    // The i without its dot, the sixth tone, and a click.
    if "ıƅǀ".unicodeScalars.contains(scalar) { return false }
    // Wide letters, those in circles, ligatures.
    let text = String(scalar)
    return text.decomposedStringWithCompatibilityMapping.unicodeScalars.elementsEqual(
      text.decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// The alphabets with letters that look like letters of another alphabet.
  private enum Alphabet {
    case latin, greek, cyrillic, armenian, cherokee

    /// Nil for marks, digits, and the letters of all other scripts.
    init?(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x0041...0x005A, 0x0061...0x007A, 0x00C0...0x024F, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
        0xA720...0xA7FF:
        self = .latin
      case 0x0370...0x03FF, 0x1F00...0x1FFF: self = .greek
      case 0x0400...0x052F, 0x1C80...0x1C8F, 0xA640...0xA69F: self = .cyrillic
      case 0x0530...0x058F: self = .armenian
      case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
      default: return nil
      }
    }
  }
}
