import CloudModel
import CloudRules
import CloudWire

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

/// Answer to `users/lookup/…`.
struct UsersLookupResponse: Encodable, Sendable {
  var users: [WireUser]
}

extension WireUser {
  init(_ user: UserProfile, emailAddress: String? = nil) {
    self.init(
      userRecordName: user.userRecordName, firstName: user.firstName, lastName: user.lastName,
      emailAddress: emailAddress ?? user.emailAddress)
  }
}
