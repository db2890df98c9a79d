/// Who the replica belongs to.
package struct Account: Sendable, Equatable {
  package var userRecordName: String
  package var name: String

  package init(userRecordName: String, name: String) {
    self.userRecordName = userRecordName
    self.name = name
  }
}
