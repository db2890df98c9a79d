/// A person in a share.
package struct Participant: Sendable, Hashable {
  /// Raw values are the wire's participant types.
  package enum Role: String, Hashable, KnownWord {
    case owner = "OWNER"
    case privateUser = "USER"
    case publicUser = "PUBLIC_USER"

    /// Source: CloudKit JS calls a user so; its unknown type says nothing, like a missing one.
    package static let synonyms: [String: Role] = [
      "PRIVATE_USER": .privateUser, "UNKNOWN": .privateUser,
    ]
  }

  package enum Permission: String, Hashable, KnownWord {
    case none = "NONE"
    case readOnly = "READ_ONLY"
    case readWrite = "READ_WRITE"
  }

  package enum AcceptanceStatus: String, Hashable, KnownWord {
    case pending = "INVITED"
    case accepted = "ACCEPTED"
    case removed = "REMOVED"

    /// Source: CloudKit JS calls the first state so; its unknown one says nothing, like a missing one.
    package static let synonyms: [String: AcceptanceStatus] = [
      "PENDING": .pending, "UNKNOWN": .pending,
    ]
  }

  /// Set by the cloud; empty in a participant that is being added.
  package var participantID: String
  package var identity: UserIdentity
  package var role: Role
  package var permission: Permission
  package var acceptanceStatus: AcceptanceStatus

  package init(
    participantID: String = "", identity: UserIdentity, role: Role = .privateUser,
    permission: Permission = .readWrite, acceptanceStatus: AcceptanceStatus = .pending
  ) {
    self.participantID = participantID
    self.identity = identity
    self.role = role
    self.permission = permission
    self.acceptanceStatus = acceptanceStatus
  }
}

/// The identity of a user, as far as the reader may know it.
package struct UserIdentity: Sendable, Hashable {
  /// `_` and 32 hexadecimal digits; nil while only `lookupName` is known.
  package var userRecordName: String?
  /// The account's name, unique in its cloud; nil from a cloud that does not send it.
  ///
  /// Only the cloud sets it; it is ignored in a record that is written.
  package var accountName: String?
  /// The display name that the user has chosen; it does not prove who the user is.
  package var givenName: String?
  package var familyName: String?
  /// The text by which the user was looked up: an e-mail address, a phone number, or the name of an
  /// account that has no address.
  package var lookupName: String?
  /// The phone number under which somebody was invited; `lookupName` is then the same.
  package var phoneNumber: String?

  package init(
    userRecordName: String?, accountName: String? = nil, givenName: String? = nil,
    lookupName: String? = nil
  ) {
    self.userRecordName = userRecordName
    self.accountName = accountName
    self.givenName = givenName
    self.lookupName = lookupName
  }
}
