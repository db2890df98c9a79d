import ChatStore
package import CloudModel
package import CloudSync
import Foundation
import GRDB
package import SyncRules

/// The replica as the engine sees it: sending.
extension Replica {
  /// A request holds 2 MB; JSON may double a text, and records have other fields too.
  private static let batchTextBytes = CloudLimits.requestBytes / 4

  package func nextBatch(
    in zoneID: RecordZoneID, limit: Int, selecting selection: OutboxSelection
  ) async throws -> OutboxBatch? {
    try await change(zoneID) { [tableChanges] transaction -> OutboxBatch? in
      let batch = try transaction.nextBatch(
        limit: limit, selecting: selection, byteLimit: Self.batchTextBytes)
      guard let batch else { return nil }
      try StoredOutbox.markInFlight(transaction.db, sequences: batch.ids.map(\.sequence))
      // The answer usually comes before anybody could read that this is on its way; if not, `publish` tells.
      tableChanges.deferTransaction()
      return batch
    } ?? nil
  }

  package func apply(
    _ outcomes: [OutboxOutcome], of batch: OutboxBatch
  ) async throws -> OutboxRemainder {
    let (outcomes, waitsForKeys) = try opened(outcomes, of: batch)
    return try await change(batch.zoneID) { transaction in
      if waitsForKeys { transaction.chat.hasChanges += 1 }
      let rest = try transaction.applyAcknowledged(outcomes, epoch: batch.epoch)
      var progress = outcomes.count - rest.count
      transaction.noteShown(batch, outcomes)
      for outcome in rest {
        try transaction.apply(outcome, of: batch)
        if transaction.isForgotten { return OutboxRemainder(progress: outcomes.count) }
        if case .undecided = outcome.result { continue }
        progress += 1
      }
      let (db, id) = (transaction.db, transaction.chatID)
      return OutboxRemainder(
        progress: progress,
        hasMore: try StoredOutbox.hasWaiting(db, chatID: id, priority: .urgent),
        hasMoreLowPriority: try StoredOutbox.hasWaiting(db, chatID: id, priority: .low),
        hasTransfers: try StoredTransfer.hasWanted(db, chatID: id))
    } ?? OutboxRemainder()
  }
}
