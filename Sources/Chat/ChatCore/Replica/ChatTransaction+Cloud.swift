import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB

/// Taking in records from the cloud: from pages, previews and answers.
extension ChatTransaction {
  /// Takes in the cloud's copy of a record; `entry` is set if this is the answer to that entry's save.
  mutating func absorb(_ record: CloudRecord, answers entry: OutboxEntry.ID? = nil) throws {
    if let pending = try pending(record.recordID.recordName),
      pending.kind.isReplaced(by: record)
    {
      try giveWay(to: record, pending)
    }
    if isSettings { return try absorbSettings(record, entry) }
    if let kind = MarkKind(recordType: record.recordType) {
      return try absorbMark(kind.type, record, entry)
    }
    switch record.recordType {
    case MessageRecord.recordType:
      try absorb(MessageRecord(record), record, entry)
    case SessionRecord.recordType:
      guard try countsAsSession(record.recordID.recordName) else { return try keepUnknown(record) }
      try absorbSession(SessionRecord(record), record, entry)
    case Share.recordType where record.recordID.recordName == RecordID.zoneWideShareName:
      try absorbShare(record)
    default:
      try keepUnknown(record)
    }
  }

  /// Takes in a record of the zone of settings, where no other type counts.
  private mutating func absorbSettings(_ record: CloudRecord, _ entry: OutboxEntry.ID?) throws {
    switch record.recordType {
    case ChatSettingsRecord.recordType:
      try absorbChatSettings(record, entry)
    case BlockedPersonRecord.recordType:
      guard let person = BlockedPersonRecord(record) else {
        return try disown(record, in: BlockedPersonRecord.table)
      }
      try absorb(person, record, entry)
    case ComparedKeysRecord.recordType:
      // What waits to be taken away does not come back.
      guard try pending(record.recordID.recordName)?.operation != .delete else { return }
      try keepUnknown(record)
      try listSealedChats()
    default: try keepUnknown(record)
    }
  }

  mutating func absorb<R: ReplicaRecord>(
    _ server: R, _ record: CloudRecord, _ entry: OutboxEntry.ID?
  ) throws {
    guard let pending = try pending(for: record) else { return try server.store(in: &self) }
    let local = try R.fetch(server.recordName, in: self)
    let arrival = OutboxDecision.arrival(
      of: server, meeting: pending, local: local, answers: entry)
    assert(
      pending.operation == .save || entry == pending.id || arrival == .remember,
      "ChatTransaction 2: the cloud's copy takes the place of a waiting deletion")
    switch arrival {
    case .take(let reason):
      try clear(pending, because: reason)
      try server.store(in: &self)
    case .takeBeside:
      try server.store(in: &self)
      try pending.remember(db, record)
    case .remember: try pending.remember(db, record)
    case .ignore: break
    case .merge(let merged):
      try merged.store(in: &self)
      try pending.rebase(db, on: record)
      try note(.merged, server.recordName)
    }
  }

  /// Takes in an invalid record of the cloud, which counts for nobody.
  ///
  /// It names one user and was created by another, or it does not fit its record type. The local record
  /// of that name is deleted, and a save that waits for it goes on under another name.
  mutating func disown(_ record: CloudRecord, in table: String) throws {
    let name = record.recordID.recordName
    if let pending = try pending(for: record), pending.operation == .save,
      try !moveOn(pending)
    {
      try fail(pending, reason: "Another record has taken its place.")
    }
    let mark = try marks([name], in: table).first
    try delete(name, from: table)
    if let mark { try takeNext(after: mark) }
  }

  private mutating func absorbShare(_ record: CloudRecord) throws {
    // A chat has one share, even if another device of the owner has made it.
    if let pending = try pending(record.recordID.recordName) {
      try clear(pending, because: .sent)
    }
    guard let share = record.share else { return }
    chat.publicPermission = share.publicPermission
    chat.shortGUID = share.shortGUID
    try takeMembers(of: share, record)
    try apply(.shareSays(share.participant(withUserRecordName: user)?.permission))
  }

  /// Keeps a record of a type that this version does not know.
  func keepUnknown(_ record: CloudRecord) throws {
    if let pending = try pending(for: record) { try clear(pending, because: .sent) }
    try db.cachedStatement(
      sql: """
        INSERT INTO parkedRecord (chatID, recordName, body, changeTag, epoch)
        VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          body = excluded.body, changeTag = excluded.changeTag, epoch = max(epoch, excluded.epoch)
        """
    ).execute(arguments: [
      chatID, record.recordID.recordName, try Ancestor.encoded(record), record.recordChangeTag,
      recordEpoch,
    ])
  }

  /// The epoch that is stored with the records that are taken in now.
  ///
  /// Only the feed stores the present epoch: between an answer or a preview and the end of the feed, the
  /// zone may have been deleted and created again.
  var recordEpoch: Int64 { isReadingFeed ? chat.epoch : chat.epoch - 1 }

