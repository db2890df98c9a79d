import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules

/// Applies one broken rule to what the engine passes to its store.
struct BrokenReplica: Sendable {
  let replica: Replica
  let mutation: Mutation?

  func heard(_ changes: DatabaseChanges) -> DatabaseChanges {
    guard mutation == .ignoresEndings else { return changes }
    var changes = changes
    changes.deletions = []
    return changes
  }

  func heard(_ position: DatabasePosition) -> DatabasePosition {
    guard mutation == .trustsLatePages else { return position }
    var position = position
    position.epoch = .max
    return position
  }

  func heard(_ changes: RecordZoneChanges) -> RecordZoneChanges {
    guard mutation == .ignoresRights else { return changes }
    var changes = changes
    for index in changes.modifications.indices {
      guard var share = changes.modifications[index].share else { continue }
      for participant in share.participants.indices {
        share.participants[participant].permission = .readWrite
      }
      changes.modifications[index].share = share
    }
    return changes
  }

  func said(_ report: SyncReport) -> SyncReport {
    guard mutation == .claimsUpToDate else { return report }
    return SyncReport(status: .upToDate, waits: report.waits)
  }

  func heard(
    _ outcomes: [OutboxOutcome], in zoneID: RecordZoneID
  ) async throws -> [OutboxOutcome] {
    switch mutation {
    case .clearsYounger:
      let present =
        try await replica.nextBatch(in: zoneID, limit: 200, selecting: .everything)?.ids ?? []
      return outcomes.map { outcome in
        var outcome = outcome
        let younger = present.first { $0.sequence == outcome.id.sequence }
        outcome.id = younger ?? outcome.id
        return outcome
      }
    case .retriesForEver:
      return outcomes.map { outcome in
        guard case .failed = outcome.result else { return outcome }
        return OutboxOutcome(id: outcome.id, result: .undecided(mayBeStored: false))
      }
    default:
      return outcomes
    }
  }

  func taken(_ batch: OutboxBatch?) -> OutboxBatch? {
    guard mutation == .sendsBackwards, var batch,
      case .records(let entries, let isAtomic) = batch.contents
    else { return batch }
    batch.contents = .records(entries.reversed(), isAtomic: isAtomic)
    return batch
  }

  /// Drops what waits in the zone, where that is the rule that is broken.
  func resynced(_ zoneID: RecordZoneID) async throws {
    guard mutation == .sweepsUnsent else { return }
    let repository = ChatRepository(replica: replica, makeUnique: { "" })
    for chat in try await repository.currentChatSummaries() where chat.zoneName == zoneID.zoneName {
      for message in try await repository.page(in: chat.id, before: nil, limit: 1000) {
        if message.delivery.isPending { try await repository.drop(message.id) }
      }
    }
  }

  /// A page with only the token of `changes`, if the broken rule stores the token first.
  func advance(_ changes: RecordZoneChanges) -> RecordZoneChanges? {
    guard mutation == .tokenBeforeData else { return nil }
    return RecordZoneChanges(
      modifications: [], deletions: [], changeToken: changes.changeToken,
      moreComing: changes.moreComing)
  }
}
