import ChatModel
import CloudModel
import GRDB
import SQLiteSupport

/// Names under which the cloud now has a record of another type than the local one.
///
/// A participant with write permission can delete a record and create one of another type under its
/// name. The feed then brings only the new record and no deletion, so the local record is removed as if
/// it had been deleted.
extension ChatTransaction {
  /// Deletes the local records whose names now belong to records of other types, where nothing waits for
  /// them.
  mutating func giveWay(to records: [CloudRecord]) throws {
    let tables = records.map(table)
    for table in Self.recordTables where tables.contains(where: { $0 != table }) {
      // A chat on a new device has nothing in most tables.
      guard try holdsRecords(table) else { continue }
      let names = zip(records, tables).filter { $1 != table }.map(\.0.recordID.recordName)
      let marks = try self.marks(names, in: table)
      if table == MessageRecord.table { try messagesAreGone(names, because: .replaced) }
      try db.cachedStatement(
        sql: """
          DELETE FROM \(table) WHERE chatID = ? AND recordName IN (SELECT value FROM json_each(?))
            AND \(StoredOutbox.hasNone(for: table))
          """
      ).execute(arguments: [chatID, names.jsonText()])
      for mark in marks { try takeNext(after: mark) }
    }
    // Without a tag it is not known yet which session there is.
    guard chat.sessionChangeTag != nil else { return }
    let taken = records.first {
      $0.recordID.recordName == chat.sessionName && $0.recordType != SessionRecord.recordType
    }
    if taken != nil { try sessionIsReplaced() }
  }

  /// Whether a table has records of this chat.
  private func holdsRecords(_ table: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE chatID = ?)"),
      arguments: [chatID]) ?? false
  }

  /// The outbox row for a record, unless that row is for a record of another type with the same name.
  func pending(for record: CloudRecord) throws -> OutboxRow? {
    let pending = try pending(record.recordID.recordName)
    return pending?.kind.isReplaced(by: record) == true ? nil : pending
  }

  /// Ends an outbox row whose name a record of another type has taken: it cannot be saved any more.
  ///
  /// The person's own text stays, as failed.
  mutating func giveWay(to record: CloudRecord, _ pending: OutboxRow) throws {
    if pending.kind == .session { return try sessionIsReplaced() }
    if try moveOn(pending) { return try giveWay(to: [record]) }
    switch (pending.operation, pending.failure) {
    case (.save, nil): try fail(pending, reason: "Another record has taken its place.")
    case (.save, _?): break
    case (.delete, _): try clear(pending, because: .gone)
    }
    guard try StoredOutbox.fetch(db, sequence: pending.sequence) == nil else { return }
    try giveWay(to: [record])
  }

  /// Saves under the next name what waits under one that another record has; false if that is not possible.
  mutating func moveOn(_ pending: OutboxRow) throws -> Bool {
    guard pending.operation == .save, pending.failure == nil, case .mark(let kind) = pending.kind
    else { return false }
    return try moveOn(pending, kind.type)
  }

  private mutating func moveOn<M: StoredMark>(_ pending: OutboxRow, _ type: M.Type) throws -> Bool {
    guard var record = try M.fetch(pending.recordName, in: self), let next = record.nextName else {
      return false
    }
    try M.delete(pending.recordName, in: self)
    guard !record.isRemoved else {
      // The record that was to be removed is gone.
      try clear(pending, because: .gone)
      return true
    }
    try clear(pending, because: .superseded, detail: "another record has its name")
    record.recordName = next
    record.changeTag = nil
    try record.store(in: &self)
    try delete(next, from: "parkedRecord")
    try queue(next, pending.kind, priority: pending.priority)
    return true
  }

  /// Whether this record counts among several records with the same contents: the record with the first name counts.
  ///
  /// The others are kept as unknown records.
  mutating func counts<M: StoredMark>(_ record: M) throws -> Bool {
    guard let other = try record.known(in: self), other.recordName != record.recordName else {
      return true
    }
    let both = [record.recordName, other.recordName]
    guard record.possibleNames.first(where: both.contains) == record.recordName else {
      return false
    }
    if let pending = try pending(other.recordName) {
      try clear(pending, because: .superseded, detail: "the cloud has it under another name")
    }
    try M.delete(other.recordName, in: self)
    if let cloud = other.record(ofCloud: self) { try keepUnknown(cloud) }
    return true
  }

  /// Takes in the next record that says the same as one that is gone, if there is one.
  mutating func takeNext(after record: some StoredMark) throws {
    let recordType = type(of: record).recordType
    // It waits for its own deletion, or stays for another reason.
    guard try record.known(in: self) == nil else { return }
    for name in record.possibleNames where name != record.recordName {
      guard let next = try keptRecord(name), next.recordType == recordType else { continue }
      let wasReadingFeed = isReadingFeed
      defer { isReadingFeed = wasReadingFeed }
      isReadingFeed = try isOfThisFeed(keptRecord: name)
      try delete(name, from: "parkedRecord")
      return try absorb(next)
    }
  }

  /// Whether a kept record came with the feed that is being read, or with the feed that was read last.
  private func isOfThisFeed(keptRecord name: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT epoch >= ? FROM parkedRecord WHERE chatID = ? AND recordName = ?"),
      arguments: [chat.epoch, chatID, name]) ?? false
  }

  /// The marks of these names in a table whose marks can be taken back; none in another table.
  func marks(_ names: [String], in table: String) throws -> [any StoredMark] {
    let types = MarkKind.allCases.map(\.type)
    guard let type = types.first(where: { $0.canBeTakenBack && $0.table == table }) else {
      return []
    }
    return try names.compactMap { try type.fetch($0, in: self) }
  }

  /// The session goes on under another name; where the zone has no other one, its owner makes it.
  private mutating func sessionIsReplaced() throws {
    if let pending = try pending(chat.sessionName) { try clear(pending, because: .gone) }
    chat.sessionName = SessionRecord.recordName(after: chat.sessionName)
    try sessionIsGone()
  }

  /// The table that keeps records with the name of this one.
  private func table(of record: CloudRecord) -> String {
    switch record.recordType {
    case MessageRecord.recordType: MessageRecord.table
    case ChatSettingsRecord.recordType where isSettings: ChatSettingsRecord.table
    case BlockedPersonRecord.recordType where isSettings: BlockedPersonRecord.table
    default: MarkKind(recordType: record.recordType)?.type.table ?? "parkedRecord"
    }
  }
}
