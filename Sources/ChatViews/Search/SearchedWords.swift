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
    var start = text.startIndex
    var other: Range<String.Index>?
    while start < text.endIndex, let found = Self.next(word, in: text, from: start) {
      let before = text[..<found.lowerBound].last
      if before.map({ !$0.isLetter && !$0.isNumber }) ?? true { return found }
      other = other ?? found
      start = text.index(after: found.lowerBound)
    }
    return other
  }

  /// The next place of a word, without regard to case and marks.
  private static func next(
    _ word: String, in text: String, from start: String.Index
  ) -> Range<String.Index>? {
    nextPlain(word, in: text, from: start)
      ?? text.range(
        of: word, options: [.caseInsensitive, .diacriticInsensitive], range: start..<text.endIndex)
  }

  /// The next place of a word of ASCII that has no marks in the text; much faster, for long texts.
  private static func nextPlain(
    _ word: String, in text: String, from start: String.Index
  ) -> Range<String.Index>? {
    let letters = word.utf8.map(lowercased)
    guard let first = letters.first, letters.allSatisfy({ $0 < 0x80 }) else { return nil }
    let bytes = text.utf8
    var place = start
    while let begin = bytes[place...].firstIndex(where: { lowercased($0) == first }) {
      let rest = bytes[begin...].prefix(letters.count)
      if rest.count == letters.count, zip(rest, letters).allSatisfy({ lowercased($0) == $1 }) {
        // Behind a letter with a mark there is no boundary.
        let ends = (String.Index(begin, within: text), String.Index(rest.endIndex, within: text))
        if let lower = ends.0, let upper = ends.1 { return lower..<upper }
      }
      place = bytes.index(after: begin)
    }
    return nil
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
