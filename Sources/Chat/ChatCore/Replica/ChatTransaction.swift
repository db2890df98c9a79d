import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB
import SyncRules

/// One transaction over one chat: its row, and all rows that belong to it.
///
/// Invariants:
/// 1. A row leaves the outbox only for the reasons that `OutboxRow` gives. That an older generation was
///    acknowledged, or has failed, is none of them.
/// 2. The cloud's copy is taken over only if no newer local intent waits; otherwise both are merged.
/// 3. The journal says of a row that it was queued, that it left, and that it failed. If the chat is
///    uploaded again or forgotten, one entry says it for all of the chat's rows.
struct ChatTransaction {
  let db: Database
  let user: String
  let now: Int64
  let chatID: Int64
  var chat: StoredChat
  /// The chat's row as it stands in the database.
  private var stored: StoredChat
  /// Whether the chat's local copy has been deleted.
  private(set) var isForgotten = false
  /// Whether the outbox held rows of the chat when the transaction began; if not, records need no query.
  let hasOutbox: Bool
  /// The files of attachments on this device.
  let assets: AssetFolder
  let sealing: SealedChats
  /// Whether the transaction applies a page of the feed; only the feed confirms what the cloud has.
  var isReadingFeed = false
  /// The number of messages that the transaction has found gone, by sender.
  var goneMessages: [String: Int] = [:]

  init(_ db: Database, chat: StoredChat, in replica: Replica) throws {
    self.db = db
    user = replica.user
    now = replica.time()
    assets = replica.assets
    sealing = replica.sealing
    self.chat = chat
    stored = chat
    chatID = try chat.requireID()
    hasOutbox = try !StoredOutbox.isEmpty(db, chatID: chatID)
  }

  /// A transaction over another chat, within the same one of the database.
  init(_ db: Database, chat: StoredChat, beside other: ChatTransaction) throws {
    (self.db, user, now, assets) = (db, other.user, other.now, other.assets)
    sealing = other.sealing
    self.chat = chat
    stored = chat
    chatID = try chat.requireID()
    hasOutbox = try !StoredOutbox.isEmpty(db, chatID: chatID)
  }

  /// Writes the chat's row where it has changed and is still there.
  mutating func finish() throws {
    guard !isForgotten else { return }
    try sayWhatIsGone()
    if hasOutbox { try takeBackOwnLoss() }
    guard chat != stored else { return }
    try chat.update(db)
    stored = chat
  }

  func note(
    _ kind: JournalEntry.Kind, _ recordName: String? = nil, detail: String? = nil
  ) throws {
    try Journal.note(
      db, kind, chatID: chatID, recordName: recordName, detail: detail, at: now)
  }

  /// Queues an intent, and notes it.
  func queue(
    _ recordName: String, _ kind: OutboxRow.Kind, _ operation: OutboxRow.Operation = .save,
    priority: OutboxRow.Priority = .urgent, changing ancestor: CloudRecord? = nil
  ) throws {
    try StoredOutbox.enqueue(
      db, chatID: chatID, recordName: recordName, kind: kind, operation: operation,
      priority: priority, ancestor: ancestor)
    try note(.queued, recordName, detail: operation == .save ? nil : operation.rawValue)
  }

  /// Queues new records in this order, and notes it.
  func queue(_ recordNames: [String], _ kind: OutboxRow.Kind) throws {
    try StoredOutbox.enqueue(db, chatID: chatID, recordNames: recordNames, kind: kind)
    try Journal.note(db, .queued, chatID: chatID, recordNames: recordNames, at: now)
  }

  /// Takes a row out of the queue, and notes why.
  func clear(
    _ row: OutboxRow, because kind: JournalEntry.Kind, detail: String? = nil
  ) throws {
    try row.clear(db)
    try note(kind, row.recordName, detail: detail)
  }

  func pending(_ recordName: String) throws -> OutboxRow? {
    guard hasOutbox else { return nil }
    return try StoredOutbox.fetch(db, chatID: chatID, recordName: recordName)
  }

  // MARK: - The chat's life

  var life: ChatLife { chat.life(for: user) }

