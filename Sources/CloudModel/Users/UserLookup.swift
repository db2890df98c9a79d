/// How somebody looks for a user.
package enum UserLookup: Sendable, Hashable {
  /// By e-mail address, or by the account's name in its place.
  case emailAddress(String)
  /// Finds nobody: no account of this cloud has a phone number.
  case phoneNumber(String)
  case userRecordName(String)
}

extension CloudError {
  /// Nobody is found: there is no such user, or they do not want to be found.
  package static let userNotFound = CloudError(.unknownItem, "No such user can be found.")
}

extension UserLookup {
  /// The text by which the user was looked up, as `UserIdentity.lookupName` has it; nil for a look-up
  /// by user record name.
  package var lookupName: String? {
    switch self {
    case .emailAddress(let text), .phoneNumber(let text): text
    case .userRecordName: nil
    }
  }
}
