import ChatModel
import ChatStore
import CloudModel
import CloudSync
import Foundation
import GRDB
import SyncRules

/// Sending: the next batch of a chat, and the effects of the cloud's answers.
extension ChatTransaction {
  private static let lostReason =
    "What it says is lost from this device. ‘zonechat doctor --repair’ takes it out of the outbox."
  private static let foreignReason =
    "Somebody else has changed this message, and this device does not have what you wrote. Copy the text and send it "
    + "again if it is yours."

  /// The oldest entries that one request may carry; nil if there are none.
  mutating func nextBatch(
    limit: Int, selecting selection: OutboxSelection, byteLimit: Int
  ) throws -> OutboxBatch? {
    let limit = max(limit, 1)
    if try sealing.holds(db, chat.zoneID) { return nil }
    var waiting = selection == .deletions ? [] : try beginnings().prefix(limit).map(\.self)
    if waiting.isEmpty {
      waiting = try StoredOutbox.waiting(db, chatID: chatID, selecting: selection, limit: limit)
    }
    guard let first = waiting.first else { return nil }
    // A chat that has ended takes nothing but its own deletion.
    if chat.ending != nil, first.kind != .zone { return nil }
    switch first.kind {
    case .zone:
      return batch(first.operation == .save ? .saveZone(first.id) : .deleteZone(first.id))
    case .share:
      // The share and the session, which make the zone a chat, are saved together or not at all.
      let head = waiting.prefix { $0.kind == .share || $0.kind == .session }
      var entries: [OutboxEntry] = []
      // What the session is sealed with comes before it.
      let statements = try waitingStatements().prefix(max(limit - head.count, 0))
      for row in head.prefix(1) + statements + head.dropFirst() {
        if let entry = try entry(of: row, among: [:]) { entries.append(entry) }
      }
      return batch(.records(entries, isAtomic: entries.count > 1))
    case .session, .message, .mark, .settings, .block, .unknown:
      let rows = waiting.prefix { $0.kind != .zone && $0.kind != .share }
      let messages = try StoredMessage.fetch(
        db, chatID: chatID,
        recordNames: rows.filter { $0.kind == .message && $0.operation == .save }.map(\.recordName))
      let foreign = try foreignWords(among: messages)
      guard foreign.isEmpty else {
        for row in rows where foreign.contains(row.recordName) {
          try fail(row, reason: Self.foreignReason)
        }
        return try nextBatch(limit: limit, selecting: selection, byteLimit: byteLimit)
      }
      let entries = try entries(of: rows, among: messages, byteLimit: byteLimit)
      if !entries.isEmpty {
        var batch = batch(.records(entries, isAtomic: false))
        if !messages.isEmpty { batch.shareTitle = try wordsForGuest() }
        return batch
      }
      // After damage to the file. They would wait for ever, and keep what is behind them waiting.
      for row in rows where try isWaiting(row) { try fail(row, reason: Self.lostReason) }
      return try nextBatch(limit: limit, selecting: selection, byteLimit: byteLimit)
    }
  }

  /// The first of `rows` as entries, as many as fit into `byteLimit` bytes of text, but at least one.
  private mutating func entries(
    of rows: ArraySlice<OutboxRow>, among messages: [String: MessageRecord], byteLimit: Int
  ) throws -> [OutboxEntry] {
    var entries: [OutboxEntry] = []
    var bytes = 0
    for row in rows {
      guard let entry = try entry(of: row, among: messages) else { continue }
      bytes += entry.textBytes
      if bytes > byteLimit, !entries.isEmpty { break }
      entries.append(entry)
    }
    return entries
  }

  /// The entries that create the chat in the cloud.
  ///
  /// They are sent first, also before older entries that failed in an earlier epoch and were
  /// retried.
  private func beginnings() throws -> [OutboxRow] {
    func waiting(_ recordName: String) throws -> OutboxRow? {
      try pending(recordName).flatMap { $0.failure == nil ? $0 : nil }
    }
    if let zone = try waiting("") { return [zone] }
    guard let share = try waiting(RecordID.zoneWideShareName) else { return [] }
    return [share] + (try waiting(chat.sessionName).map { [$0] } ?? [])
  }

  private func batch(_ contents: OutboxBatch.Contents) -> OutboxBatch {
    OutboxBatch(zoneID: chat.zoneID, contents: contents, epoch: chat.epoch)
  }