  /// Whether a record without a change tag was made here in the present epoch, so that nobody can have seen an earlier
  /// version of it.
  ///
  /// The row of a record that the cloud has lost has epoch 0, because the number of the epoch in which the cloud had it
  /// can be the present `recordEpoch`. A record of an earlier epoch may have been on its way when the present one
  /// began.
  func isOfThisEpoch(_ recordName: String, in table: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT epoch >= ? FROM \(table) WHERE chatID = ? AND recordName = ?"),
      arguments: [recordEpoch, chatID, recordName]) ?? false
  }

  /// Takes in that a record is not in the cloud any more.
  mutating func absorbDeletion(of recordName: String) throws {
    guard recordName != RecordID.zoneWideShareName else {
      // The owner stopped sharing; a participant learns it by the zone's disappearance.
      chat.publicPermission = .none
      chat.shortGUID = nil
      try noteEndOfShare()
      try StoredMember.replace(db, [], chatID: chatID)
      try apply(.shareSays(nil))
      return
    }
    if recordName == chat.sessionName { return try sessionIsGone() }
    let pending = try pending(recordName)
    let isOwnDeletion = pending?.operation == .delete
    let kept =
      isOwnDeletion ? [] : try messagesAreGone([recordName], because: .deleted)
    if let pending, kept.isEmpty { try clear(pending, because: isOwnDeletion ? .sent : .gone) }
    let marks = try Self.recordTables.flatMap { try self.marks([recordName], in: $0) }
    for table in Self.recordTables where kept.isEmpty || table != MessageRecord.table {
      try delete(recordName, from: table)
    }
    for mark in marks { try takeNext(after: mark) }
  }

  // MARK: - Pages

  /// Applies a page of the feed; `marks` is the chat's `hasChanges` when the page was requested.
  mutating func apply(_ changes: RecordZoneChanges, marks: Int64) throws {
    guard chat.isChat || isSettings else { return try lookForSession(in: changes, marks: marks) }
    // A feed from the beginning brings the session again, if there is one.
    if chat.changeToken == nil { forgetSessionTag() }
    isReadingFeed = true
    try absorb(changes.modifications)
    isReadingFeed = false
    for deletion in changes.deletions { try absorbDeletion(of: deletion.recordID.recordName) }
    // The page may have ended the chat itself.
    guard chat.ending == nil else { return }
    chat.changeToken = changes.changeToken.rawValue
    if !changes.modifications.isEmpty || !changes.deletions.isEmpty {
      try note(
        .fetched,
        detail: "\(changes.modifications.count) records, \(changes.deletions.count) deletions")
    }
    if changes.moreComing {
      // Whichever engine continues, it has to fetch the next page.
      chat.hasChanges = max(chat.hasChanges, 1)
      return
    }
    // A mark made while the page was on its way stands for changes that are not in the page.
    if chat.hasChanges == marks { chat.hasChanges = 0 }
    if try !isSettings && isNoChat() { return try forgetContents() }
    if chat.isResyncing { try sweep() }
    chat.isHistoryComplete = true
    chat.wantsPreview = false
    if chat.isInFirstFetch { try endFirstFetch() }
  }

  /// Ends a resync: deletes the records that the new feed did not bring, except those that wait in the outbox.
  ///
  /// Messages of this account stay, as failed. A message that its sender deletes leaves a deletion
  /// mark in the cloud. The cloud has therefore lost these, for example with a zone that another
  /// device has deleted and created again. Other people's messages that the cloud has lost with the
  /// whole zone stay too, and are marked (`Message.isOnlyHere`).
  private mutating func sweep() throws {
    try loseMessages()
    if isSettings { try queueLostSettings() }
    for table in Self.recordTables {
      let mayStay =
        switch table {
        case MessageRecord.table: "changeTag IS NULL AND deletedAt IS NULL"
        // A cloud that hides a statement takes nobody the keys that follow from it.
        case "parkedRecord" where chat.isSealed: StoredStatement.isStatement
        default: "FALSE"
        }
      try db.cachedStatement(
        sql: """
          DELETE FROM \(table)
          WHERE chatID = ? AND epoch < ? AND NOT (\(mayStay)) AND \(StoredOutbox.hasNone(for: table))
          """
      ).execute(arguments: [chatID, chat.epoch])
    }
    chat.isResyncing = false
    try note(.resynced)
    // An own zone that a stray request has created again is empty: it has no share and no session.
    if chat.ownerName == user, chat.sessionChangeTag == nil, chat.renamedAt > 0 {
      try completeZone()
    }
  }

  /// Applies the messages that a preview has fetched.
  mutating func apply(previewed records: [CloudRecord], isComplete: Bool) throws {
    try absorb(records.filter { $0.recordType == MessageRecord.recordType })
    chat.wantsPreview = false
    let oldest = records.map { MessageRecord($0).timestamp.millisecondsSince1970 }.min()
    if isComplete {
      chat.completeFrom = Int64.min
    } else if let oldest {
      chat.completeFrom = min(chat.completeFrom ?? oldest, oldest)
    }
    try note(.previewed, detail: "\(records.count) messages")
  }
}
