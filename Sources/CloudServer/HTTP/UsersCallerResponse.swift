import CloudModel

/// The answer to `users/caller` in both shapes that clients read: bare keys, and a list of users.
struct UsersCallerResponse: Encodable, Sendable {
  struct User: Encodable, Sendable {
    var userRecordName: String?
    var firstName: String?
    var lastName: String?
  }

  var userRecordName: String?
  var firstName: String?
  var lastName: String?
  var users: [User]

  init(_ identity: UserIdentity) {
    userRecordName = identity.userRecordName
    firstName = identity.givenName
    users = [User(userRecordName: identity.userRecordName, firstName: identity.givenName)]
  }
}