  private func isWaiting(_ row: OutboxRow) throws -> Bool {
    try StoredOutbox.fetch(db, sequence: row.sequence).map { $0.failure == nil } ?? false
  }

  /// The entry for the row, with the record as it is now: the engine always sends the newest
  /// version.
  ///
  /// - Returns: nil if there is no such record, or if it cannot be sealed; the row has failed then.
  private mutating func entry(
    of row: OutboxRow, among messages: [String: MessageRecord]
  ) throws -> OutboxEntry? {
    let recordID = RecordID(recordName: row.recordName, zoneID: chat.zoneID)
    var operation = OutboxEntry.Operation.delete(recordID)
    if row.operation == .save {
      guard let record = try record(of: row, among: messages) else { return nil }
      operation = .save(record)
    }
    switch try sealed(OutboxEntry(id: row.id, operation: operation), of: row) {
    case .leaves(let entry): return entry
    case .fails(let reason):
      try fail(row, reason: reason)
      return nil
    }
  }

  private func record(
    of row: OutboxRow, among messages: [String: MessageRecord]
  ) throws -> CloudRecord? {
    switch row.kind {
    case .zone: nil
    case .share: try newShare()
    case .session: try outgoing(chat.session())
    case .message: try messages[row.recordName].map { try outgoing(inOwnWords($0)) }
    case .mark(let kind): try kind.type.fetch(row.recordName, in: self).map { outgoing($0) }
    case .settings: try ChatSettingsRecord.fetch(row.recordName, in: self)?.record(in: chat.zoneID)
    case .block: try BlockedPersonRecord.fetch(row.recordName, in: self)?.record(in: chat.zoneID)
    case .unknown: try unknownRecord(row.recordName)
    }
  }

  /// The share of a new chat: with the one person for whom the chat was begun, and the first words to them.
  private func newShare() throws -> CloudRecord {
    guard let guest = try StoredMember.awaitedGuest(db, chatID: chatID) else {
      // The cloud and who is invited read the title of a share.
      return ShareRecord.new(in: chat.zoneID, title: chat.isSealed ? "" : chat.name)
    }
    let text = chat.isSealed ? "" : try StoredMessage.firstText(db, chatID: chatID)
    return ShareRecord.new(in: chat.zoneID, title: chat.name, with: guest, text: text)
  }

  /// The change of the words that the share of a chat of two shows, where the person has not joined yet and the first
  /// message does not say them any more, because it was edited or taken back.
  private func wordsForGuest() throws -> ShareTitleChange? {
    guard let shown = chat.shownWords, chat.ownerName == user, !chat.isSealed,
      try StoredMember.hasInvited(db, chatID: chatID)
    else { return nil }
    let words = FirstWords.of(try StoredMessage.firstText(db, chatID: chatID))
    return words == shown ? nil : ShareTitleChange(old: shown, new: words)
  }

  /// Notes what the share shows now that the cloud has answered the entries behind its change.
  mutating func noteShown(_ batch: OutboxBatch, _ outcomes: [OutboxOutcome]) {
    guard let change = batch.shareTitle, chat.shownWords == change.old else { return }
    let isAnswered = outcomes.contains {
      guard case .acknowledged = $0.result else { return false }
      return true
    }
    if isAnswered { chat.shownWords = change.new }
  }

  /// The messages that say here only what somebody else has written over them: saved by this account, that would become
  /// its sender's words.
  private func foreignWords(among messages: [String: MessageRecord]) throws -> Set<String> {
    let names = try messages.values.filter { $0.changedBy != nil && $0.deletedAt == nil }
      .map(\.recordName)
      .filter { try StoredMessage.lastOwnText(db, chatID: chatID, recordName: $0) == nil }
    return Set(names)
  }

  /// A message as this account may save it, because the cloud takes whoever saves a record for the author of its text.
  ///
  /// If somebody else has changed the text, the sender's own text replaces it, as a later edit.
  private func inOwnWords(_ message: MessageRecord) throws -> MessageRecord {
    guard message.changedBy != nil, message.deletedAt == nil,
      let text = try StoredMessage.lastOwnText(
        db, chatID: chatID, recordName: message.recordName)
    else { return message }
    var own = message
    own.text = text
    own.revision = min(own.revision + 1, MessageRecord.revisionLimit)
    own.editedAt = (own.editedAt ?? own.timestamp).addingTimeInterval(0.001)
    return own
  }

  // MARK: - Answers

