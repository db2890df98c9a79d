/// How somebody looks for a user.
package enum UserLookup: Sendable, Equatable {
  /// By e-mail address, or by the account's name in its place.
  case emailAddress(String)
  /// Finds nobody: no account of this cloud has a phone number.
  case phoneNumber(String)
  case userRecordName(String)
}
