import ChatModel
import ChatStore
package import CloudModel
package import CloudSync
import Foundation
import GRDB
package import SyncRules

/// The replica as the engine sees it: fetching.
extension Replica: SyncStore {
  /// Messages in one preview.
  private static let previewSize = 50
  /// The year 2286, after every message.
  private static let afterEverything = Date(timeIntervalSince1970: 9_999_999_999)

  package func recover() async throws {
    try await write { db in
      try StoredOutbox.recover(db)
      try db.cachedStatement(sql: "DELETE FROM wait").execute()
    }
    try await openWhatWaits()
    try await removeOldMarks()
  }

  /// Deletes from the cloud the marks of messages that this account took back long ago.
  private func removeOldMarks() async throws {
    let before = now().addingTimeInterval(-MessageRecord.markSeconds).millisecondsSince1970
    let user = user
    let chats = try await read { db in
      try Row.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT DISTINCT zoneName, ownerName FROM message JOIN chat ON chat.id = chatID
            WHERE deletedAt < ? AND senderID = ? AND ending IS NULL
            """),
        arguments: [before, user]
      ).map { RecordZoneID(zoneName: $0["zoneName"], ownerName: $0["ownerName"]) }
    }
    for zoneID in chats {
      try await change(zoneID) { try $0.removeMarks(deletedBefore: before) }
    }
  }

  package func pendingWork() async throws -> SyncMachine.PendingWork {
    try readBriefly { db in
      // First the chat that a window shows, then the chats with the newest activity.
      let rows = try Row.fetchCursor(
        db.cachedStatement(
          sql: """
            SELECT chat.zoneName, chat.ownerName, hasChanges > 0 AS wantsFetch, wantsGlance,
              \(StoredOutbox.waits(.urgent)) AS wantsSend,
              \(StoredOutbox.waits(.low)) AS wantsLowPriority
            FROM chat
            WHERE chat.id IN (
              SELECT id FROM chat WHERE hasChanges
              UNION ALL SELECT id FROM chat WHERE wantsGlance
              UNION ALL \(StoredOutbox.waitingChats))
            ORDER BY isOpen DESC, changeOrder DESC, id DESC
            """))
      var pendingWork = SyncMachine.PendingWork(
        zonesToSend: [], zonesToFetch: [], transfers: try StoredTransfer.wanted(db))
      while let row = try rows.next() {
        let zoneID = RecordZoneID(zoneName: row["zoneName"], ownerName: row["ownerName"])
        if ChatZone.isSealed(zoneID) { pendingWork.zonesToReadFirst.insert(zoneID) }
        // Its feed brings the list with which it leaves.
        let isHeld = try sealing.holds(db, zoneID)
        if row["wantsSend"], !isHeld { pendingWork.zonesToSend.append(zoneID) }
        if row["wantsGlance"] { pendingWork.zonesToPreview.append(zoneID) }
        if row["wantsFetch"] { pendingWork.zonesToFetch.append(zoneID) }
        if row["wantsLowPriority"], !row["wantsSend"], !isHeld {
          pendingWork.zonesToSendLowPriority.append(zoneID)
        }
      }
      return pendingWork
    }
  }

  package func position(in scope: DatabaseScope) async throws -> DatabasePosition {
    try readBriefly { db in
      let token = try String.fetchOne(
        db.cachedStatement(sql: "SELECT token FROM databaseToken WHERE scope = ?"),
        arguments: [scope.pathComponent])
      return DatabasePosition(
        changeToken: token.map(ServerChangeToken.init), epoch: try Epoch.newest(db))
    }
  }

  package func apply(
    _ changes: DatabaseChanges, in scope: DatabaseScope, from position: DatabasePosition
  ) async throws -> Bool {
    try await write(.later) { [self] db in
      try DatabaseChangeWriter(db: db, scope: scope, replica: self).apply(changes, from: position)
    }
  }

  package func forgetChangeToken(for scope: DatabaseScope) async throws {
    try await write { [self] db in
      try DatabaseChangeWriter(db: db, scope: scope, replica: self).beginListing()
    }
  }

  package func position(in zoneID: RecordZoneID) async throws -> ZonePosition? {
    try readBriefly { db in try StoredChat.fetch(db, zoneID: zoneID)?.position(for: user) }
  }

  package func apply(
    _ changes: RecordZoneChanges, in zoneID: RecordZoneID, from position: ZonePosition
  ) async throws -> Bool {
    let page = try await opened(changes, in: zoneID)
    return try await change(zoneID, .later) { transaction in
      guard let present = transaction.chat.position(for: transaction.user),
        present.changeToken == position.changeToken, present.epoch == position.epoch,
        present.desiredKeys == position.desiredKeys
      else { return false }
      try transaction.apply(transaction.take(page), marks: position.marks)
      // A zone that turns out to be a chat has begun another epoch, and is fetched from the
      // beginning.
      return position.desiredKeys == nil || !transaction.chat.isChat
    } ?? false
  }

  package func preview(in zoneID: RecordZoneID) async throws -> ZonePreview? {
    try await read { db -> ZonePreview? in
      guard let chat = try StoredChat.fetch(db, zoneID: zoneID), chat.ending == nil,
        chat.wantsPreview
      else { return nil }
      var query = Query(recordType: MessageRecord.recordType)
      // A query without a filter would need an index over the names of records.
      let from = chat.completeFrom.map { Date(millisecondsSince1970: $0) }
      query.filters = [
        Query.Filter(
          .field(MessageRecord.Key.timestamp), .lessThan, .date(from ?? Self.afterEverything))
      ]
      query.sortDescriptors = [
        Query.SortDescriptor(.field(MessageRecord.Key.timestamp), isAscending: false)
      ]
      return ZonePreview(query: query, resultsLimit: Self.previewSize, epoch: chat.epoch)
    }
  }

  package func apply(
    _ records: [CloudModel.Record], isComplete: Bool, in zoneID: RecordZoneID,
    for preview: ZonePreview
  ) async throws {
    try await change(zoneID, .later) { transaction in
      guard transaction.chat.ending == nil, transaction.chat.epoch == preview.epoch else { return }
      try transaction.apply(previewed: records, isComplete: isComplete)
    }
  }

  package func beginResync(of zoneID: RecordZoneID) async throws {
    try await change(zoneID) { transaction in
      if transaction.chat.ending == nil { try transaction.beginAnew() }
    }
  }

  package func seal(
    _ zoneID: RecordZoneID, in epoch: Int64, reason: DatabaseChanges.Deletion.Reason
  ) async throws -> Bool {
    try await change(zoneID) { transaction in
      guard transaction.chat.epoch == epoch else { return false }
      try transaction.vanish(reason)
      return true
    } ?? true
  }

  package func apply(invitations: [ShareMetadata]) async throws {
    try await write(.later) { db in try StoredInvitation.replace(db, invitations) }
  }

  package func welcome(among invitations: [ShareMetadata]) async throws -> [ShareMetadata] {
    guard invitations.contains(where: \.isChatOfTwo) else { return [] }
    return try await read { [user] db in
      try StoredInvitation.welcome(db, among: invitations, of: user)
    }
  }

  package func apply(accepted invitation: ShareMetadata) async throws {
    _ = try await join(invitation)
  }

  package func publish(_ report: SyncReport, now elapsed: Duration) async throws {
    try await write(.later) { [time] db in
      let now = time()
      try StoredConnection.write(db, report.status, at: now)
      try StoredWait.replace(db, report.waits, elapsed: elapsed, now: now)
      if report.status == .upToDate { try SearchIndex.complete(db) }
    }
    if report.isSendingLong { tellOfDeferred() }
  }

  /// Runs `body` in one transaction over the chat of a zone, and writes the chat's row; nil where there is
  /// no such chat.
  @discardableResult
  func change<Value: Sendable>(
    _ zoneID: RecordZoneID, _ durability: Durability = .atOnce,
    _ body: @escaping @Sendable (inout ChatTransaction) throws -> Value
  ) async throws(ChatError) -> Value? {
    try await write(durability) { [self] db in
      guard let chat = try StoredChat.fetch(db, zoneID: zoneID) else { return nil }
      var transaction = try ChatTransaction(db, chat: chat, in: self)
      let value = try body(&transaction)
      try transaction.finish()
      return value
    }
  }

  var user: String { account.userRecordName }

  /// Milliseconds since 1970.
  var time: @Sendable () -> Int64 { { [now] in now().millisecondsSince1970 } }
}
