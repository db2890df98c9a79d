/// A user of the cloud.
package struct StoredAccount: Sendable, Equatable {
  /// In the spelling it was created with; unique whatever the case.
  package var name: String
  /// `_` and 32 hexadecimal digits.
  package var userRecordName: String
}
