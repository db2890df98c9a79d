package import ChatCore
package import CloudModel

/// What came of a question to the cloud.
package enum SharingAnswer: Sendable, Equatable {
  case invited(InvitationLink)
  case link(InvitationLink, openTo: Participant.Permission)
  case preview(Invitation)
  case joined(ChatID)
  case failed(String)
}
