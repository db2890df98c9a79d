import Foundation

/// Finds the place in a text at which a search has found it.
package struct SearchedWords: Sendable, Equatable {
  /// As they were typed, without filters and quotation marks.
  private let words: [String]

  /// - Parameter text: the words of a `MessageSearch`.
  package init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// The first place in a text that one of the words has found; nil where none of them is seen.
  ///
  /// The beginning of a word comes before other places, because that is what a search looks for.
  package func firstMatch(in text: String) -> Range<String.Index>? {
    for word in words + words.flatMap(Self.parts) {
      if let match = match(of: word, in: text) { return match }
    }
    return nil
  }

  /// The index knows letters and digits only: `v1.2` has found `v1-2` too.
  private static func parts(of word: String) -> [String] {
    word.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private func match(of word: String, in text: String) -> Range<String.Index>? {
    let wanted = word.unicodeScalars.flatMap(FoldedScalar.letters(of:))
    guard let first = wanted.first else { return nil }
    let scalars = text.unicodeScalars
    var other: Range<String.Index>?
    var place = scalars.startIndex
    while place < scalars.endIndex {
      let scalar = scalars[place]
      // Most places are left here, at once.
      let isPossible = scalar.isASCII ? FoldedScalar.lowercased(scalar) == first : true
      if isPossible, let end = Self.end(of: wanted, in: scalars, from: place) {
        let isInWord =
          place > scalars.startIndex && Self.isInWord(scalars[scalars.index(before: place)])
        if !isInWord || other == nil { other = place..<end }
        if !isInWord { break }
      }
      scalars.formIndex(after: &place)
    }
    return other.map { text.rangeOfComposedCharacterSequences(for: $0) }
  }

  /// Whether what stands behind a scalar continues its word.
  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case _ where scalar.isASCII: false
    default:
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
        true
      default: false
      }
    }
  }

  /// Where a word ends that begins at a place of a text, without regard to case and marks; nil if it does not.
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
