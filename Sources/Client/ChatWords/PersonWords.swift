package import ChatCore
package import ChatModel
import TerminalUI

/// A person in words: the name of the account, which is unique, then the display name in quotes.
package enum PersonWords {
  package static func full(_ account: String, _ display: String?) -> String {
    display.map { "\(account) “\($0)”" } ?? account
  }

  package static func full(_ member: Member) -> String { full(member.name, member.displayName) }

  /// `bob, eva and 3 more`.
  package static func list(_ names: [String], limit: Int = 5) -> String {
    let shown = names.prefix(limit).joined(separator: ", ")
    return names.count > limit ? "\(shown) and \(names.count - limit) more" : shown
  }

  package static func inviter(of invitation: Invitation) -> String {
    full(invitation.ownerName, invitation.ownerDisplayName)
  }

  /// The sentence about an invitation that nobody was told of; nil for one of somebody who was met.
  package static func stranger(_ invitation: Invitation) -> String? {
    invitation.isFromStranger ? "You have no chat with \(invitation.ownerName) yet." : nil
  }

  /// The first words of a chat of two, in quotation marks; nil where there are none.
  package static func firstWords(of invitation: Invitation) -> String? {
    guard let words = invitation.firstWords.map({ DisplayText.singleLine($0) }), !words.isEmpty
    else { return nil }
    return "“\(words)”"
  }

  /// `words` as a sentence of its own.
  package static func sentence(of invitation: Invitation) -> String {
    let words = words(of: invitation)
    return words.hasSuffix("”") ? words : words + "."
  }

  /// The line below an invitation in the list: from whom, or the first words.
  package static func note(on invitation: Invitation) -> String {
    if let words = firstWords(of: invitation) {
      return invitation.isFromStranger ? "new to you: " + words : words
    }
    return "from " + inviter(of: invitation) + (invitation.isFromStranger ? ", new to you" : "")
  }

  /// `bob invites you to ‘Trip’`, or `bob invites you to a chat` if it has no title; of a chat of two, `bob writes to
  /// you: “Hello”`.
  package static func words(of invitation: Invitation) -> String {
    if let words = firstWords(of: invitation) {
      return "\(inviter(of: invitation)) writes to you: \(words)"
    }
    if invitation.firstWords != nil { return "\(inviter(of: invitation)) writes to you" }
    let name = DisplayText.singleLine(invitation.chatName)
    let chat = ChatTitle.isVisible(name) ? "‘\(name)’" : "a chat"
    return "\(inviter(of: invitation)) invites you to \(chat)"
  }
}
