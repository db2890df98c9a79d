package import ChatModel
package import CloudModel
import Foundation
package import GRDB

/// Rows of `chatSettings`.
package enum StoredChatSettings {
  /// Inserts or updates the settings of a chat.
  package static func upsert(
    _ db: Database, _ settings: ChatSettingsRecord, chatID: Int64, epoch: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO chatSettings (chatID, recordName, zoneName, ownerName, isPinned, pinnedAt,
          isArchived, archivedAt, notifications, notificationsAt, mutedUntil, mutedAt, isLeft,
          leftAt, changeTag, unknownFields, epoch)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          isPinned = excluded.isPinned, pinnedAt = excluded.pinnedAt,
          isArchived = excluded.isArchived, archivedAt = excluded.archivedAt,
          notifications = excluded.notifications, notificationsAt = excluded.notificationsAt,
          mutedUntil = excluded.mutedUntil, mutedAt = excluded.mutedAt,
          isLeft = excluded.isLeft, leftAt = excluded.leftAt,
          changeTag = excluded.changeTag, unknownFields = excluded.unknownFields,
          epoch = max(epoch, excluded.epoch)
        """
    ).execute(arguments: [
      chatID, settings.recordName, settings.zoneName, settings.ownerName, settings.pinned.value,
      settings.pinned.setAt?.millisecondsSince1970, settings.archived.value,
      settings.archived.setAt?.millisecondsSince1970, settings.notifications.value,
      settings.notifications.setAt?.millisecondsSince1970, settings.muted.value,
      settings.muted.setAt?.millisecondsSince1970, settings.left.value,
      settings.left.setAt?.millisecondsSince1970, settings.changeTag,
      try settings.unknownFields.encoded(), epoch,
    ])
  }

  /// Whether the account has left a chat by itself, on any of its devices.
  package static func isLeft(_ db: Database, _ chat: RecordZoneID) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM chatSettings
            WHERE zoneName = ? AND ownerName = ? AND isLeft)
          """),
      arguments: [chat.zoneName, chat.ownerName]) ?? false
  }

  /// When the account has joined a chat, in milliseconds since 1970; nil where no device has noted it.
  package static func joinedAt(_ db: Database, _ chat: RecordZoneID) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT leftAt FROM chatSettings
          WHERE ownerName = ? AND zoneName = ? AND NOT isLeft AND leftAt IS NOT NULL
          """),
      arguments: [chat.ownerName, chat.zoneName])
  }

  /// The settings with a name; nil if they are not here.
  package static func fetch(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> ChatSettingsRecord? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT *, \(chosenNotifications) AS chosen FROM chatSettings AS settings
          WHERE chatID = ? AND recordName = ?
          """),
      arguments: [chatID, recordName]
    ).map { row in
      func setting<Value>(_ value: Value, _ column: String) -> DatedSetting<Value> {
        let setAt: Int64? = row[column]
        return DatedSetting(value, setAt: setAt.map { Date(millisecondsSince1970: $0) })
      }
      var settings = ChatSettingsRecord(
        of: RecordZoneID(zoneName: row["zoneName"], ownerName: row["ownerName"]))
      settings.pinned = setting(row["isPinned"], "pinnedAt")
      settings.archived = setting(row["isArchived"], "archivedAt")
      settings.notifications = setting(row["chosen"], "notificationsAt")
      settings.muted = setting(row["mutedUntil"], "mutedAt")
      settings.left = setting(row["isLeft"], "leftAt")
      settings.changeTag = row["changeTag"]
      settings.unknownFields = try UnknownFields(decoding: row["unknownFields"])
      return settings
    }
  }

  /// The choice of notifications in a row of `settings`.
  ///
  /// Earlier versions stored `all` where nobody had chosen anything.
  package static let chosenNotifications = """
    iif(settings.notifications = 'all' AND settings.notificationsAt IS NULL,
      '\(ChatNotifications.unchosen)', settings.notifications)
    """

  /// The names of all settings of a zone, oldest first.
  package static func names(_ db: Database, chatID: Int64) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT recordName FROM chatSettings WHERE chatID = ? ORDER BY id"),
      arguments: [chatID])
  }
}
