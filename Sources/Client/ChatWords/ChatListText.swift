package import ChatCore
package import ChatModel
import TerminalUI

/// The texts of the list about a chat.
package enum ChatListText {
  package static func name(_ chat: ChatSummary) -> String { shown(chat.name, or: "(joining…)") }

  /// `bob · 5 members`: the name of a group that could be taken for a person.
  package static func groupName(_ chat: ChatSummary) -> String {
    "\(name(chat)) · \(people(of: chat))"
  }

  /// The name as a sentence has it: `‘Trip’`.
  package static func quoted(_ chat: ChatSummary) -> String {
    "‘\(DisplayText.singleLine(name(chat)))’"
  }

  /// `Trip`, or `the chat with bob` if it has no title, so that the chat is not taken for the person.
  package static func phrase(_ chat: ChatSummary) -> String {
    let name = DisplayText.singleLine(name(chat))
    if chat.title == chat.name { return name }
    return chat.name.isEmpty || chat.name == ChatTitle.missing
      ? "the chat" : "the chat with \(name)"
  }

  /// The same in a sentence: `‘Trip’`, or `the chat with bob`.
  package static func subject(_ chat: ChatSummary, atStart: Bool = false) -> String {
    if chat.title == chat.name { return quoted(chat) }
    let phrase = phrase(chat)
    return atStart ? phrase.prefix(1).uppercased() + phrase.dropFirst() : phrase
  }

  package static func name(_ invitation: Invitation) -> String {
    shown(invitation.title, or: "a chat")
  }

  /// The newest message behind its sender.
  ///
  /// With few columns the sender takes a third of them at most, and none in a chat that is named after the sender,
  /// unless the text itself looks as if it stood behind a sender.
  package static func preview(_ chat: ChatSummary, columns: Int? = nil) -> String {
    guard let last = chat.lastMessage else { return "no messages yet" }
    let text = last.isDeleted ? "(removed)" : MessageMarkup.line(of: last.bareText)
    let isArchived = last.archivedSender != nil
    if last.isOwn, !isArchived { return "You: " + text }
    let sender = SenderWords.name(last)
    guard let columns else { return sender + ": " + text }
    if last.senderName == chat.name, !isArchived, !text.contains(":") { return text }
    return sender.truncated(to: max(4, columns / 3)) + ": " + text
  }

  /// The people who are in a chat: `3 members`, `only you`, or `Ada is invited`.
  ///
  /// Somebody learns of a chat of two with its first message, and not before; the chat has that person's name.
  package static func people(of chat: ChatSummary) -> String {
    if chat.memberCount > 1 { return DisplayText.count(chat.memberCount, "member") }
    guard let invited = chat.invitedName else { return "only you" }
    let name = DisplayText.singleLine(invited)
    guard chat.invitesByFirstMessage else { return "\(name) is invited" }
    return (chat.name == invited ? "" : "\(name) is ") + "invited by your first message"
  }

  /// Returns `other` for a name without visible characters.
  private static func shown(_ name: String, or other: String) -> String {
    TextWidth.of(DisplayText.singleLine(name)) > 0 ? name : other
  }
}

extension ChatNotifications {
  /// This choice beside the others, in a few words.
  package var choice: String {
    switch self {
    case .all: "every message"
    case .mentions: "only your name"
    case .none: "nothing"
    }
  }

  /// The effect of this choice, as a sentence.
  ///
  /// - Parameters:
  ///   - chat: the chat's name in quotation marks.
  ///   - reason: a clause at its end; empty for none.
  /// - Returns: the sentence.
  package func sentence(about chat: String, _ reason: String = "") -> String {
    let told =
      switch self {
      case .all: "every message in \(chat)"
      case .mentions: "messages in \(chat) that name you"
      case .none: "nothing in \(chat)"
      }
    return "You are told of \(told)\(reason.isEmpty ? "" : ", " + reason)."
  }
}
