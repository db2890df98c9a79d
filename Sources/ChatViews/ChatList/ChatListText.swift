package import ChatCore
package import ChatModel
import TerminalUI

/// The texts of the list about a chat.
package enum ChatListText {
  package static func name(_ chat: ChatSummary) -> String { shown(chat.name, or: "(joining…)") }

  package static func name(_ invitation: Invitation) -> String {
    shown(invitation.title, or: "a chat")
  }

  package static func preview(_ chat: ChatSummary) -> String {
    guard let last = chat.lastMessage else { return "no messages yet" }
    let text = last.isDeleted ? "(removed)" : MessageMarkup.line(of: last.text)
    return (last.isOwn ? "You" : last.senderName) + ": " + text
  }

  /// Returns `other` for a name without visible characters.
  private static func shown(_ name: String, or other: String) -> String {
    TextWidth.of(DisplayText.singleLine(name)) > 0 ? name : other
  }
}
