package import CloudModel

/// The data that others may know of a user whom they can find.
package struct UserProfile: Sendable, Equatable {
  package var userRecordName: String
  package var accountName: String
  package var firstName: String?
  package var lastName: String?
  package var emailAddress: String?

  init(_ account: StoredAccount) {
    userRecordName = account.userRecordName
    accountName = account.name
    firstName = account.givenName
    lastName = account.lastName
    emailAddress = account.emailAddress
  }

  /// The identity of the user for somebody who found them with `lookup`.
  package func identity(foundBy lookup: UserLookup) -> UserIdentity {
    var identity = UserIdentity(
      userRecordName: userRecordName, accountName: accountName, givenName: firstName,
      lookupName: lookup.lookupName)
    identity.familyName = lastName
    return identity
  }
}
