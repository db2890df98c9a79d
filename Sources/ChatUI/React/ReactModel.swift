package import ChatModel
package import ChatViews
import Observation

/// Choosing an emoji for a message.
@Observable @MainActor
package final class ReactModel {
  /// For people who have not reacted to anything yet.
  private static let first = ["👍", "❤", "😂", "🎉", "👀", "🙏"]

  package let message: Message
  package var input = TextInput()
  /// What Enter cannot do with the text; nil if it can, or was not pressed.
  package var error: String?
  /// The emoji with a number, from 1.
  package private(set) var recent: [String]

  package init(message: Message) {
    self.message = message
    recent = Self.first
  }

  /// The emoji that this account uses most come first.
  package func update(_ used: [String]) {
    recent = Array((used + Self.first.filter { !used.contains($0) }).prefix(Self.first.count))
  }

  /// Whether this account has reacted with an emoji already; choosing it again takes it away.
  package func isOwn(_ emoji: String) -> Bool {
    message.reactions.contains { $0.emoji == emoji && $0.isOwn }
  }

  /// What Enter chooses: the emoji that is typed, or the first one if nothing is typed.
  package var chosen: String? {
    let text = input.text.trimmedBlanks
    return text.isEmpty ? recent.first : Emoji.isOne(text) ? text : nil
  }
}
