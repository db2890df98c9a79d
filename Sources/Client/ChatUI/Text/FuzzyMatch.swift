import ChatModel

/// The score of a few typed letters against a name: the name must have all of them, in order, not necessarily together.
package enum FuzzyMatch {
  /// A higher score is a better fit; nil when a letter is missing.
  ///
  /// Letters at the start of words and in a row count more; case and accents do not count. An
  /// empty pattern fits everything equally.
  package static func score(of pattern: String, in name: String) -> Int? {
    let wanted = folded(pattern).filter { !$0.isWhitespace }
    let letters = folded(name)
    let typed = String(folded(pattern))
    if !wanted.isEmpty, String(letters).hasPrefix(typed) {
      // The whole name, or its beginning: nothing fits better, and of these the shortest name does best.
      return 1_000_000 - letters.count
    }
    return score(of: wanted, in: letters, preferringWordStarts: true)
      ?? score(of: wanted, in: letters, preferringWordStarts: false)
  }

  private static func score(
    of wanted: [Character], in letters: [Character], preferringWordStarts: Bool
  ) -> Int? {
    var score = 0
    var position = 0
    var previous: Int?
    for letter in wanted {
      let places = letters.indices[min(position, letters.count)...].filter { letters[$0] == letter }
      guard let first = places.first else { return nil }
      let wordStart =
        preferringWordStarts && first != position
        ? places.first { isWordStart($0, in: letters) } : nil
      let found = wordStart ?? first
      score += 1 + (isWordStart(found, in: letters) ? 8 : 0)
      score += previous.map { $0 + 1 == found } == true ? 5 : 0
      score -= min(3, found - position)
      previous = found
      position = found + 1
    }
    // With the same letters, a shorter name is a better fit.
    return wanted.isEmpty ? 0 : score * 16 - min(15, letters.count / 4)
  }

  private static func isWordStart(_ index: Int, in letters: [Character]) -> Bool {
    index == 0 || !(letters[index - 1].isLetter || letters[index - 1].isNumber)
  }

  /// The letters without capitals and accents.
  static func folded(_ text: String) -> [Character] {
    var letters = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      letters.append(contentsOf: FoldedScalar.letters(of: scalar))
    }
    return Array(String(letters))
  }
}
