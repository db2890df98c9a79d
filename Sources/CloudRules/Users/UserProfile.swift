/// What others may know of a user who can be found.
package struct UserProfile: Sendable, Equatable {
  package var userRecordName: String
  package var firstName: String?
  package var lastName: String?
  package var emailAddress: String?

  init(_ account: StoredAccount) {
    userRecordName = account.userRecordName
    firstName = account.givenName
    lastName = account.lastName
    emailAddress = account.emailAddress
  }
}