  /// Applies `event` to the chat's life, and carries out the consequences.
  mutating func apply(_ event: ChatLife.Event) throws {
    let before = life
    var life = before
    let consequences = life.handle(
      event, isOwn: chat.ownerName == user, permission: chat.permission)
    switch life {
    case .owned: chat.ending = nil
    case .participating(let permission):
      chat.ending = nil
      chat.permission = permission
    case .ended(let ending): chat.ending = ending
    }
    if case .ended(let ending) = life, life != before {
      chat.hasChanges = 0
      chat.isResyncing = false
      chat.changeToken = nil
      chat.wantsPreview = false
      try note(.ended, detail: ending.rawValue)
    }
    if case .vanished(let reason) = event,
      chat.ownerName == user || reason == .encryptedDataReset
    {
      try forgetTags()
    }
    for consequence in consequences {
      switch consequence {
      case .failWaiting(let reason): try failWaiting(reason: reason)
      case .beginAnew:
        try beginAnew()
        chat.lifeBegan = chat.epoch
      case .uploadAnew: try uploadAnew()
      case .queueZoneDeletion: try queueZoneDeletion()
      case .cancelZoneDeletion:
        if let row = try pending("") { try clear(row, because: .cancelled) }
      case .forget:
        if before == .ended(.leaving) { try noteLeft() } else { try forgetSettings() }
        try forgetZone()
      }
    }
    if life != before { try finish() }
  }

  /// Deletes everything of the zone from the replica.
  mutating func forgetZone() throws {
    if chat.isChat { try Journal.note(db, .forgotten, detail: chat.zoneName, at: now) }
    try chat.delete(db)
    try Epoch.noteForgotten(db)
    isForgotten = true
  }

  /// Takes in that the zone is gone.
  mutating func vanish(_ reason: DatabaseChanges.Deletion.Reason) throws {
    if isSettings {
      try settingsVanished(reason)
    } else if try !chat.isChat || hasNothing() {
      try forgetZone()
    } else if let zone = try pending(""), zone.operation == .save {
      // The cloud does not know the zone yet, or reports that the zone's earlier incarnation is
      // gone.
      chat.hasChanges = 0
    } else {
      try apply(.vanished(reason))
    }
  }

  /// Begins a new epoch with a fetch from the beginning; records that the fetch does not bring are
  /// deleted, except unsent ones.
  mutating func beginAnew() throws {
    chat.changeToken = nil
    chat.shareModifiedAt = 0
    chat.epoch = try Epoch.begin(db)
    chat.isResyncing = true
    chat.hasChanges += 1
    chat.isListed = true
    try note(.resyncing)
    try queueOwnRecords()
    // An account that may only read now keeps its unsent data, as failed.
    if !life.canWrite { try failWaiting(reason: ChatLife.readOnlyReason) }
  }

  /// Queues the share and the session of a zone that was created again, perhaps without them.
  mutating func completeZone() throws {
    try queue(RecordID.zoneWideShareName, .share)
    try queueStatements()
    try queue(chat.sessionName, .session)
  }

  /// Fails everything that waits.
  ///
  /// Texts stay. A name, a reaction or a read mark that the cloud will never receive is undone.
  mutating func failWaiting(reason: String) throws {
    for row in try StoredOutbox.all(db, chatID: chatID) where row.failure == nil {
      try fail(row, reason: reason)
    }
    try StoredTransfer.failUploads(db, chatID: chatID, reason: reason)
  }

  /// Queues the deletion of the zone in place of everything else; a chat that never was in the cloud is
  /// deleted at once.
  private mutating func queueZoneDeletion() throws {
    let waiting = try StoredOutbox.all(db, chatID: chatID)
    let isUntouched = !chat.hasBegun || waiting.contains { $0.kind == .zone && $0.isUntouched }
    for row in waiting {
      try clear(row, because: .cancelled)
      // If the person comes back, the change is still here, and is sent then.
      if row.kind == .message, row.operation == .save {
        try forgetInCloud(message: row.recordName)
      }
    }
    if isUntouched { return try apply(.confirmed) }
    try queue("", .zone, .delete)
  }

