import ChatModel
import ChatStore
import CloudModel
import CloudSync
import GRDB

/// Applies database changes within a transaction: which zones there are, and which have news.
struct DatabaseChangeWriter {
  let db: Database
  let scope: DatabaseScope
  let replica: Replica

  /// Applies a page that was asked for at `position`.
  ///
  /// - Returns: whether the page was applied. If a zone was forgotten since, the page may name it as if it were there,
  ///   and nothing of the page counts.
  func apply(_ changes: DatabaseChanges, from position: DatabasePosition) throws -> Bool {
    guard try position.epoch >= Epoch.ofLastForgotten(db) else { return false }
    let isListing =
      try Bool.fetchOne(
        db.cachedStatement(sql: "SELECT isListing FROM databaseToken WHERE scope = ?"),
        arguments: [scope.pathComponent]) ?? true
    var isShown = isListing || !changes.deletions.isEmpty
    for zoneID in changes.modifications where isOurs(zoneID) {
      if try !markChanged(zoneID) { isShown = true }
    }
    // That a known chat has news is the engine's own note: it fetches them next, and windows show those.
    if !isShown { replica.tableChanges.deferTransaction() }
    for deletion in changes.deletions where isOurs(deletion.zoneID) {
      guard let chat = try StoredChat.fetch(db, zoneID: deletion.zoneID) else { continue }
      var transaction = try ChatTransaction(db, chat: chat, in: replica)
      if chat.lifeBegan > position.epoch {
        // The page may report the end of an earlier incarnation.
        transaction.chat.hasChanges += 1
      } else {
        try transaction.vanish(deletion.reason)
      }
      try transaction.finish()
    }
    if isListing, !changes.moreComing { try suspectUnlisted() }
    try db.cachedStatement(
      sql: """
        INSERT INTO databaseToken (scope, token, isListing) VALUES (?, ?, ?)
        ON CONFLICT (scope) DO UPDATE SET token = excluded.token, isListing = excluded.isListing
        """
    ).execute(arguments: [
      scope.pathComponent, changes.changeToken.rawValue, isListing && changes.moreComing,
    ])
    return true
  }

  /// Forgets the token; every known zone has to be named again.
  func beginListing() throws {
    try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO databaseToken (scope, token, isListing) VALUES (?, NULL, 1)"
    ).execute(arguments: [scope.pathComponent])
    try db.cachedStatement(sql: "UPDATE chat SET isListed = 0 WHERE \(isInScope)").execute(
      arguments: [user])
  }

  /// Ignores a zone whose owner does not fit the database, and the default zone, which nobody can share.
  private func isOurs(_ zoneID: RecordZoneID) -> Bool {
    zoneID.zoneName != RecordZoneID.defaultZoneName && zoneID.databaseScope(for: user) == scope
  }

  /// Marks a zone for fetching.
  ///
  /// - Returns: whether its chat is known here and goes on.
  private func markChanged(_ zoneID: RecordZoneID) throws -> Bool {
    guard let chat = try StoredChat.fetch(db, zoneID: zoneID) else {
      try Self.find(
        db, zoneID: zoneID, name: "", createdAt: 0, isChat: ChatZone.isNamedAsChat(zoneID),
        now: replica.time())
      return false
    }
    var transaction = try ChatTransaction(db, chat: chat, in: replica)
    try transaction.apply(.named)
    guard transaction.chat.ending == nil else { return false }
    transaction.chat.hasChanges += 1
    transaction.chat.isListed = true
    transaction.chat.changeOrder = try Self.nextOrder(db)
    try transaction.finish()
    return chat.ending == nil && chat.isListed
  }

  /// Notes a zone that is in the cloud and not yet here.
  static func find(
    _ db: Database, zoneID: RecordZoneID, name: String, createdAt: Int64, isChat: Bool, now: Int64
  ) throws {
    var chat = StoredChat(foundAs: zoneID, name: name, createdAt: createdAt, isChat: isChat)
    try chat.beginLife(db)
    chat.changeOrder = try nextOrder(db)
    try chat.insert(db)
    if isChat { try Journal.note(db, .found, chatID: chat.id, detail: zoneID.zoneName, at: now) }
  }

  /// Higher than that of every chat named before.
  static func nextOrder(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT coalesce(max(changeOrder), 0) + 1 FROM chat"))
      ?? 1
  }

  /// Zones that a full listing does not name are probably gone; fetching them will tell.
  private func suspectUnlisted() throws {
    try db.cachedStatement(
      sql: """
        UPDATE chat SET hasChanges = hasChanges + 1, isListed = 1
        WHERE NOT isListed AND ending IS NULL AND lifeBegan <> 0 AND \(isInScope)
          AND NOT \(StoredOutbox.makesOrDeletesZone)
        """
    ).execute(arguments: [user])
  }

  private var user: String { replica.user }

  private var isInScope: String { scope == .private ? "ownerName = ?" : "ownerName <> ?" }
}
