import Foundation

/// A link of a server on a network: `https://HOST[:PORT]/join[/SHORTGUID]#WORDS[,NAME=VALUE]…`.
///
/// 1. It has no character that a shell reads, but for the brackets of an IPv6 address; so it has no query.
/// 2. Everything secret is in the fragment, which no browser sends.
/// 3. It is read whole or not at all: a part that nobody can mean makes it malformed, and none is guessed.
///
/// `zonechat://HOST…` is the same link for the desktop. Plain `http` is only for this machine itself.
package struct ServerLink: Sendable, Equatable, CustomStringConvertible {
  /// Our choice: a line that can be pasted everywhere, and several times what a link needs.
  private static let longestBytes = 2000

  package var place: ServerPlace
  /// Of the chat's share; nil if the link leads to the server alone.
  package var shortGUID: String?
  /// What a person reads in the link, as `words(of:)` spells it; it decides nothing.
  package var words: String?
  /// Lets somebody in: an invitation, a new passphrase or another device.
  package var code: String?
  /// The person who invites in the administrator's name, as `words(of:)` spells them; it decides nothing.
  package var inviter: String?
  /// What this version does not use, as it was, by name.
  ///
  /// `key` is what the link of a sealed chat carries.
  package var others: [String: String]

  package init(
    place: ServerPlace, shortGUID: String? = nil, words: String? = nil, code: String? = nil,
    inviter: String? = nil, others: [String: String] = [:]
  ) {
    self.place = place
    self.shortGUID = shortGUID
    self.words = words
    self.code = code
    self.inviter = inviter
    self.others = others
  }

  /// The reason why a text is not read as a link.
  package enum Problem: Error, Sendable, Equatable {
    /// The text does not begin as a link does.
    case notALink
    /// The text begins as a link does, and is none.
    case malformed
    /// The link leads over plain HTTP to another machine.
    case plainHTTP(host: String)
  }

  /// Reads a link as people paste it: with spaces around it, or quoted.
  package init(parsing text: String) throws(Problem) {
    let link = Self.withoutQuotes(text)
    guard let (scheme, rest) = Self.scheme(of: link) else { throw .notALink }
    let authority = rest.prefix { !Self.delimiters.contains($0) }
    let path = rest[authority.endIndex...]
    // The link of a cloud of one machine has this word in the place of a host.
    let isOfMachine =
      scheme == .zonechat
      && String(decoding: authority.prefix(8), as: UTF8.self).lowercased() == "join"
    guard !isOfMachine, path.starts(with: "/join".utf8),
      path.dropFirst(5).first.map({ Self.delimiters.contains($0) }) ?? true
    else { throw .notALink }
    guard link.utf8.count <= Self.longestBytes,
      link.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let origin = ServerOrigin(
        isSecure: scheme != .http, authority: String(decoding: authority, as: UTF8.self)),
      origin.host != "join"
    else { throw .malformed }
    guard origin.mayBeInLinks else { throw .plainHTTP(host: origin.host) }
    let tail = String(decoding: path.dropFirst(5), as: UTF8.self)
      .split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let identifier = tail.first else { throw .malformed }
    if !identifier.isEmpty {
      guard identifier.first == "/", Self.isShortGUID(identifier.dropFirst()) else {
        throw .malformed
      }
      shortGUID = String(identifier.dropFirst())
    }
    let fragment = tail.count > 1 ? tail[1] : ""
    let parts = fragment.split(separator: ",", omittingEmptySubsequences: false)
    let wording = parts.first ?? ""
    guard wording.utf8.allSatisfy({ Self.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }) else {
      throw .malformed
    }
    words = Self.words(of: String(wording))
    var values = try Self.values(parts.dropFirst())
    let pin = try Self.pin(values.removeValue(forKey: "ca"))
    code = values.removeValue(forKey: "code")
    inviter = values.removeValue(forKey: "from")
    others = values
    place = ServerPlace(origin: origin, pin: pin)
  }

  package var description: String {
    var values = others.map { ($0, $1) }
    if let pin = place.pin { values.append(("ca", pin.description)) }
    if let code { values.append(("code", code)) }
    if let inviter { values.append(("from", inviter)) }
    let named = values.sorted { $0.0 < $1.0 }.map { ",\($0)=\($1)" }.joined()
    let fragment = (words ?? "") + named
    return "\(place.origin)/join" + (shortGUID.map { "/" + $0 } ?? "")
      + (fragment.isEmpty ? "" : "#" + fragment)
  }

  /// The words of a title that a link can hold, joined by hyphens; nil if there are none.
  package static func words(of title: String) -> String? {
    let words = title.folding(options: .diacriticInsensitive, locale: nil)
      .split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? nil : words.joined(separator: "-")
  }

  /// Whether a text has the form of the short GUID of a share.
  package static func isShortGUID(_ text: some StringProtocol) -> Bool {
    (8...128).contains(text.utf8.count) && text.utf8.allSatisfy(isValueByte)
  }

  /// Whether a text can be a value in a link, for example a code.
  package static func isValue(_ text: some StringProtocol) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.allSatisfy(isValueByte)
  }

  /// A pasted text without the spaces, brackets and quotes around it.
  package static func withoutQuotes(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines.union(["<", ">", "\"", "'"]))
  }

  private enum Scheme: String, CaseIterable { case https, http, zonechat }

  private static let delimiters = Array("/?#".utf8)

  private static func scheme(of link: String) -> (Scheme, Substring.UTF8View)? {
    for scheme in Scheme.allCases {
      let beginning = scheme.rawValue + "://"
      let length = beginning.utf8.count
      if String(decoding: link.utf8.prefix(length), as: UTF8.self).lowercased() == beginning {
        return (scheme, link.utf8.dropFirst(length))
      }
    }
    return nil
  }

  /// The values of `NAME=VALUE`, by name; each name stands once.
  private static func values(
    _ parts: some Sequence<Substring>
  ) throws(Problem) -> [String: String] {
    var values: [String: String] = [:]
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2, isName(pair[0]), isValue(pair[1]),
        values.updateValue(String(pair[1]), forKey: String(pair[0])) == nil
      else { throw .malformed }
    }
    return values
  }

  private static func pin(_ text: String?) throws(Problem) -> AuthorityPin? {
    guard let text else { return nil }
    guard let pin = AuthorityPin(text) else { throw .malformed }
    return pin
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  private static func isValueByte(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
