/// A user of a cloud and that user's keys: the answer to creating an account and to signing in, and
/// the credentials that a profile stores.
package struct AccountCredentials: Codable, Sendable, Equatable {
  /// The account's name, as the user chose it.
  package var name: String
  /// `_` and 32 hexadecimal digits.
  package var userRecordName: String
  package var containerIdentifier: String
  package var environment: String
  /// The container's key, 64 hexadecimal digits.
  package var apiToken: String
  /// The user's own key.
  ///
  /// A secret: never logged, kept in files that only the user reads.
  package var webAuthToken: String

  package init(
    name: String, userRecordName: String, containerIdentifier: String, environment: String,
    apiToken: String, webAuthToken: String
  ) {
    self.name = name
    self.userRecordName = userRecordName
    self.containerIdentifier = containerIdentifier
    self.environment = environment
    self.apiToken = apiToken
    self.webAuthToken = webAuthToken
  }
}
