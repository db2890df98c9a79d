/// The account to which the replica belongs.
package struct Account: Sendable, Equatable {
  package var userRecordName: String
  package var name: String

  package init(userRecordName: String, name: String) {
    self.userRecordName = userRecordName
    self.name = name
  }
}
