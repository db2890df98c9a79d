import Foundation

/// The words of a text as token search sees them: without case and without accents.
///
/// Source: `CKQuery`, tokenized searching.
package enum SearchWords {
  /// Bytes of a word that count.
  private static let longest = 100
  /// Distinct words of one value that are indexed.
  private static let most = 10_000

  package static func words(of text: String) -> Set<String> {
    var words: Set<String> = []
    var word = ""
    func finish() {
      if !word.isEmpty, words.count < most { words.insert(String(word.prefix(longest))) }
      word = ""
    }
    for scalar in text.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
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
}
