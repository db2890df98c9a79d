/// The data that others may know of a user whom they can find.
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
