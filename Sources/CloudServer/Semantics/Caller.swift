/// Who asks, and from which of their devices.
package struct Caller: Sendable, Hashable {
  package var userRecordName: String
  /// The device that asks; what it changes is not announced back to it.
  ///
  /// Nil announces to all.
  package var clientID: String?

  package init(userRecordName: String, clientID: String? = nil) {
    self.userRecordName = userRecordName
    self.clientID = clientID
  }
}
