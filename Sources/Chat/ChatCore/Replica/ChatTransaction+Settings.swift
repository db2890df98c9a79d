import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB
import SQLiteSupport

/// The zone of the account's own settings: it has a row like a chat, and is none.
///
/// The settings of each chat are a record in this zone, and so is each person whom the account has blocked, or whose
/// number it has compared. They travel through outbox and feed as all records do.
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

  /// Notes for the account's other devices that it has left this chat by itself.
  ///
  /// Nothing else is kept about a chat that was left.
  func noteLeft() throws {
    try changeOwnSettings { settings, time in
      settings.left.set(1, at: time)
      settings.pinned.set(0, at: time)
      settings.archived.set(0, at: time)
      settings.notifications.set(ChatNotifications.unchosen, at: time)
      settings.muted.set(0, at: time)
    }
  }

  /// Notes for the account's other devices when it has joined this chat: earlier messages are not unread.
  ///
  /// `time` is that of the cloud's clock, nil for now.
  func noteJoined(at time: Date?) throws {
    try changeOwnSettings { settings, now in settings.left.confirm(0, at: time ?? now) }
  }

  private func changeOwnSettings(_ change: (inout ChatSettingsRecord, Date) -> Void) throws {
    var settings = try Self.settings(db, of: user, now: now) {
      try ChatTransaction(db, chat: $0, beside: self)
    }
    let time = Date(millisecondsSince1970: now)
    try settings.changeSettings(of: chat.zoneID) { change(&$0, time) }
    try settings.finish()
  }

  /// Takes in a chat's settings; what was there before another device has joined the chat is not unread.
  mutating func absorbChatSettings(_ record: CloudRecord, _ entry: OutboxEntry.ID?) throws {
    guard let settings = ChatSettingsRecord(record) else {
      return try disown(record, in: ChatSettingsRecord.table)
    }
    let zoneID = RecordZoneID(zoneName: settings.zoneName, ownerName: settings.ownerName)
    let before = try StoredChatSettings.joinedAt(db, zoneID)
    try absorb(settings, record, entry)
    guard let joined = try StoredChatSettings.joinedAt(db, zoneID), joined != before,
      let chat = try StoredChat.fetch(db, zoneID: zoneID)
    else { return }
    var transaction = try ChatTransaction(db, chat: chat, beside: self)
    try transaction.see(through: ReadPosition(through: joined))
    try transaction.finish()
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

  /// Blocks a person, or blocks them no more, and queues that.
  ///
  /// - Parameters:
  ///   - isBlocked: whether the person is blocked from now on.
  ///   - userID: the user record name of the person.
  ///   - name: the name of the person's account, as far as it is known.
  /// - Throws: `DatabaseError` if the replica cannot be written.
  mutating func setBlocked(_ isBlocked: Bool, _ userID: String, name: String) throws {
    let recordName = BlockedPersonRecord.recordName(of: userID)
    let known = try BlockedPersonRecord.fetch(recordName, in: self)
    var person = known ?? BlockedPersonRecord(of: userID)
    guard (person.blocked.value == 1) != isBlocked else { return }
    person.blocked.set(isBlocked ? 1 : 0, at: Date(millisecondsSince1970: now))
    if !name.isEmpty { person.name = name }
    let pending = try pending(recordName)
    try person.store(in: &self)
    try queue(
      recordName, .block, priority: .low,
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
    // Only the end of a chat deletes settings, and nobody deletes a block.
    let names = try ChatSettingsRecord.takeBackLost(
      db, chatID: chatID, epoch: chat.epoch,
      where: """
        EXISTS (SELECT 1 FROM chat WHERE chat.zoneName = chatSettings.zoneName
          AND chat.ownerName = chatSettings.ownerName AND isChat)
        """)
    for name in names { try queue(name, .settings, priority: .low) }
    let people = try BlockedPersonRecord.takeBackLost(
      db, chatID: chatID, epoch: chat.epoch, where: "TRUE")
    for name in people { try queue(name, .block, priority: .low) }
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
    for name in try StoredBlockedPerson.names(db, chatID: chatID) {
      try queue(name, .block, priority: .low)
    }
    for name in try lostUnknownRecords() { try queue(name, .unknown, priority: .low) }
  }
}

extension ReplicaRecord {
  /// Forgets the change tags of what the feed has not brought in this epoch.
  ///
  /// - Parameters:
  ///   - db: the replica.
  ///   - chatID: the zone.
  ///   - epoch: that of the feed.
  ///   - isKept: a condition on the rows that count.
  /// - Returns: the names of the records, which the cloud has lost.
  /// - Throws: `DatabaseError` if the replica cannot be written.
  fileprivate static func takeBackLost(
    _ db: Database, chatID: Int64, epoch: Int64, where isKept: String
  ) throws -> [String] {
    let names = try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT recordName FROM \(table)
          WHERE chatID = ? AND epoch < ? AND changeTag IS NOT NULL
            AND \(StoredOutbox.hasNone(for: table)) AND \(isKept)
          ORDER BY id
          """),
      arguments: [chatID, epoch])
    try db.cachedStatement(
      sql: """
        UPDATE \(table) SET changeTag = NULL
        WHERE chatID = ? AND recordName IN (SELECT value FROM json_each(?))
        """
    ).execute(arguments: [chatID, names.jsonText()])
    return names
  }
}
