import ChatModel
package import CloudModel
package import GRDB

/// Rows of `invitation`: the invitations that wait for an answer.
package enum StoredInvitation {
  /// Invitations from one account, and from all: chosen so that nobody can fill the list or hide others
  /// in it.
  static let limitOfOwner = 20
  static let limit = 500

  /// Makes the table say what the cloud says, within the limits.
  package static func replace(_ db: Database, _ invitations: [ShareMetadata]) throws {
    try db.cachedStatement(sql: "DELETE FROM invitation").execute()
    var counts: [String: Int] = [:]
    var count = 0
    for invitation in invitations where count < limit {
      let owner = invitation.ownerIdentity
      let ownerID = owner.userRecordName ?? ""
      counts[ownerID, default: 0] += 1
      guard counts[ownerID, default: 0] <= limitOfOwner else { continue }
      count += 1
      let name = owner.accountName ?? owner.lookupName ?? ""
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO invitation
            (shortGUID, chatName, ownerID, ownerName, ownerDisplayName, permission)
          VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        invitation.shortGUID, ChatTitle.bounded(invitation.title ?? ""), ownerID, name,
        PersonName.display(owner.givenName, account: name) ?? "",
        invitation.participantPermission.rawValue,
      ])
    }
  }
}
