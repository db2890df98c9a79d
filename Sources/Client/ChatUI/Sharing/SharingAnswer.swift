package import ChatCore
package import ChatModel
package import CloudModel

/// The result of a request to the cloud about sharing.
package enum SharingAnswer: Sendable, Equatable {
  case invited(InvitationLink)
  case link(InvitationLink, openTo: Participant.Permission)
  case newPersonLink(NewPersonLink)
  case preview(Invitation)
  /// The server of the link was not asked, because it is another one.
  case linkOfOtherServer(server: String, link: String)
  case joined(ChatID)
  /// The chat with just one person.
  case chatOfTwo(ChatID)
  case declined(InvitationLink)
  /// The members are as was asked for.
  case changedMembers
  /// Nil where the cloud cannot be asked.
  case storage(ChatStorage?)
  case failed(String)
}
