import Foundation

/// A text on the left of a comparison, with the options of the comparison.
///
/// Texts are compared by their bytes in UTF-8, as the cloud's indexes do, after both have been
/// folded as the options say. Foundation orders some texts in another way, and CloudKit's
/// documentation calls its own comparisons of whole texts case-insensitive; here the cloud decides.
struct PredicateText {
  private let text: String
  private let options: PredicateTree.Options

  init(_ text: String, _ options: PredicateTree.Options) {
    self.options = options
    self.text = Self.folded(text, options)
  }

  private static func folded(_ text: String, _ options: PredicateTree.Options) -> String {
    var folding: String.CompareOptions = []
    if options.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return folding.isEmpty ? text : text.folding(options: folding, locale: nil)
  }

  func order(_ other: String) -> ComparisonResult {
    let other = Self.folded(other, options)
    if text.utf8.elementsEqual(other.utf8) { return .orderedSame }
    return text.utf8.lexicographicallyPrecedes(other.utf8) ? .orderedAscending : .orderedDescending
  }

  func begins(with other: String) -> Bool {
    text.utf8.starts(with: Self.folded(other, options).utf8)
  }

  func ends(with other: String) -> Bool {
    text.utf8.reversed().starts(with: Self.folded(other, options).utf8.reversed())
  }

  func contains(_ other: String) -> Bool {
    let part = Array(Self.folded(other, options).utf8)
    return part.isEmpty || Array(text.utf8).firstRange(of: part) != nil
  }

  /// Whether the whole text fits a pattern in which `*` stands for any characters, `?` for one.
  func isLike(_ pattern: String) -> Bool {
    let (text, pattern) = (Array(text), Array(Self.folded(pattern, options)))
    var (t, p) = (0, 0)
    // Where to go on if what followed the last star does not fit.
    var star: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        star = (p, t)
        p += 1
      } else if let next = Self.literal(pattern, at: p),
        next.character == nil
          || next.character == text[t]
      {
        (t, p) = (t + 1, p + next.length)
      } else if let last = star {
        star = (last.pattern, last.text + 1)
        (t, p) = (last.text + 1, last.pattern + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }

  /// The character that the pattern wants, nil for any; a backslash takes the next one as it is.
  private static func literal(
    _ pattern: [Character], at index: Int
  ) -> (character: Character?, length: Int)? {
    guard index < pattern.count else { return nil }
    if pattern[index] == "\\", index + 1 < pattern.count { return (pattern[index + 1], 2) }
    return (pattern[index] == "?" ? nil : pattern[index], 1)
  }

  /// Whether the whole text fits a regular expression; one that is invalid fits nothing.
  func matches(_ pattern: String) -> Bool {
    let pattern = Self.folded(pattern, options.intersection(.diacriticInsensitive))
    let flags: NSRegularExpression.Options =
      options.contains(.caseInsensitive) ? [.caseInsensitive] : []
    guard let expression = try? NSRegularExpression(pattern: "^(?:\(pattern))$", options: flags)
    else { return false }
    let whole = NSRange(text.startIndex..., in: text)
    return expression.firstMatch(in: text, options: [], range: whole)?.range == whole
  }
}
