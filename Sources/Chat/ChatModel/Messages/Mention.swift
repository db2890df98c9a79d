/// Naming somebody in a text: an `@` and the name of an account.
///
/// Nobody is named in code and in addresses: `https://example.org/@bob`, `bob@example.org`, `@bob@example.org`,
/// `@bob:example.org`, `path/@bob`, `@bob/path`.
package enum Mention {
  /// Whether a text mentions an account; `@ann` does not mention `anna`.
  ///
  /// The list of chats calls this for every unread message: only an `@` with the name behind it costs more than a step.
  package static func isIn(_ text: String, of account: String) -> Bool {
    guard !account.isEmpty, text.utf8.contains(UInt8(ascii: "@")),
      hasSign(before: account, in: text)
    else { return false }
    return MessageSyntax.parts(of: text).contains { part in
      part.kind == .mention && isName(part.text, of: account)
    }
  }

  /// Whether an `@` and the letters of the name stand anywhere in a text.
  private static func hasSign(before account: String, in text: String) -> Bool {
    let wanted = account.lowercased().utf8
    let text = text.lowercased()
    var rest = text.utf8[...]
    while let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      rest = rest[rest.index(after: at)...]
      if rest.starts(with: wanted) { return true }
    }
    return false
  }

  /// Whether a part of a text, which begins with an `@`, names an account.
  package static func isName(_ part: Substring, of account: String) -> Bool {
    part.dropFirst().lowercased() == account.lowercased()
  }

  /// Whether a name between two parts of a text mentions somebody; the second part begins with no word.
  package static func canStand(between before: String, and after: String) -> Bool {
    let text = before + "@a" + after
    let place = text.utf8.index(text.startIndex, offsetBy: before.utf8.count)
    return MessageSyntax.parts(of: text).contains { part in
      part.kind == .mention && part.text.startIndex == place
    }
  }

  /// Whether an `@` after a character can begin a name: not within a word, and not in a path.
  ///
  /// It always can after a script that writes no blanks between words.
  static func canBegin(after before: Character?) -> Bool {
    guard let before else { return true }
    if before == "/" || before == "\\" { return false }
    return !(before.isLetter || before.isNumber) || UnspacedScript.contains(before)
  }

  /// The `@` with which a text begins, and the name behind it; nil if it begins an address.
  static func name(in text: Substring) -> Substring? {
    let letters = text.dropFirst()
    guard let first = letters.first, isLetterOrDigit(first) else { return nil }
    // Behind a name in Latin letters the sentence goes on at once in some languages: `@bobさん`, `@bob님`.
    let isForeign = !writesNoBlankBehindNames(first)
    let name = letters.prefix { character in
      (isLetterOrDigit(character) || "-_.".contains(character))
        && !(isForeign && writesNoBlankBehindNames(character))
    }
    let whole = name.last == "." ? name.dropLast() : name
    return beginsAddress(letters[whole.endIndex...]) ? nil : text[..<whole.endIndex]
  }

  private static func isLetterOrDigit(_ character: Character) -> Bool {
    character.isLetter || character.isNumber
  }

  /// Korean puts its particles behind a name without a blank.
  private static func writesNoBlankBehindNames(_ character: Character) -> Bool {
    UnspacedScript.contains(character)
      || character.unicodeScalars.first.map { (0xAC00...0xD7A3).contains($0.value) } == true
  }

  /// Whether the text after a name makes the name part of an address.
  private static func beginsAddress(_ rest: Substring) -> Bool {
    let behind = rest.dropFirst()
    switch rest.first {
    case "/":
      return behind.first.map { isLetterOrDigit($0) && !UnspacedScript.contains($0) } ?? false
    case "@", ":":
      // A host has a dot in it.
      let label = behind.prefix { isLetterOrDigit($0) || $0 == "-" }
      let domain = behind[label.endIndex...]
      return !label.isEmpty && domain.first == "."
        && domain.dropFirst().first.map(isLetterOrDigit) ?? false
    default: return false
    }
  }
}