  /// Creates the chat in the cloud again, with what this account has written in it.
  ///
  /// Other people's messages stay local: uploaded by this account, they would be shown as its own words.
  private mutating func uploadAnew() throws {
    try chat.beginLife(db)
    chat.changeToken = nil
    // As for a new chat, its first feed confirms what the cloud has taken.
    chat.isResyncing = true
    chat.isHistoryComplete = true
    chat.sessionChangeTag = nil
    chat.shortGUID = nil
    chat.shownWords = nil
    chat.shareModifiedAt = 0
    try StoredMember.replace(db, [], chatID: chatID)
    try StoredOutbox.deleteWaiting(db, chatID: chatID)
    try forgetTags()
    try note(.uploadedAgain)
    try queueCreation()
    try queueOwnRecords()
  }

  /// Makes the chat in the cloud, if it has waited for its first message.
  mutating func begin(in replica: Replica) throws {
    guard !chat.hasBegun else { return }
    try chat.beginLife(db)
    try queueCreation()
    try finish()
    // What is written now follows what is queued already.
    self = try ChatTransaction(db, chat: chat, in: replica)
  }

  /// Queues the zone, the share and the session, which make a chat in the cloud, and the statements of a sealed one.
  func queueCreation() throws {
    try queue("", .zone)
    try queue(RecordID.zoneWideShareName, .share)
    try queueStatements()
    try queue(chat.sessionName, .session)
  }

  /// Forgets the change tags, the epochs, the file checksums, and the copies on which failed changes are based.
  ///
  /// The cloud has lost everything.
  func forgetTags() throws {
    for table in Self.recordTables {
      try db.cachedStatement(
        sql: "UPDATE \(table) SET changeTag = NULL, epoch = 0 WHERE chatID = ?"
      ).execute(arguments: [chatID])
    }
    try db.cachedStatement(sql: "UPDATE message SET fileChecksum = NULL WHERE chatID = ?").execute(
      arguments: [chatID])
    try StoredOutbox.forgetAncestorsOfFailed(db, chatID: chatID)
  }

  /// Queues the records of this account that the cloud has lost.
  private func queueOwnRecords() throws {
    let marks = MarkKind.allCases.map { ($0.type.table, $0.type.author, OutboxRow.Kind.mark($0)) }
    for (table, author, kind) in [(MessageRecord.table, "senderID", .message)] + marks {
      let names = try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT recordName FROM \(table)
            WHERE chatID = ? AND \(author) = ? AND changeTag IS NULL
              AND \(StoredOutbox.hasNone(for: table)) ORDER BY id
            """),
        arguments: [chatID, user])
      for name in names { try queue(name, kind) }
    }
    for name in try lostUnknownRecords() { try queue(name, .unknown) }
    try StoredTransfer.queueUploads(db, chatID: chatID, user: user)
  }

  /// Queues the deletion of own messages that were taken back before a time.
  func removeMarks(deletedBefore time: Int64) throws {
    guard life.canWrite else { return }
    let names = try String.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT recordName FROM message
          WHERE chatID = ? AND senderID = ? AND deletedAt < ? AND changeTag IS NOT NULL
            AND \(StoredOutbox.hasNone(for: MessageRecord.table))
          """),
      arguments: [chatID, user, time])
    for name in names { try queue(name, .message, .delete, priority: .low) }
  }

  // MARK: - Taking back

  /// Restores the cloud's last version in the local copy; a record that the cloud never had is deleted.
  mutating func restore(_ row: OutboxRow) throws {
    let ancestor = try row.ancestorRecord(in: chat.zoneID)
    switch row.kind {
    case .zone, .share: break
    case .session:
      if let ancestor { try chat.take(SessionRecord(ancestor)) }
    case .message:
      if let ancestor {
        try restore(MessageRecord(ancestor))
      } else if try MessageRecord.fetch(row.recordName, in: self)?.changeTag == nil {
        try MessageRecord.delete(row.recordName, in: self)
      }
    case .mark(let kind):
      try restore(kind.type, row.recordName, from: kind.type.canBeTakenBack ? ancestor : nil)
    case .settings: try restore(ChatSettingsRecord.self, row.recordName, from: ancestor)
    case .block: try restore(BlockedPersonRecord.self, row.recordName, from: ancestor)
    case .unknown: break
    }
  }

  private mutating func restore<R: ReplicaRecord>(
    _ type: R.Type, _ recordName: String, from ancestor: CloudRecord?
  ) throws {
    if let record = ancestor.flatMap({ R($0) }) {
      try record.store(in: &self)
    } else {
      try R.delete(recordName, in: self)
    }
  }
}
