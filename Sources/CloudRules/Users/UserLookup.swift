/// How somebody looks for a user.
package enum UserLookup: Sendable, Equatable {
  /// By e-mail address, or by the account's name in its place.
  case emailAddress(String)
  /// Nobody has one in this cloud.
  case phoneNumber(String)
  case userRecordName(String)
}
