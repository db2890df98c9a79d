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
            (shortGUID, chatName, firstWords, ownerID, ownerName, ownerDisplayName, permission)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        invitation.shortGUID, invitation.chatTitle, invitation.firstWords, ownerID, name,
        PersonName.display(owner.givenName, account: name) ?? "",
        invitation.participantPermission.rawValue,
      ])
    }
  }

  /// The short GUID of a chat of two that somebody has begun with the account; nil if none waits.
  package static func ofTwo(_ db: Database, from user: String) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT shortGUID FROM invitation WHERE ownerID = ? AND firstWords IS NOT NULL
          ORDER BY shortGUID LIMIT 1
          """),
      arguments: [user])
  }

  /// The chats of two that people begin with whom the account is in a chat already: they need no answer.
  ///
  /// A blocked person's invitation is not among them, and neither is that to a chat which the account has left.
  package static func welcome(
    _ db: Database, among invitations: [ShareMetadata]
  ) throws -> [ShareMetadata] {
    var counts: [String: Int] = [:]
    return try invitations.filter { invitation in
      guard invitation.isChatOfTwo, let owner = invitation.ownerIdentity.userRecordName,
        owner == invitation.zoneID.ownerName
      else { return false }
      counts[owner, default: 0] += 1
      guard counts[owner, default: 0] <= limitOfOwner else { return false }
      return try Bool.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT \(StoredBlockedPerson.isNot(":owner"))
              AND EXISTS (SELECT 1 FROM member JOIN chat ON chat.id = chatID
                WHERE userRecordName = :owner AND status = 'ACCEPTED' AND isChat AND ending IS NULL)
              AND NOT EXISTS (SELECT 1 FROM chatSettings
                WHERE zoneName = :zone AND ownerName = :owner AND isLeft)
            """),
        arguments: ["owner": owner, "zone": invitation.zoneID.zoneName]) ?? false
    }
  }
}
