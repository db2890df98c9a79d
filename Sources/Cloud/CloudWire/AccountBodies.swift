/// Answer to `GET /extension/1/accounts/NAME`, for signed-in users.
package struct AccountLookupResponse: Codable, Sendable {
  package var name: String
  package var userRecordName: String

  package init(name: String, userRecordName: String) {
    self.name = name
    self.userRecordName = userRecordName
  }
}
