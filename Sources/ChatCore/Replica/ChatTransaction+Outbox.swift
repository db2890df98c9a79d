import ChatModel
import CloudModel
import CloudSync
import Foundation
import GRDB

/// Sending: what goes next, and what the answers mean.
extension ChatTransaction {
  /// The oldest entries that may travel together; nil where there are none.
  func nextBatch(
    limit: Int, contents: OutboxBatch.Contents, byteLimit: Int
  ) throws -> OutboxBatch? {
    var waiting = contents == .deletions ? [] : try beginnings().prefix(max(limit, 1)).map(\.self)
    if waiting.isEmpty { waiting = try self.waiting(limit: limit, contents: contents) }
    guard let first = waiting.first else { return nil }
    // A chat that has ended takes nothing but its own deletion.
    if chat.ending != nil, first.kind != .zone { return nil }
    switch first.kind {
    case .zone:
      let operation: OutboxEntry.Operation = first.operation == .save ? .saveZone : .deleteZone
      return batch([first.entry(operation)], isAtomic: false)
    case .share:
      // The share and the session, which make the zone a chat, are saved together or not at all.
      let head = waiting.prefix { $0.kind == .share || $0.kind == .session }
      let entries = try head.compactMap { try entry(of: $0, among: [:]) }
      return batch(entries, isAtomic: entries.count > 1)
    case .session, .message, .reaction, .readMark, .unknown:
      var entries: [OutboxEntry] = []
      var bytes = 0
      let rows = waiting.prefix { $0.kind != .zone && $0.kind != .share }
      let messages = try StoredMessage.fetch(
        db, chatID: chatID,
        recordNames: rows.filter { $0.kind == .message && $0.operation == .save }
          .map(\.recordName))
      for row in rows {
        guard let entry = try entry(of: row, among: messages) else { continue }
        bytes += entry.textBytes
        if bytes > byteLimit, !entries.isEmpty { break }
        entries.append(entry)
      }
      return entries.isEmpty ? nil : batch(entries, isAtomic: false)
    }
  }

  /// The entries that create the chat in the cloud; they go before everything else, also before entries
  /// that failed in an earlier life of the chat and kept their older places.
  private func beginnings() throws -> [StoredOutbox] {
    func waiting(_ recordName: String) throws -> StoredOutbox? {
      try pending(recordName).flatMap { $0.failure == nil ? $0 : nil }
    }
    if let zone = try waiting("") { return [zone] }
    guard let share = try waiting(RecordID.zoneWideShareName) else { return [] }
    return [share] + (try waiting(chat.sessionName).map { [$0] } ?? [])
  }

