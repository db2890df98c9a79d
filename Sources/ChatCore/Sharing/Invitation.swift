package import CloudModel

/// A chat that somebody may join: who asks, into what, as what.
package struct Invitation: Sendable, Equatable, Identifiable {
  package var id: String { link.shortGUID }
  package var link: InvitationLink
  /// Not sanitised.
  package var chatName: String
  /// The name of the account that invites, unique in its cloud.
  package var ownerName: String
  /// What its person calls themselves, where nobody could take it for another account's name; sanitised.
  package var ownerDisplayName: String?
  package var permission: Participant.Permission
  package var isAccepted: Bool

  /// What the chat is called, or whose it is where it has no name; not sanitised.
  package var title: String {
    ChatTitle.isVisible(chatName) ? chatName : "a chat of \(ownerName)"
  }
}
