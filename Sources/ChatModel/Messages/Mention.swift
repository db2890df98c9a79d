/// Naming somebody in a text: an `@` and the name of an account.
package enum Mention {
  /// Whether a text names an account; `@ann` does not name `anna`, nor does an address such as `x@ann`.
  ///
  /// Every unread message is asked when the list of chats is read: only an `@` with the name behind it costs more
  /// than a step.
  package static func isIn(_ text: String, of account: String) -> Bool {
    guard !account.isEmpty, text.utf8.contains(UInt8(ascii: "@")) else { return false }
    let wanted = account.lowercased().utf8
    let text = text.lowercased()
    var rest = text.utf8[...]
    while let at = rest.firstIndex(of: UInt8(ascii: "@")) {
      rest = rest[rest.index(after: at)...]
      guard rest.starts(with: wanted) else { continue }
      let end = rest.index(rest.startIndex, offsetBy: wanted.count)
      if isStart(text, at), isEnd(text, end) { return true }
    }
    return false
  }

  private static func isStart(_ text: String, _ at: String.Index) -> Bool {
    guard let at = String.Index(at, within: text) else { return false }
    return text[..<at].last.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  private static func isEnd(_ text: String, _ end: String.Index) -> Bool {
    // A letter with a mark is another letter.
    guard let end = String.Index(end, within: text) else { return false }
    let rest = text[end...]
    guard let next = rest.first else { return true }
    return !isPart(next) || (next == "." && !isPart(rest.dropFirst().first))
  }

  private static func isPart(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || "-_.".contains(character)
  }
}