  private func waiting(
    limit: Int, contents: OutboxBatch.Contents
  ) throws -> [StoredOutbox] {
    let condition =
      switch contents {
      case .everything: ""
      case .urgent: "AND priority = 0"
      case .deletions: "AND operation = 'delete'"
      }
    return try StoredOutbox.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT * FROM outbox WHERE chatID = ? AND failure IS NULL \(condition)
          ORDER BY priority, sequence LIMIT ?
          """),
      arguments: [chatID, max(limit, 1)])
  }

  private func batch(_ entries: [OutboxEntry], isAtomic: Bool) -> OutboxBatch {
    OutboxBatch(zoneID: chat.zoneID, entries: entries, isAtomic: isAtomic, epoch: chat.epoch)
  }

  /// The row with the record as it is now: what is sent is always the newest intent.
  private func entry(
    of row: StoredOutbox, among messages: [String: MessageRecord]
  ) throws -> OutboxEntry? {
    let recordID = RecordID(recordName: row.recordName, zoneID: chat.zoneID)
    guard row.operation == .save else { return row.entry(.delete(recordID)) }
    return try record(of: row, among: messages).map { row.entry(.save($0)) }
  }

  private func record(
    of row: StoredOutbox, among messages: [String: MessageRecord]
  ) throws -> CloudRecord? {
    switch row.kind {
    case .zone: nil
    case .share: ShareRecord.new(in: chat.zoneID, title: chat.name)
    case .session: try chat.session().record(in: chat.zoneID)
    case .message: messages[row.recordName]?.record(in: chat.zoneID)
    case .reaction: try ReactionRecord.fetch(row.recordName, in: self)?.record(in: chat.zoneID)
    case .readMark: try ReadMarkRecord.fetch(row.recordName, in: self)?.record(in: chat.zoneID)
    case .unknown: nil
    }
  }

  // MARK: - Answers

  /// Applies the answer to one entry.
  mutating func apply(_ outcome: OutboxOutcome, epoch: Int64) throws {
    guard let row = try StoredOutbox.fetch(db, sequence: outcome.entry.sequence) else { return }
    // An answer from an older epoch changes nothing, except that the row no longer waits for it.
    guard epoch == chat.epoch else { return try land(row, mayBeStored: true) }
    switch outcome.result {
    case .acknowledged(let server):
      try acknowledge(row, outcome.entry, server)
    case .conflict(let server):
      try resolve(row, with: server)
    case .gone(let reason):
      try acceptDeletion(row, reason: reason)
    case .failed(let reason):
      try refuse(row, outcome.entry, reason: reason)
    case .undecided(let mayBeStored):
      try land(row, mayBeStored: mayBeStored)
      if mayBeStored { try note(.undecided, row.recordName) }
    }
  }

  /// The row is not on its way any more.
  private func land(_ row: StoredOutbox, mayBeStored: Bool) throws {
    try db.cachedStatement(
      sql: "UPDATE outbox SET inFlight = NULL, mayBeStored = mayBeStored OR ? WHERE sequence = ?"
    ).execute(arguments: [mayBeStored, row.sequence])
  }

  private mutating func acknowledge(
    _ row: StoredOutbox, _ entry: OutboxEntry, _ server: CloudRecord?
  ) throws {
    if row.generation != entry.generation { try land(row, mayBeStored: true) }
    switch (row.operation, server) {
    case (_, let server?):
      try absorb(server, acknowledging: entry)
    case (.save, nil) where row.kind == .zone, (.delete, nil):
      guard row.generation == entry.generation else { return }
      try clear(row, because: .sent)
      if row.kind != .zone { return try absorbDeletion(of: row.recordName) }
      if row.operation == .delete { try apply(.confirmed) }
    case (.save, nil):
      // The cloud has deleted the record, but a newer intent is to save it: it is saved as a new one.
      for table in ["message", "reaction", "readMark"] {
        try db.cachedStatement(
          sql: "UPDATE \(table) SET changeTag = NULL WHERE chatID = ? AND recordName = ?"
        ).execute(arguments: [chatID, row.recordName])
      }
      try land(row, mayBeStored: false)
    }
  }

  /// Resolves a conflict: the cloud has somebody else's version, or this device's version, whose answer
  /// was lost.
  private mutating func resolve(_ row: StoredOutbox, with server: CloudRecord) throws {
    try land(row, mayBeStored: true)
    try absorb(server)
    guard let left = try StoredOutbox.fetch(db, sequence: row.sequence), left.operation == .save,
      left.failure == nil
    else { return }
    let isOurs =
      switch left.kind {
      case .message:
        try MessageRecord.fetch(left.recordName, in: self)?.isVersion(of: MessageRecord(server))
      case .zone, .share, .session, .reaction, .readMark, .unknown:
        server.recordType == left.kind.recordType
      }
    guard isOurs != true else { return }
    try fail(
      left, reason: "Another record has taken this one's place; copy the text and send it again.")
  }

  /// Accepts that somebody has deleted the record that was to be changed.
  ///
  /// A message that the cloud has never had cannot have been deleted, so it fails. An own message is
  /// kept, as failed: taking it back would have left a mark, so the cloud has lost it.
  private mutating func acceptDeletion(_ row: StoredOutbox, reason: String) throws {
    let message = row.kind == .message ? try MessageRecord.fetch(row.recordName, in: self) : nil
    switch row.kind {
    case .message where message?.changeTag == nil:
      try fail(row, reason: reason)
    case .message where message?.senderID == user && message?.deletedAt == nil:
      try keepLostMessage(row)
    case .zone, .share:
      try fail(row, reason: "The cloud does not know it any more.")
    case .session:
      try clear(row, because: .gone)
      try sessionIsGone()
    case .message, .reaction, .readMark, .unknown:
      try clear(row, because: .gone)
      try absorbDeletion(of: row.recordName)
    }
  }

  /// Takes in that the cloud has refused an entry for good; a newer intent is still to be sent.
  private mutating func refuse(
    _ row: StoredOutbox, _ entry: OutboxEntry, reason: String
  ) throws {
    guard row.generation == entry.generation else {
      return try land(row, mayBeStored: false)
    }
    if entry.attaches, try StoredTransfer.uploadAnew(db, chatID: chatID, row.recordName) {
      try note(.reuploading, row.recordName, detail: reason)
      return try saysMoreThanAncestor(row)
        ? land(row, mayBeStored: false) : clear(row, because: .superseded)
    }
    try fail(row, reason: reason)
  }
}

extension ChatTransaction {
  /// Whether a message was changed here since the cloud's copy, apart from its file.
  private func saysMoreThanAncestor(_ row: StoredOutbox) throws -> Bool {
    guard let ancestor = try row.ancestorRecord(in: chat.zoneID),
      let message = try MessageRecord.fetch(row.recordName, in: self)
    else { return true }
    return !message.addsNothing(to: MessageRecord(ancestor))
  }
}

extension StoredOutbox {
  fileprivate func entry(_ operation: OutboxEntry.Operation) -> OutboxEntry {
    OutboxEntry(sequence: sequence, generation: generation, operation: operation)
  }
}

extension StoredOutbox.Kind {
  /// The cloud's record type; nil for a zone and for an unknown type.
  var recordType: String? {
    switch self {
    case .zone, .unknown: nil
    case .share: Share.recordType
    case .session: SessionRecord.recordType
    case .message: MessageRecord.recordType
    case .reaction: ReactionRecord.recordType
    case .readMark: ReadMarkRecord.recordType
    }
  }

  /// Whether a record is of another type than what waits under its name.
  func isReplaced(by record: CloudRecord) -> Bool {
    recordType.map { $0 != record.recordType } ?? false
  }
}

extension OutboxEntry {
  /// Whether the entry attaches an uploaded asset; the cloud may have forgotten the upload by now.
  fileprivate var attaches: Bool {
    guard case .save(let record) = operation else { return false }
    return record[MessageRecord.Key.attachment]?.assets.first?.receipt != nil
  }

  /// Bytes of message text that the entry adds to a request.
  fileprivate var textBytes: Int {
    guard case .save(let record) = operation else { return 0 }
    return record[MessageRecord.Key.text]?.stringValue?.utf8.count ?? 0
  }
}
