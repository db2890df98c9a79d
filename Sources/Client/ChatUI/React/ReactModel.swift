package import ChatModel
package import ChatWords
import Observation

/// Choosing an emoji for a message.
@Observable @MainActor
package final class ReactModel {
  /// For people who have not reacted to anything yet.
  private static let first = ["👍", "❤", "😂", "🎉", "👀", "🙏"]

  package let message: Message
  package var input = TextInput() {
    didSet { if input.text != oldValue.text { selection = 0 } }
  }
  /// The reason why Enter cannot use the text; nil if it can, or was not pressed.
  package var error: String?
  /// The emoji with a number, from 1.
  package private(set) var recent: [String]
  /// Place among the results.
  package private(set) var selection = 0

  /// Rows of results.
  private static let resultLimit = 8

  package init(message: Message) {
    self.message = message
    recent = Self.first
  }

  /// The emoji that this account uses most come first.
  package func update(_ used: [String]) {
    recent = Array((used + Self.first.filter { !used.contains($0) }).prefix(Self.first.count))
  }

  /// Whether this account has already reacted with an emoji; choosing it again removes the reaction.
  package func isOwn(_ emoji: String) -> Bool {
    message.reactions.contains { $0.emoji == emoji && $0.isOwn }
  }

  /// The emoji whose names fit the letters that are typed, best first.
  package var results: [EmojiNames.Entry] {
    let text = input.text.trimmedBlanks
    return Emoji.isOne(text) ? [] : EmojiNames.matching(text, limit: Self.resultLimit)
  }

  package func moveSelection(by rows: Int) {
    selection = min(max(0, selection + rows), max(0, results.count - 1))
  }

  /// The emoji that Enter chooses: the one that is typed or found by its name, or the first one if nothing is typed.
  package var chosen: String? {
    let text = input.text.trimmedBlanks
    if text.isEmpty { return recent.first }
    if Emoji.isOne(text) { return text }
    let results = results
    return results.indices.contains(selection) ? results[selection].emoji : nil
  }
}
