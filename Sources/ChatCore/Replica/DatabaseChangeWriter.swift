import CloudModel
import GRDB

/// Applies database changes within a transaction: which zones there are, and which have news.
struct DatabaseChangeWriter {
  let db: Database
  let user: String
  let scope: DatabaseScope

  func apply(_ changes: DatabaseChanges) throws {
    let isListing =
      try Bool.fetchOne(
        db, sql: "SELECT isListing FROM databaseToken WHERE scope = ?",
        arguments: [scope.pathComponent]) ?? true
    for zoneID in changes.modifications where isOurs(zoneID) {
      try markChanged(zoneID)
    }
    for deletion in changes.deletions where isOurs(deletion.zoneID) {
      var chat = try StoredChat.fetch(db, zoneID: deletion.zoneID)
      try chat?.seal(db, reason: Self.sealReason(in: scope, deletion.reason))
    }
    if isListing, !changes.moreComing { try suspectUnlisted() }
    try db.execute(
      sql: """
        INSERT INTO databaseToken (scope, token, isListing) VALUES (?, ?, ?)
        ON CONFLICT (scope) DO UPDATE SET token = excluded.token, isListing = excluded.isListing
        """,
      arguments: [
        scope.pathComponent, changes.changeToken.rawValue, isListing && changes.moreComing,
      ])
  }

  /// Forgets the token; every known zone has to be named again.
  func beginListing() throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO databaseToken (scope, token, isListing) VALUES (?, NULL, 1)",
      arguments: [scope.pathComponent])
    try db.execute(
      sql: "UPDATE chat SET isListed = 0 WHERE \(isInScope)", arguments: [user])
  }

  /// A cloud that names a zone of the wrong owner, or of another application, is not followed.
  private func isOurs(_ zoneID: RecordZoneID) -> Bool {
    ChatZone.isChat(zoneID) && zoneID.databaseScope(for: user) == scope
  }

  private func markChanged(_ zoneID: RecordZoneID) throws {
    guard var chat = try StoredChat.fetch(db, zoneID: zoneID) else {
      var chat = StoredChat(zoneID: zoneID, name: "", createdAt: 0, permission: .readOnly)
      chat.hasChanges = 1
      chat.lastSeenMessageID = StoredChat.firstFetch
      try chat.insert(db)
      return
    }
    chat.markChanged()
    try chat.update(db)
  }

  /// Zones that a full listing does not name are probably gone; fetching them will tell.
  private func suspectUnlisted() throws {
    try db.execute(
      sql: """
        UPDATE chat SET hasChanges = hasChanges + 1, isListed = 1
        WHERE NOT isListed AND sealReason IS NULL AND \(isInScope)
          AND id NOT IN (SELECT chatID FROM outbox WHERE kind = 'zone')
        """,
      arguments: [user])
  }

  private var isInScope: String { scope == .private ? "ownerName = ?" : "ownerName <> ?" }

  /// What a person is told about a zone that is gone.
  static func sealReason(
    in scope: DatabaseScope, _ reason: DatabaseChanges.Deletion.Reason
  ) -> String {
    switch (scope, reason) {
    case (.private, .deleted): "You have deleted this chat."
    case (.private, .purged): "You have removed all of this account's data from the cloud."
    case (.private, .encryptedDataReset): "The account's encrypted data was reset."
    case (_, _): "This chat is no longer shared with you."
    }
  }
}
