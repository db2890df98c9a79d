package import ChatCore
package import ChatModel
package import CloudModel

/// A request to the cloud about access to a chat.
package enum SharingRequest: Sendable, Equatable {
  case invite([String], to: ChatID, permission: Participant.Permission)
  /// The chat with just the person of this account, which begins where there is none.
  case chat(with: String, DirectChatKind = .plain)
  case link(of: ChatID)
  case openLink(of: ChatID, permission: Participant.Permission)
  /// A link by which somebody without an account can make one.
  case newPersonLink(of: ChatID)
  case preview(InvitationLink)
  case join(InvitationLink)
  case decline(InvitationLink)
  /// The member is named by the account.
  case setPermission(of: String, in: ChatID, Participant.Permission)
  /// Removes a member, or withdraws an invitation.
  case remove(String, from: ChatID)
  case stopSharing(ChatID)
  /// What an own chat takes, and who has written it.
  case storage(of: ChatID)
  /// Limits what each member may use; nil ends the limit.
  case limitMembers(of: ChatID, Int64?)
}
