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

  /// Our choice: the chats of one owner that may be joined unasked while the account has seen no message in them.
  ///
  /// A client begins one chat with a person, and whoever begins many must not fill the list.
  private static let limitOfUnseen = 3

  /// The chats of two that people begin whom the account knows: they need no answer.
  ///
  /// Somebody is known who owns a chat of the account, who is in one that the account owns, or in one where the account
  /// has written. So the owner of a chat that was joined unasked makes nobody else known. A blocked person's invitation
  /// is not among them, and neither is that to a chat which the account has left; before the account's settings were
  /// fetched to their end nobody knows these, and nothing is joined.
  package static func welcome(
    _ db: Database, among invitations: [ShareMetadata], of user: String
  ) throws -> [ShareMetadata] {
    guard try knowsSettings(db, of: user) else { return [] }
    var counts: [String: Int] = [:]
    return try invitations.filter { invitation in
      guard invitation.isChatOfTwo, let owner = invitation.ownerIdentity.userRecordName,
        owner == invitation.zoneID.ownerName, try isKnown(db, owner, to: user),
        try !StoredChatSettings.isLeft(db, invitation.zoneID)
      else { return false }
      let count = try counts[owner] ?? unseenCount(db, of: owner)
      counts[owner] = count + 1
      return count < limitOfUnseen
    }
  }

  /// Whether this device has what other devices of the account have said about people and chats.
  private static func knowsSettings(_ db: Database, of user: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM databaseToken
              WHERE scope = ? AND token IS NOT NULL AND NOT isListing)
            AND NOT EXISTS (SELECT 1 FROM chat
              WHERE zoneName = ? AND ownerName = ? AND hasChanges AND NOT isHistoryComplete)
          """),
      arguments: [DatabaseScope.private.pathComponent, SettingsZone.name, user]) ?? false
  }

  private static func isKnown(_ db: Database, _ owner: String, to user: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT \(StoredBlockedPerson.isNot(":owner"))
            AND EXISTS (SELECT 1 FROM member JOIN chat ON chat.id = chatID
              WHERE userRecordName = :owner AND status = 'ACCEPTED' AND isChat AND ending IS NULL
                AND (chat.ownerName IN (:owner, :user) OR EXISTS (SELECT 1 FROM message
                  WHERE message.chatID = chat.id AND message.senderID = :user)))
          """),
      arguments: ["owner": owner, "user": user]) ?? false
  }

  /// The chats of an owner of which the account has seen no message.
  private static func unseenCount(_ db: Database, of owner: String) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FROM chat
          WHERE ownerName = ? AND isChat AND ending IS NULL AND lastSeenMessageID <= 0
          """),
      arguments: [owner]) ?? 0
  }
}
