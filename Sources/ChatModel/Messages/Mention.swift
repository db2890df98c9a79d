/// Naming somebody in a text: an `@` and the name of an account.
package enum Mention {
  /// Whether a text names an account; `@ann` does not name `anna`, nor does an address such as `x@ann`.
  package static func isIn(_ text: String, of account: String) -> Bool {
    guard !account.isEmpty, text.contains("@") else { return false }
    let wanted = account.lowercased()
    var before: Character?
    var rest = text.lowercased()[...]
    while let at = rest.firstIndex(of: "@") {
      if at > rest.startIndex { before = rest[rest.index(before: at)] }
      let name = rest[rest.index(after: at)...]
      let isStart = before.map { !$0.isLetter && !$0.isNumber } ?? true
      let end = name.dropFirst(wanted.count)
      let isEnd = end.first.map { !isPart($0) || ($0 == "." && !isPart(end.dropFirst().first)) }
      if isStart, name.hasPrefix(wanted), isEnd ?? true { return true }
      before = "@"
      rest = name
    }
    return false
  }

  private static func isPart(_ character: Character?) -> Bool {
    guard let character else { return false }
    return character.isLetter || character.isNumber || "-_.".contains(character)
  }
}
