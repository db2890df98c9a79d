import ChatModel
import Foundation
package import GRDB

/// The words by which messages are found.
///
/// A script that writes no spaces between words is searched character by character: 世界 finds 你好世界.
package enum SearchableText {
  /// What the index takes of a message: `searchable(text, fileName)`.
  ///
  /// The triggers of the table need it, so every connection that writes messages has it.
  package static let function = DatabaseFunction(
    "searchable", argumentCount: 2, pure: true
  ) { values in
    let text = String.fromDatabaseValue(values[0]) ?? ""
    guard let file = String.fromDatabaseValue(values[1]) else { return spaced(text) }
    return spaced(text + "\n" + file)
  }

  /// What to look for in the index: the words that begin with each word of `text`; nil if it has none.
  ///
  /// Source: <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  package static func pattern(_ text: String) -> String? {
    let words = indexed(text).map { word in
      spellings(of: word).map { parts(of: spaced($0)) }.filter { !$0.isEmpty }
    }
    guard !words.isEmpty else { return nil }
    return words.map { phrases in
      let alternatives = phrases.map { "\"\($0.joined(separator: " "))\" *" }
      return "(\(alternatives.joined(separator: " OR ")))"
    }.joined(separator: " AND ")
  }

  /// Letters for which texts may have one sign; the index has them as they are written.
  private static let signs = [
    ("ss", "ß"), ("ffi", "ﬃ"), ("ffl", "ﬄ"), ("ff", "ﬀ"), ("fi", "ﬁ"), ("fl", "ﬂ"),
  ]
  /// More spellings than any word has that people write.
  private static let maximumSpellings = 16

  /// A word as it is, and as others may have written it: `strasse` and `straße`, `fine` and `ﬁne`, `abc` and `ａｂｃ`.
  private static func spellings(of word: String) -> [String] {
    let plain = folded(word)
    var found = [plain]
    for (letters, sign) in signs {
      for spelling in found {
        let places = spelling.ranges(of: letters)
        var others = places.map { spelling.replacingCharacters(in: $0, with: sign) }
        if places.count > 1 { others.append(spelling.replacing(letters, with: sign)) }
        found += others.prefix(maximumSpellings - found.count)
      }
    }
    let wide = plain.unicodeScalars.map { scalar in
      let isNarrow = scalar.isASCII && isIndexed(scalar)
      return isNarrow
        ? Character(Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar) : Character(scalar)
    }
    var known: Set<[UInt8]> = []
    return ([word] + found + [String(wide)]).filter { known.insert(Array($0.utf8)).inserted }
  }

  private static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
    SearchedWords.isIndexed(Character(scalar))
  }

  /// Whether a message is found by `query`, for messages that are not in the index.
  static func matches(_ query: String, text: String, fileName: String?) -> Bool {
    let texts = [text, fileName].compactMap(\.self)
    let present = words(of: spaced(texts.joined(separator: "\n")))
    let wanted = indexed(query).map { words(of: spaced($0)) }
    let searched = SearchedWords(query)
    return !(wanted.isEmpty && searched.literal.isEmpty)
      && wanted.allSatisfy { phrase in
        present.indices.contains { start in
          guard start + phrase.count <= present.count else { return false }
          return zip(present[start...], phrase).enumerated().allSatisfy { place, pair in
            place == phrase.count - 1 ? pair.0.hasPrefix(pair.1) : pair.0 == pair.1
          }
        }
      }
      && searched.areLiterally(in: texts)
  }

  /// The words between blanks of which the index has something.
  private static func indexed(_ text: String) -> [String] {
    text.split(whereSeparator: \.isWhitespace).map(String.init)
      .filter { $0.contains(where: SearchedWords.isIndexed) }
  }

  /// As the index takes words: without case and marks.
  private static func words(of text: String) -> [String] { parts(of: folded(text)) }

  /// The text without case, marks, and signs for several letters.
  private static func folded(_ text: String) -> String {
    text.precomposedStringWithCompatibilityMapping
      .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }

  private static func parts(of text: String) -> [String] {
    text.split { !SearchedWords.isIndexed($0) }.map(String.init)
  }

  /// The text with blanks around each character of a script that writes no blanks between words.
  ///
  /// Never changes for a text, also not with a new version of Unicode: the index removes by it what it took.
  private static func spaced(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0xE0 }) else { return text }
    var spaced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let stands = UnspacedScript.contains(scalar)
      if stands { spaced.append(" ") }
      spaced.append(scalar)
      if stands { spaced.append(" ") }
    }
    return String(spaced)
  }
}
