package import CloudModel
package import CloudSync
import Foundation
import GRDB

/// The replica as the engine sees it: sending.
extension Replica {
  /// A request holds 2 MB; JSON may double a text, and records have other fields too.
  private static let batchTextBytes = CloudLimits.requestBytes / 4

  package func nextBatch(in zoneID: RecordZoneID, limit: Int) async throws -> OutboxBatch? {
    try await read { db in
      guard let chat = try StoredChat.fetch(db, zoneID: zoneID), chat.sealReason == nil else {
        return nil
      }
      let waiting = try StoredOutbox.fetchAll(
        db,
        sql: """
          SELECT * FROM outbox WHERE chatID = ? AND failure IS NULL ORDER BY sequence LIMIT ?
          """,
        arguments: [chat.requireID(), limit])
      guard let first = waiting.first else { return nil }
      switch first.kind {
      case .zone:
        return OutboxBatch(zoneID: zoneID, entries: [first.entry(.saveZone)], isAtomic: false)
      case .share, .session:
        // What makes a chat a chat arrives whole.
        let head = waiting.prefix { $0.kind != .message && $0.kind != .zone }
        let entries = try head.map { try $0.entry(.save(Self.record(db, $0, of: chat))) }
        return OutboxBatch(zoneID: zoneID, entries: entries, isAtomic: entries.count > 1)
      case .message:
        return try Self.messageBatch(db, waiting.prefix { $0.kind == .message }, of: chat)
      }
    }
  }

  private static func messageBatch(
    _ db: Database, _ waiting: some Sequence<StoredOutbox>, of chat: StoredChat
  ) throws -> OutboxBatch {
    var entries: [OutboxEntry] = []
    var bytes = 0
    for row in waiting {
      let record = try record(db, row, of: chat)
      bytes += record[MessageRecord.Key.text]?.stringValue?.utf8.count ?? 0
      if bytes > batchTextBytes, !entries.isEmpty { break }
      entries.append(row.entry(.save(record)))
    }
    return OutboxBatch(zoneID: chat.zoneID, entries: entries, isAtomic: false)
  }

  /// The record as it is now; what is sent is always the newest intent.
  private static func record(
    _ db: Database, _ row: StoredOutbox, of chat: StoredChat
  ) throws -> CloudRecord {
    switch row.kind {
    case .zone, .share:
      return ShareRecord.new(in: chat.zoneID, title: chat.name)
    case .session:
      return try chat.session().record(in: chat.zoneID)
    case .message:
      guard
        let message = try StoredMessage.fetch(
          db, chatID: row.chatID, recordName: row.recordName)
      else { throw ChatError.unknownMessage }
      return message.record(in: chat.zoneID)
    }
  }

  package func settle(
    _ outcomes: [OutboxOutcome], in zoneID: RecordZoneID
  ) async throws -> (progress: Int, hasMore: Bool) {
    let user = account.userRecordName
    return try await write { db in
      guard let chat = try StoredChat.fetch(db, zoneID: zoneID) else { return (0, false) }
      var settler = OutboxSettler(db: db, user: user, chat: chat, chatID: try chat.requireID())
      for outcome in outcomes { try settler.settle(outcome) }
      try settler.finish()
      return (
        settler.progress, try StoredOutbox.hasWaiting(db, chatID: settler.chatID)
      )
    }
  }
}

extension StoredOutbox {
  fileprivate func entry(_ operation: OutboxEntry.Operation) -> OutboxEntry {
    OutboxEntry(sequence: sequence, generation: generation, operation: operation)
  }
}
