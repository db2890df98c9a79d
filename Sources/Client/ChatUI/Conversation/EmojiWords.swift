import TerminalUI

/// Words for the emoji that some terminals cannot draw whole.
package enum EmojiWords {
  /// Enough for a message; one with more of them is seldom about their details.
  private static let limit = 8

  /// The parts of each emoji in a text, each emoji once; nil if all terminals draw all of them.
  package static func line(_ text: String) -> String? {
    var words: [String] = []
    for character in text where words.count < limit && EmojiSequence(character) != nil {
      let traits = EmojiSequence(character)?.traits
      // A selector alone changes no meaning.
      guard traits != .variation else { continue }
      let word = "\(character) \(EmojiSequence.words(character))"
      if !words.contains(word) { words.append(word) }
    }
    return words.isEmpty ? nil : "Emoji: " + words.joined(separator: "; ")
  }
}
