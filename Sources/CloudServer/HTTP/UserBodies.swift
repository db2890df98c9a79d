import CloudModel
import CloudRules

/// Body of `users/discover`.
struct UsersDiscoverRequest: Decodable, Sendable {
  var lookupInfos: [WireUserIdentity.LookupInfo]
}

/// Body of `users/lookup/email`, `users/lookup/id` and `users/lookup/contacts`.
struct UsersLookupRequest: Decodable, Sendable {
  struct User: Decodable, Sendable {
    var emailAddress: String?
    var emailAddresses: [String]?
    var userRecordName: String?
  }

  var users: [User]?
  /// The users under the key that `users/lookup/contacts` has for them.
  var contacts: [User]?
}

/// Answer to `users/lookup/…`, and the entries of `users/caller`.
struct UsersLookupResponse: Encodable, Sendable {
  struct User: Encodable, Sendable {
    var userRecordName: String
    var firstName: String?
    var lastName: String?
    var emailAddress: String?

    init(_ user: UserProfile, emailAddress: String? = nil) {
      userRecordName = user.userRecordName
      firstName = user.firstName
      lastName = user.lastName
      self.emailAddress = emailAddress ?? user.emailAddress
    }
  }

  var users: [User]
}

/// Answer to `users/discover`.
struct UsersDiscoverResponse: Encodable, Sendable {
  struct User: Encodable, Sendable {
    var userRecordName: String
    var nameComponents: WireUserIdentity.NameComponents
    var lookupInfo: WireUserIdentity.LookupInfo

    init(_ user: UserProfile, foundBy lookup: UserLookup) {
      userRecordName = user.userRecordName
      nameComponents = WireUserIdentity.NameComponents(
        givenName: user.firstName, familyName: user.lastName)
      lookupInfo = WireUserIdentity.LookupInfo(lookup)
    }
  }

  var users: [User]
}

/// The answer to `users/caller` and `users/current` in both shapes that clients read: bare keys, and a
/// list of users.
struct UsersCallerResponse: Encodable, Sendable {
  var userRecordName: String
  var firstName: String?
  var lastName: String?
  var emailAddress: String?
  var users: [UsersLookupResponse.User]

  init(_ user: UserProfile) {
    userRecordName = user.userRecordName
    firstName = user.firstName
    lastName = user.lastName
    emailAddress = user.emailAddress
    users = [UsersLookupResponse.User(user)]
  }
}

extension WireUserIdentity.LookupInfo {
  /// Nil where it names nothing to look for.
  var lookup: UserLookup? {
    if let userRecordName { return .userRecordName(userRecordName) }
    if let emailAddress { return .emailAddress(emailAddress) }
    return phoneNumber.map(UserLookup.phoneNumber)
  }

  fileprivate init(_ lookup: UserLookup) {
    switch lookup {
    case .emailAddress(let address): self.init(emailAddress: address)
    case .phoneNumber(let number): self.init(phoneNumber: number)
    case .userRecordName(let name): self.init(userRecordName: name)
    }
  }
}
