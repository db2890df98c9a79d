package import CloudModel

/// Body of `users/discover`.
package struct UsersDiscoverRequest: Codable, Sendable {
  package var lookupInfos: [WireUserIdentity.LookupInfo]

  package init(_ lookups: [UserLookup]) { lookupInfos = lookups.map { .init($0) } }
}

/// The answer to `users/discover`: the users that were found, each with its `lookupInfo`.
package struct UsersDiscoverResponse: Codable, Sendable {
  package var users: [WireUserIdentity]

  package init(users: [WireUserIdentity]) { self.users = users }
}

/// A user in the answers to `users/lookup/…`, `users/caller` and `users/current`.
package struct WireUser: Codable, Sendable {
  package var userRecordName: String
  package var firstName: String?
  package var lastName: String?
  package var emailAddress: String?

  package init(
    userRecordName: String, firstName: String?, lastName: String?, emailAddress: String?
  ) {
    self.userRecordName = userRecordName
    self.firstName = firstName
    self.lastName = lastName
    self.emailAddress = emailAddress
  }
}

/// The answer to `users/caller` and `users/current` in both shapes that clients read: bare keys, and
/// a list of users.
package struct UsersCallerResponse: Codable, Sendable {
  package var userRecordName: String
  package var firstName: String?
  package var lastName: String?
  package var emailAddress: String?
  /// The account's name; only for clients that ask for extensions.
  package var accountName: String?
  package var users: [WireUser]

  package init(_ user: WireUser, accountName: String?) {
    userRecordName = user.userRecordName
    firstName = user.firstName
    lastName = user.lastName
    emailAddress = user.emailAddress
    self.accountName = accountName
    users = [user]
  }

  package var identity: UserIdentity {
    var identity = UserIdentity(
      userRecordName: userRecordName, accountName: accountName, givenName: firstName,
      lookupName: emailAddress ?? accountName)
    identity.familyName = lastName
    return identity
  }
}

extension WireUserIdentity.LookupInfo {
  /// Nil where it names nothing to look for.
  package var lookup: UserLookup? {
    if let userRecordName { return .userRecordName(userRecordName) }
    if let emailAddress { return .emailAddress(emailAddress) }
    return phoneNumber.map(UserLookup.phoneNumber)
  }

  package init(_ lookup: UserLookup) {
    switch lookup {
    case .emailAddress(let address): self.init(emailAddress: address)
    case .phoneNumber(let number): self.init(phoneNumber: number)
    case .userRecordName(let name): self.init(userRecordName: name)
    }
  }
}
