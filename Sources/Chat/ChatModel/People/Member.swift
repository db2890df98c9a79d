package import CloudModel

/// Somebody in a chat, as the chat's share says.
package struct Member: Sendable, Equatable, Identifiable {
  package var id: String { participantID }
  package var participantID: String
  /// Nil if the replica does not know the member's account.
  package var userRecordName: String?
  /// The account's name, unique in its cloud.
  package var name: String
  /// The display name that they chose, sanitised; nil if it could be mistaken for another account's name.
  package var displayName: String?
  package var role: Participant.Role
  package var permission: Participant.Permission
  package var status: Participant.AcceptanceStatus
  package var isMe: Bool
  /// Whether the account has blocked them.
  package var isBlocked = false
  /// What is known of their keys; only of others in a sealed chat whose list is here.
  package var keys: MemberKeys?
  /// Whether they are invited by the first message of a chat of two, which the cloud does not have yet.
  package var isUntold = false

  package init(
    participantID: String, userRecordName: String? = nil, name: String, displayName: String? = nil,
    role: Participant.Role, permission: Participant.Permission,
    status: Participant.AcceptanceStatus, isMe: Bool
  ) {
    self.participantID = participantID
    self.userRecordName = userRecordName
    self.name = name
    self.displayName = displayName
    self.role = role
    self.permission = permission
    self.status = status
    self.isMe = isMe
  }
}

/// The keys of another member of a sealed chat.
package enum MemberKeys: Sendable, Equatable {
  /// They are in the chat's share and not in the list of its owner, so they read nothing.
  case notLetIn
  /// `number` is what both compare.
  case listed(number: String, Comparison)

  package enum Comparison: Sendable, Equatable {
    case none
    /// The account has compared the number.
    case compared
    /// The account has compared the number of other keys than these.
    case outdated
  }

  package var isCompared: Bool {
    if case .listed(_, .compared) = self { true } else { false }
  }
}
