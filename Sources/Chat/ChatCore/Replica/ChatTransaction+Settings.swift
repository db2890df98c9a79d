import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB
import SQLiteSupport

/// The zone of the account's own settings: it has a row like a chat, and is none.
///
/// Each setting of a chat is a record in this zone, and travels through outbox and feed as all records do.
extension ChatTransaction {
  /// Whether this transaction works on the zone of the account's settings.
  var isSettings: Bool { chat.isSettings(of: user) }

  /// The transaction over the zone of settings; makes the zone if this device knows of none.
  static func settings(_ db: Database, in replica: Replica) throws -> ChatTransaction {
    try settings(db, of: replica.user, now: replica.time()) {
      try ChatTransaction(db, chat: $0, in: replica)
    }
  }

  private static func settings(
    _ db: Database, of user: String, now: Int64, _ open: (StoredChat) throws -> ChatTransaction
  ) throws -> ChatTransaction {
    let zoneID = SettingsZone.id(of: user)
    if let chat = try StoredChat.fetch(db, zoneID: zoneID) { return try open(chat) }
    try DatabaseChangeWriter.find(
      db, zoneID: zoneID, name: "", createdAt: 0, isChat: false, now: now)
    guard let chat = try StoredChat.fetch(db, zoneID: zoneID) else {
      throw ChatError.unknownChat(SettingsZone.name)
    }
    var transaction = try open(chat)
    // The cloud says when there is anything to fetch.
    transaction.chat.hasChanges = 0
    try transaction.queue("", .zone, priority: .low)
    return transaction
  }

  /// Notes for the account's other devices that it has left this chat by itself, or has joined it again.
  ///
  /// Nothing else is kept about a chat that was left.
  func noteLeft(_ isLeft: Bool) throws {
    let zoneID = SettingsZone.id(of: user)
    if !isLeft, try StoredChat.fetch(db, zoneID: zoneID) == nil { return }
    var settings = try Self.settings(db, of: user, now: now) {
      try ChatTransaction(db, chat: $0, beside: self)
    }
    let time = Date(millisecondsSince1970: now)
    try settings.changeSettings(of: chat.zoneID) { settings in
      settings.left.set(isLeft ? 1 : 0, at: time)
      guard isLeft else { return }
      settings.pinned.set(0, at: time)
      settings.archived.set(0, at: time)
      settings.notifications.set(ChatNotifications.all.rawValue, at: time)
    }
    try settings.finish()
  }

  /// Changes the settings of a chat, and queues them.
  mutating func changeSettings(
    of zoneID: RecordZoneID, _ body: (inout ChatSettingsRecord) -> Void
  ) throws {
    let name = ChatSettingsRecord.recordName(of: zoneID)
    let known = try ChatSettingsRecord.fetch(name, in: self)
    let before = known ?? ChatSettingsRecord(of: zoneID)
    var settings = before
    body(&settings)
    guard settings != before else { return }
    let pending = try pending(name)
    try settings.store(in: &self)
    try queue(
      name, .settings, priority: .low,
      changing: pending == nil ? known?.record(ofCloud: self) : nil)
  }

  /// Deletes the settings of this chat, which is gone for good.
  func forgetSettings() throws {
    guard let zone = try StoredChat.fetch(db, zoneID: SettingsZone.id(of: user)) else { return }
    let settings = try ChatTransaction(db, chat: zone, beside: self)
    let name = ChatSettingsRecord.recordName(of: chat.zoneID)
    guard let known = try ChatSettingsRecord.fetch(name, in: settings) else { return }
    let pending = try settings.pending(name)
    if known.changeTag == nil, let pending, pending.isUntouched {
      try settings.clear(pending, because: .cancelled)
    } else {
      try settings.queue(name, .settings, .delete, priority: .low)
    }
    try ChatSettingsRecord.delete(name, in: settings)
  }

  /// Queues the settings that a resync has not found in the cloud.
  func queueLostSettings() throws {
    let names = try StoredChatSettings.takeBackLost(db, chatID: chatID, epoch: chat.epoch)
    for name in names { try queue(name, .settings, priority: .low) }
  }

  /// Takes in that the zone of settings is gone: it is made again from what is here, unless the account has
  /// removed all its data from the cloud.
  mutating func settingsVanished(_ reason: DatabaseChanges.Deletion.Reason) throws {
    chat.hasChanges = 0
    if let zone = try pending(""), zone.operation == .save { return }
    guard reason != .purged else { return try forgetZone() }
    try chat.beginLife(db)
    chat.changeToken = nil
    chat.isResyncing = true
    try forgetTags()
    try StoredOutbox.deleteWaiting(db, chatID: chatID)
    try note(.uploadedAgain)
    try queue("", .zone, priority: .low)
    for name in try StoredChatSettings.names(db, chatID: chatID) {
      try queue(name, .settings, priority: .low)
    }
  }
}

extension StoredChatSettings {
  /// Forgets the change tags of what the feed has not brought in this epoch, for chats that are here.
  ///
  /// - Returns: The names of the records, which the cloud has lost: only the end of a chat deletes settings.
  fileprivate static func takeBackLost(
    _ db: Database, chatID: Int64, epoch: Int64
  ) throws -> [String] {
    let names = try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT recordName FROM chatSettings
          WHERE chatID = ? AND epoch < ? AND changeTag IS NOT NULL
            AND \(StoredOutbox.hasNone(for: ChatSettingsRecord.table))
            AND EXISTS (SELECT 1 FROM chat WHERE chat.zoneName = chatSettings.zoneName
              AND chat.ownerName = chatSettings.ownerName AND isChat)
          ORDER BY id
          """),
      arguments: [chatID, epoch])
    try db.cachedStatement(
      sql: """
        UPDATE chatSettings SET changeTag = NULL
        WHERE chatID = ? AND recordName IN (SELECT value FROM json_each(?))
        """
    ).execute(arguments: [chatID, names.jsonText()])
    return names
  }
}
