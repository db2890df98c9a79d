/// A person in a share.
package struct Participant: Sendable, Hashable {
  /// Raw values are the wire's participant types.
  package enum Role: String, Sendable, Hashable, Codable {
    case owner = "OWNER"
    case privateUser = "USER"
    case publicUser = "PUBLIC_USER"
  }

  package enum Permission: String, Sendable, Hashable, Codable {
    case none = "NONE"
    case readOnly = "READ_ONLY"
    case readWrite = "READ_WRITE"
  }

  package enum AcceptanceStatus: String, Sendable, Hashable, Codable {
    case pending = "INVITED"
    case accepted = "ACCEPTED"
    case removed = "REMOVED"
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

/// Who a user is, as far as the reader may know.
package struct UserIdentity: Sendable, Hashable {
  /// `_` and 32 hexadecimal digits; nil while only `lookupName` is known.
  package var userRecordName: String?
  /// What people call the user; the account's name in the simulated cloud.
  package var givenName: String?
  package var familyName: String?
  /// How somebody looked the user up: an e-mail address, a phone number, or the name of an account
  /// that has no address.
  package var lookupName: String?
  /// The phone number under which somebody was invited; `lookupName` is the same then.
  package var phoneNumber: String?

  package init(userRecordName: String?, givenName: String? = nil, lookupName: String? = nil) {
    self.userRecordName = userRecordName
    self.givenName = givenName
    self.lookupName = lookupName
  }
}
