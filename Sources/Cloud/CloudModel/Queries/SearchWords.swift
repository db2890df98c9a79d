import Foundation

/// The words of a text as token search sees them: without case and without accents.
///
/// Source: `CKQuery`, tokenized searching.
package enum SearchWords {
  /// The most characters of a word that count.
  private static let longest = 100
  /// The most distinct words of one value that are indexed.
  private static let most = 10_000

  package static func words(of text: String) -> Set<String> {
    let lowercase = text.lowercased()
    if lowercase.utf8.allSatisfy({ $0 < 0x80 }) { return plainWords(of: lowercase) }
    var words: Set<String> = []
    var word = ""
    func finish() {
      if !word.isEmpty, words.count < most { words.insert(String(word.prefix(longest))) }
      word = ""
    }
    for scalar in lowercase.decomposedStringWithCompatibilityMapping.unicodeScalars {
      let properties = scalar.properties
      switch properties.generalCategory {
      case .nonspacingMark, .enclosingMark: continue
      case _ where properties.isAlphabetic || properties.numericType != nil:
        word.unicodeScalars.append(scalar)
      default: finish()
      }
    }
    finish()
    return words
  }

  /// The same for ASCII, the alphabet of most texts: a word is a run of letters and digits.
  private static func plainWords(of text: String) -> Set<String> {
    var words: Set<String> = []
    for word in text.utf8.split(whereSeparator: { !$0.isLetterOrDigit }) where words.count < most {
      words.insert(String(Substring(word.prefix(longest))))
    }
    return words
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
  }
}
