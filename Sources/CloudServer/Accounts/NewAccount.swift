/// A user that was just created, with the key to be that user.
///
/// The key is never shown again.
package struct NewAccount: Sendable, Equatable {
  package var name: String
  package var userRecordName: String
  /// 256 random bits in base64url.
  package var webAuthToken: String
}
