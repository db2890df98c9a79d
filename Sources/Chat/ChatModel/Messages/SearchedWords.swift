import Foundation

/// Finds the place in a text at which a search has found it.
package struct SearchedWords: Sendable, Equatable {
  /// As they were typed, without filters and quotation marks.
  private let words: [String]

  /// - Parameter text: the words of a `MessageSearch`.
  package init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    literal = words.filter { word in
      !word.allSatisfy(Self.isIndexed) && !word.unicodeScalars.flatMap(FoldedScalar.letters).isEmpty
    }
  }

  /// The words that have more than letters and digits: `C++`, `#12`, `😀`.
  ///
  /// The index knows letters and digits only, so a message that it has found for these must have them literally.
  package let literal: [String]

  /// Whether a message contains all literal words, those with a letter or digit in front at the beginning of a word.
  package func areLiterally(in texts: [String]) -> Bool {
    literal.allSatisfy { word in
      texts.contains { text in
        guard let match = match(of: word, in: text) else { return false }
        return match.isAtStart || !(word.first.map(Self.isIndexed) ?? false)
      }
    }
  }

  /// The longest row of signs of each literal word that any text with the word has as it is, whatever its case; a word
  /// without one has none.
  package var signs: [String] {
    literal.compactMap { word in
      word.unicodeScalars.split { !Self.isSign($0) }.map(String.init)
        .max { $0.unicodeScalars.count < $1.unicodeScalars.count }
    }
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    guard FoldedScalar.letters(of: scalar).elementsEqual([scalar]),
      !"'-".unicodeScalars.contains(scalar)
    else { return false }
    return switch scalar.properties.generalCategory {
    case .mathSymbol, .currencySymbol, .otherSymbol, .modifierSymbol, .connectorPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation:
      true
    default: false
    }
  }

  /// The first place in a text that one of the words has found; nil where none of them is seen.
  ///
  /// The beginning of a word comes before other places, because that is what a search looks for.
  package func firstMatch(in text: String) -> Range<String.Index>? {
    words.lazy.compactMap { match(of: $0, in: text)?.range }.first
  }

  /// Whether the full-text index contains a character.
  ///
  /// Source: <https://www.sqlite.org/fts5.html#unicode61_tokenizer>: letters, numbers and characters for private use.
  package static func isIndexed(_ character: Character) -> Bool {
    switch character.unicodeScalars.first?.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// The first place of a word; the first beginning of a word, if it stands at one.
  private func match(
    of word: String, in text: String
  ) -> (range: Range<String.Index>, isAtStart: Bool)? {
    let wanted = word.unicodeScalars.flatMap(FoldedScalar.letters(of:))
    guard let first = wanted.first else { return nil }
    let scalars = text.unicodeScalars
    var found: (range: Range<String.Index>, isAtStart: Bool)?
    var place = scalars.startIndex
    while place < scalars.endIndex {
      let scalar = scalars[place]
      // Most places are left here, at once.
      let isPossible = scalar.isASCII ? FoldedScalar.lowercased(scalar) == first : true
      if isPossible, let end = Self.end(of: wanted, in: scalars, from: place) {
        let isInWord =
          place > scalars.startIndex && Self.isInWord(scalars[scalars.index(before: place)])
        if !isInWord || found == nil { found = (place..<end, !isInWord) }
        if !isInWord { break }
      }
      scalars.formIndex(after: &place)
    }
    return found.map { (text.rangeOfComposedCharacterSequences(for: $0.range), $0.isAtStart) }
  }

  /// Whether a scalar continues the word before it.
  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case _ where scalar.isASCII || UnspacedScript.contains(scalar): false
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
        true
      default: false
      }
    }
  }

  /// The end of a word that begins at a place of a text, without regard to case and marks; nil if none does.
  private static func end(
    of wanted: [Unicode.Scalar], in scalars: String.UnicodeScalarView, from start: String.Index
  ) -> String.Index? {
    var (rest, place) = (wanted[...], start)
    while let next = rest.first {
      guard place < scalars.endIndex else { return nil }
      let scalar = scalars[place]
      if scalar.isASCII {
        guard FoldedScalar.lowercased(scalar) == next else { return nil }
        rest.removeFirst()
      } else {
        let letters = FoldedScalar.letters(of: scalar)
        // A word does not begin with the mark of the letter before it.
        guard rest.starts(with: letters), place > start || !letters.isEmpty else { return nil }
        rest.removeFirst(letters.count)
      }
      scalars.formIndex(after: &place)
    }
    return place
  }
}
