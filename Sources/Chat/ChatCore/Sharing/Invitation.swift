import ChatModel
package import CloudModel
import Foundation

/// An invitation to a chat: who invites, to which chat, with which permission.
package struct Invitation: Sendable, Equatable, Identifiable {
  package var id: String { link.shortGUID }
  package var link: InvitationLink
  /// Not sanitised.
  package var chatName: String
  /// The name of the account that invites, unique in its cloud.
  package var ownerName: String
  /// The owner's display name, sanitised; nil if it could be mistaken for another account's name.
  package var ownerDisplayName: String?
  package var permission: Participant.Permission
  package var isAccepted: Bool
  /// Whether the person who invites is, and was, in no chat of this account; such an invitation is listed, and not
  /// told.
  ///
  /// False where somebody has looked the link up themselves.
  package var isFromStranger = false

  /// The first words of a chat of two, sanitised, and empty where they cannot be seen; nil for every other chat.
  package var firstWords: String?

  /// The chat's name, or words with its owner's name if the chat has none; not sanitised.
  ///
  /// A chat of two is named after its owner, as it is when it is joined.
  package var title: String {
    if firstWords != nil { return ownerName }
    return ChatTitle.isVisible(chatName) ? chatName : "a chat of \(ownerName)"
  }

  /// The one invitation to a chat with a title, whatever the case of its letters; nil if there is none, or several.
  package static func titled(_ title: String, in invitations: [Invitation]) -> Invitation? {
    let wanted = title.trimmingCharacters(in: .whitespaces)
    let found = invitations.filter {
      $0.title.caseInsensitiveCompare(wanted) == .orderedSame
    }
    return found.count == 1 ? found[0] : nil
  }
}
