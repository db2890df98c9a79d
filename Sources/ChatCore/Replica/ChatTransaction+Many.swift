import ChatModel
import CloudModel
import CloudSync
import GRDB

/// Many records at once, where no record needs a decision of its own: one statement for all of them
/// costs a fraction of one statement for each.
extension ChatTransaction {
  /// Takes over what the cloud says of messages for which nothing waits here.
  func store(_ messages: [MessageRecord]) throws {
    let withoutFile = messages.filter { $0.senderID == user && $0.file?.isInCloud == false }
    let lostFiles = try withoutFile.compactMap {
      try StoredTransfer.lost(db, chatID: chatID, $0.recordName)
    }
    for message in messages where message.file?.isInCloud == true {
      try StoredTransfer.wantAgain(db, chatID: chatID, message.recordName)
    }
    try StoredMessage.upsert(db, messages, chatID: chatID, epoch: recordEpoch)
    // Another device has made the chat again, and may not have the files.
    for id in lostFiles { try StoredTransfer.want(.upload, db, messageID: id) }
    // The message may have been dropped here, and sent by another device that does not have its file.
    for message in withoutFile {
      guard let digest = message.file?.digest, assets.has(digest) else { continue }
      try StoredTransfer.uploadIfNoneIsKnown(db, chatID: chatID, message.recordName)
    }
    for message in messages where message.deletedAt != nil || message.file?.isInCloud == true {
      // A waiting deletion may still be taken back, so the transfer of the file waits with it.
      let isWaiting = try message.deletedAt != nil && isQueued(message.recordName)
      guard !isWaiting else { continue }
      // The file of a deleted message is not moved, and a file that the cloud has is not uploaded.
      let ended: [AssetTransfer.Direction] =
        message.deletedAt != nil ? [.upload, .download] : [.upload]
      for direction in ended {
        try StoredTransfer.end(direction, db, chatID: chatID, message.recordName)
      }
    }
  }

  /// Whether anything waits for a record, also what was queued in this transaction.
  private func isQueued(_ recordName: String) throws -> Bool {
    try StoredOutbox.fetch(db, chatID: chatID, recordName: recordName) != nil
  }

  /// Takes in a page's records: messages first, since other records refer to them.
  mutating func absorb(_ records: [CloudRecord]) throws {
    let waiting = try waiting(among: records.map(\.recordID.recordName))
    try giveWay(to: records.filter { !waiting.contains($0.recordID.recordName) })
    let isPlain = { (record: CloudRecord) in
      record.recordType == MessageRecord.recordType
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
    let rows = try rows(of: outcomes.map(\.entry.sequence))
    var arrived: [Int64: MessageRecord] = [:]
    for outcome in outcomes {
      guard case .acknowledged(let server?) = outcome.result,
        server.recordType == MessageRecord.recordType,
        let row = rows[outcome.entry.sequence], row.generation == outcome.entry.generation,
        row.recordName == server.recordID.recordName
      else { continue }
      arrived[outcome.entry.sequence] = MessageRecord(server)
    }
    let messages = outcomes.compactMap { arrived[$0.entry.sequence] }
    try db.cachedStatement(
      sql: "DELETE FROM outbox WHERE sequence IN (SELECT value FROM json_each(?))"
    ).execute(arguments: [try Array(arrived.keys).jsonText()])
    try store(messages)
    try Journal.note(
      db, .sent, chatID: chatID, recordNames: messages.map(\.recordName), at: now)
    return outcomes.filter { arrived[$0.entry.sequence] == nil }
  }

  func markInFlight(_ entries: [OutboxEntry]) throws {
    try db.cachedStatement(
      sql: """
        UPDATE outbox SET inFlight = generation
        WHERE sequence IN (SELECT value FROM json_each(?))
        """
    ).execute(arguments: [try entries.map(\.sequence).jsonText()])
  }

  /// Those of `names` for which something waits.
  private func waiting(among names: [String]) throws -> Set<String> {
    guard hasOutbox else { return [] }
    return try String.fetchSet(
      db.cachedStatement(
        sql: """
          SELECT recordName FROM outbox
          WHERE chatID = ? AND recordName IN (SELECT value FROM json_each(?))
          """),
      arguments: [chatID, try names.jsonText()])
  }

  private func rows(
    of sequences: [Int64]
  ) throws -> [Int64: (recordName: String, generation: Int64)] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT sequence, recordName, generation FROM outbox
          WHERE sequence IN (SELECT value FROM json_each(?))
          """),
      arguments: [try sequences.jsonText()])
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], ($0[1], $0[2])) })
  }
}
