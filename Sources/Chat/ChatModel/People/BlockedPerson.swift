package import Foundation

/// Somebody whom the account has blocked.
package struct BlockedPerson: Sendable, Equatable, Identifiable {
  package var id: String { userRecordName }
  package var userRecordName: String
  /// The name of the person's account.
  package var name: String
  package var since: Date

  package init(userRecordName: String, name: String, since: Date) {
    self.userRecordName = userRecordName
    self.name = name
    self.since = since
  }
}
