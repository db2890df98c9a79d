package import CloudModel
package import CloudSync
import SyncRules

/// Calls that tests make without caring for the other parameters.
extension SyncStore {
  package func nextBatch(in zoneID: RecordZoneID, limit: Int) async throws -> OutboxBatch? {
    try await nextBatch(in: zoneID, limit: limit, selecting: .everything)
  }

  /// Settles entries as the zone stands now.
  @discardableResult
  package func apply(
    _ outcomes: [OutboxOutcome], in zoneID: RecordZoneID
  ) async throws -> OutboxRemainder {
    let epoch = try await position(in: zoneID)?.epoch ?? 0
    return try await apply(
      outcomes,
      of: OutboxBatch(
        zoneID: zoneID, contents: .records([], isAtomic: false), epoch: epoch))
  }

  /// Applies database changes as they were asked for now.
  @discardableResult
  package func apply(_ changes: DatabaseChanges, in scope: DatabaseScope) async throws -> Bool {
    try await apply(changes, in: scope, from: try await position(in: scope))
  }

  /// Seals a zone in its present epoch.
  package func seal(
    _ zoneID: RecordZoneID, reason: DatabaseChanges.Deletion.Reason = .deleted
  ) async throws {
    guard let epoch = try await position(in: zoneID)?.epoch else { return }
    _ = try await seal(zoneID, in: epoch, reason: reason)
  }

  package func publish(_ status: SyncStatus) async throws {
    try await publish(SyncReport(status: status), now: .zero)
  }
}