  /// Applies the answer to one entry of `batch`.
  mutating func apply(_ outcome: OutboxOutcome, of batch: OutboxBatch) throws {
    guard let row = try StoredOutbox.fetch(db, sequence: outcome.id.sequence) else { return }
    let isPresent = batch.epoch == chat.epoch
    let steps = OutboxDecision.steps(
      for: row, after: outcome, isPresent: isPresent, try facts(about: row, outcome, of: batch))
    assert(
      (isPresent && outcome.id == row.id) || !steps.contains(.clear(because: .sent)),
      "ChatTransaction 1: an answer to an older generation clears the row")
    try perform(steps, on: row)
  }

  /// Fails a row for good.
  mutating func fail(_ row: OutboxRow, reason: String) throws {
    try perform(OutboxDecision.failure(of: row, reason: reason), on: row)
  }

  /// The facts that the decision about an answer needs; most answers need none.
  private func facts(
    about row: OutboxRow, _ outcome: OutboxOutcome, of batch: OutboxBatch
  ) throws -> OutboxDecision.Facts {
    var facts = OutboxDecision.Facts(user: user)
    guard row.kind == .message else { return facts }
    switch outcome.result {
    case .acknowledged, .undecided: break
    case .conflict, .gone:
      facts.message = try MessageRecord.fetch(row.recordName, in: self)
    case .failed:
      guard batch.entries.contains(where: { $0.id == outcome.id && $0.attaches }) else { break }
      facts.mayUploadAgain = try StoredTransfer.mayUploadAgain(
        db, chatID: chatID, row.recordName)
      facts.saysMoreThanFile = try saysMoreThanFile(row)
    }
    return facts
  }

  private mutating func perform(_ steps: [OutboxDecision.Step], on row: OutboxRow) throws {
    for step in steps {
      switch step {
      case .land(let mayBeStored): try row.land(db, mayBeStored: mayBeStored)
      case .clear(let kind?, let detail): try clear(row, because: kind, detail: detail)
      case .clear(nil, _): try row.clear(db)
      case .fail(let reason) where isSettings:
        // Nobody could retry or drop the row: the changes are undone, and the next one makes the zone.
        try row.clear(db)
        try failWaiting(reason: reason)
      case .fail(let reason): try row.fail(db, reason: reason)
      case .note(let kind, let detail): try note(kind, row.recordName, detail: detail)
      case .absorb(let server, let entry): try absorb(server, answers: entry)
      case .absorbDeletion: try absorbDeletion(of: row.recordName)
      case .forgetTag: try forgetTag(of: row.recordName)
      case .restore: try restore(row)
      case .keepLost: try keepLostMessage(row, because: .lost)
      case .uploadAgain: try StoredTransfer.uploadAgain(db, chatID: chatID, row.recordName)
      case .replaceSession: try sessionIsGone()
      case .applyToLife(let event): try apply(event)
      }
    }
  }

  private func forgetTag(of recordName: String) throws {
    for table in Self.recordTables {
      try db.cachedStatement(
        sql: "UPDATE \(table) SET changeTag = NULL, epoch = 0 WHERE chatID = ? AND recordName = ?"
      ).execute(arguments: [chatID, recordName])
    }
  }
}

extension ChatTransaction {
  /// Whether the message here differs from the cloud's copy in more than its file.
  private func saysMoreThanFile(_ row: OutboxRow) throws -> Bool {
    guard let ancestor = try row.ancestorRecord(in: chat.zoneID),
      var message = try MessageRecord.fetch(row.recordName, in: self)
    else { return true }
    message.uploaded = nil
    return !message.addsNothing(to: MessageRecord(ancestor))
  }
}

extension OutboxRow.Kind {
  /// The cloud's record type; nil for a zone and for an unknown type.
  var recordType: String? {
    switch self {
    case .zone, .unknown: nil
    case .share: Share.recordType
    case .session: SessionRecord.recordType
    case .message: MessageRecord.recordType
    case .mark(let kind): kind.type.recordType
    case .settings: ChatSettingsRecord.recordType
    case .block: BlockedPersonRecord.recordType
    }
  }

  /// Whether the cloud's record under the name of a waiting row has another type than the row.
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

  /// Bytes of text, plain or sealed, that the entry adds to a request.
  fileprivate var textBytes: Int {
    guard case .save(let record) = operation else { return 0 }
    if case .bytes(let sealed) = record[SealedType.contentKey] { return sealed.count }
    return record[MessageRecord.Key.text]?.stringValue?.utf8.count ?? 0
  }
}
