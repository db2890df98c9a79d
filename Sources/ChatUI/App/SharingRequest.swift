package import ChatCore
package import ChatModel
package import CloudModel

/// A request to the cloud about access to a chat.
package enum SharingRequest: Sendable, Equatable {
  case invite([String], to: ChatID, permission: Participant.Permission)
  case link(of: ChatID)
  case openLink(of: ChatID, permission: Participant.Permission)
  case preview(InvitationLink)
  case join(InvitationLink)
}
