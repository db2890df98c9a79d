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

  /// What to look for: the words that begin with each word of `text`; nil if it has none.
  ///
  /// Source: <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
  package static func pattern(_ text: String) -> String? {
    let words = queryWords(text)
    guard !words.isEmpty else { return nil }
    return words.map { "\"\($0.joined(separator: " "))\" *" }.joined(separator: " ")
  }

  /// Whether a message is found by `query`, for messages that are not in the index.
  static func matches(_ query: String, text: String, fileName: String?) -> Bool {
    let present = words(of: spaced([text, fileName].compactMap(\.self).joined(separator: "\n")))
    let wanted = queryWords(query)
    return !wanted.isEmpty
      && wanted.allSatisfy { phrase in
        present.indices.contains { start in
          guard start + phrase.count <= present.count else { return false }
          return zip(present[start...], phrase).enumerated().allSatisfy { place, pair in
            place == phrase.count - 1 ? pair.0.hasPrefix(pair.1) : pair.0 == pair.1
          }
        }
      }
  }

  /// The words between blanks, each as the index splits it.
  private static func queryWords(_ text: String) -> [[String]] {
    text.split(whereSeparator: \.isWhitespace).map { words(of: spaced(String($0))) }
      .filter { !$0.isEmpty }
  }

  /// As the index takes words: without case and marks.
  private static func words(of text: String) -> [String] {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// The text with blanks around each character of a script that writes no blanks between words.
  ///
  /// Never changes for a text, also not with a new version of Unicode: the index removes by it what it took.
  private static func spaced(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0xE0 }) else { return text }
    var spaced = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let stands = isUnspaced(scalar)
      if stands { spaced.append(" ") }
      spaced.append(scalar)
      if stands { spaced.append(" ") }
    }
    return String(spaced)
  }

  /// Thai, Lao, Burmese, Khmer, Japanese and Chinese.
  private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x2E80...0x2FDF, 0x3005...0x3007,
      0x3040...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0xFF66...0xFF9F, 0x2_0000...0x3_FFFF:
      true
    default: false
    }
  }
}
