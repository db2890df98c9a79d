import ChatModel
import ChatStore
import CloudModel
import CloudSync
import GRDB
import SyncRules

/// Takes in many records together, where no record needs a decision of its own: one statement for
/// all of them costs a fraction of one statement for each.
extension ChatTransaction {
  /// Writes messages as they are to be here: the cloud's copies, merged ones, and changes of this device.
  ///
  /// `MessageRecord.succeeded` decides which parts of a message here a new version may change.
  mutating func store(_ messages: [MessageRecord]) throws {
    let known = try StoredMessage.fetch(
      db, chatID: chatID, recordNames: messages.map(\.recordName))
    let kept = try makeRoom(for: messages, in: known)
    let messages = try messages.compactMap { message -> MessageRecord? in
      guard let known = known[message.recordName] else { return message }
      guard known.isVersion(of: message) else {
        return kept.contains(message.recordName) ? nil : message
      }
      let message = try sendAgain(known, lostIn: message)
      let succession = known.succeeded(by: message, onDeviceOf: user)
      if succession.isEdit {
        try StoredMessage.keepVersion(
          db, chatID: chatID, recordName: message.recordName, withFile: succession.replacesFile)
      }
      return succession.message
    }
    try write(messages)
  }

  /// Queues an own message again if the feed brings a version without its removal, or without its last edit.
  ///
  /// - Returns: the version from now on.
  private func sendAgain(
    _ known: MessageRecord, lostIn message: MessageRecord
  ) throws -> MessageRecord {
    guard isReadingFeed, life.canWrite, known.isLost(in: message, onDeviceOf: user),
      try !isQueued(message.recordName)
    else { return message }
    try queue(message.recordName, .message, changing: message.record(ofCloud: self))
    return MessageRecord.merge(local: known, server: message)
  }

  /// Writes a message as the cloud has it, because a change of this device is given up.
  func restore(_ message: MessageRecord) throws {
    guard var known = try MessageRecord.fetch(message.recordName, in: self) else {
      return try write([message])
    }
    // It was taken back here only.
    known.deletedAt = nil
    try StoredMessage.forgetVersions(db, chatID: chatID, since: message)
    try write([known.succeeded(by: message, onDeviceOf: user).message])
  }

  private func write(_ messages: [MessageRecord]) throws {
    let withoutFile = messages.filter { $0.senderID == user && $0.file?.isInCloud == false }
    // The cloud had these, so another device has made the chat again, and may not have the files.
    let lostFiles = Set(
      try withoutFile.map(\.recordName).filter {
        try StoredTransfer.isLost(db, chatID: chatID, $0)
      })
    for message in messages where message.file?.isInCloud == true {
      try StoredTransfer.wantAgain(db, chatID: chatID, message.recordName)
    }
    try StoredMessage.upsert(db, messages, chatID: chatID, epoch: recordEpoch)
    for message in withoutFile {
      // A file that is on this device is uploaded, even if the person dropped its message here and
      // another device sent it.
      let isHere = message.file?.digest.map { assets.has($0) } ?? false
      guard isHere || lostFiles.contains(message.recordName) else { continue }
      try StoredTransfer.uploadIfNoneIsKnown(db, chatID: chatID, message.recordName)
    }
    for message in messages where message.deletedAt != nil || message.file?.isInCloud == true {
      try endTransfers(of: message)
    }
  }

  /// Ends transfers that are no longer needed: of the file of a deleted message, and of a file that
  /// the cloud has.
  private func endTransfers(of message: MessageRecord) throws {
    let (name, isDeleted) = (message.recordName, message.deletedAt != nil)
    if isDeleted {
      // A waiting deletion may still be taken back, so the transfer of the file waits with it.
      guard try !isQueued(name) else { return }
      _ = try StoredTransfer.end(.download, db, chatID: chatID, name)
    }
    if try StoredTransfer.end(.upload, db, chatID: chatID, name), try !isQueued(name) {
      let reason = isDeleted ? "the message is deleted" : "the cloud has its file"
      try note(.superseded, name, detail: reason)
    }
  }

  /// Whether the outbox has a row for a record, including rows that this transaction has queued.
  private func isQueued(_ recordName: String) throws -> Bool {
    try StoredOutbox.fetch(db, chatID: chatID, recordName: recordName) != nil
  }

  /// Takes in a page's records: messages first, since other records refer to them.
  mutating func absorb(_ records: [CloudRecord]) throws {
    let waiting = try waiting(among: records.map(\.recordID.recordName))
    try giveWay(to: records.filter { !waiting.contains($0.recordID.recordName) })
    let isSettings = isSettings
    let isPlain = { (record: CloudRecord) in
      record.recordType == MessageRecord.recordType && !isSettings
        && !waiting.contains(record.recordID.recordName)
    }
    try store(records.filter(isPlain).map { MessageRecord($0) })
    for record in records where !isPlain(record) { try absorb(record) }
  }

  /// Applies the answers that only confirm a message as it is here; returns the other answers.
  mutating func applyAcknowledged(
    _ outcomes: [OutboxOutcome], epoch: Int64
  ) throws -> [OutboxOutcome] {
    guard epoch == chat.epoch else { return outcomes }
    let rows = try StoredOutbox.identities(db, of: outcomes.map(\.id.sequence))
    var arrived: [Int64: MessageRecord] = [:]
    for outcome in outcomes {
      guard case .acknowledged(let server?) = outcome.result,
        server.recordType == MessageRecord.recordType,
        let row = rows[outcome.id.sequence], row.generation == outcome.id.generation,
        row.recordName == server.recordID.recordName
      else { continue }
      arrived[outcome.id.sequence] = MessageRecord(server)
    }
    let messages = outcomes.compactMap { arrived[$0.id.sequence] }
    try StoredOutbox.delete(db, sequences: Array(arrived.keys))
    try store(messages)
    try Journal.note(
      db, .sent, chatID: chatID, recordNames: messages.map(\.recordName), at: now)
    return outcomes.filter { arrived[$0.id.sequence] == nil }
  }

  /// Those of `names` for which something waits.
  private func waiting(among names: [String]) throws -> Set<String> {
    hasOutbox ? try StoredOutbox.names(db, chatID: chatID, among: names) : []
  }
}
