import ChatCore
import CloudModel
import CloudSync
import SyncRules

/// A replica under an engine that is killed at one of its transactions.
struct CrashingStore: SyncStore {
  private let inner: Replica
  private let life: Lifeline

  init(_ inner: Replica, life: Lifeline) {
    self.inner = inner
    self.life = life
  }

  func pendingWork() async throws -> SyncMachine.PendingWork {
    try await life.reading { try await inner.pendingWork() }
  }

  func position(in scope: DatabaseScope) async throws -> DatabasePosition {
    try await life.reading { try await inner.position(in: scope) }
  }

  func apply(
    _ changes: DatabaseChanges, in scope: DatabaseScope, from position: DatabasePosition
  ) async throws -> Bool {
    try await life.transaction("apply database changes") {
      try await inner.apply(changes, in: scope, from: position)
    }
  }

  func forgetChangeToken(for scope: DatabaseScope) async throws {
    try await life.transaction("forgetChangeToken") {
      try await inner.forgetChangeToken(for: scope)
    }
  }

  func position(in zoneID: RecordZoneID) async throws -> ZonePosition? {
    try await life.reading { try await inner.position(in: zoneID) }
  }

  func apply(
    _ changes: RecordZoneChanges, in zoneID: RecordZoneID, from position: ZonePosition
  ) async throws -> Bool {
    try await life.transaction("apply zone changes") {
      try await inner.apply(changes, in: zoneID, from: position)
    }
  }

  func beginResync(of zoneID: RecordZoneID) async throws {
    try await life.transaction("beginResync") { try await inner.beginResync(of: zoneID) }
  }

  func preview(in zoneID: RecordZoneID) async throws -> ZonePreview? {
    try await life.reading { try await inner.preview(in: zoneID) }
  }

  func apply(
    _ records: [Record], isComplete: Bool, in zoneID: RecordZoneID, for preview: ZonePreview
  ) async throws {
    try await life.transaction("apply a preview") {
      try await inner.apply(records, isComplete: isComplete, in: zoneID, for: preview)
    }
  }

  func recover() async throws {
    try await life.transaction("recover") { try await inner.recover() }
  }

  func seal(
    _ zoneID: RecordZoneID, in epoch: Int64, reason: DatabaseChanges.Deletion.Reason
  ) async throws -> Bool {
    try await life.transaction("seal") {
      try await inner.seal(zoneID, in: epoch, reason: reason)
    }
  }

  func nextBatch(
    in zoneID: RecordZoneID, limit: Int, selecting selection: OutboxSelection
  ) async throws -> OutboxBatch? {
    try await life.transaction("nextBatch") {
      try await inner.nextBatch(in: zoneID, limit: limit, selecting: selection)
    }
  }

  func apply(
    _ outcomes: [OutboxOutcome], of batch: OutboxBatch
  ) async throws -> OutboxRemainder {
    try await life.transaction("settle") { try await inner.apply(outcomes, of: batch) }
  }

  func transfer(_ id: AssetTransfer.ID) async throws -> AssetTransfer? {
    try await life.reading { try await inner.transfer(id) }
  }

  func keep(_ upload: AssetUpload?, for id: AssetTransfer.ID) async throws {
    try await life.transaction("keep an upload") { try await inner.keep(upload, for: id) }
  }

  func note(transferred bytes: Int64, for id: AssetTransfer.ID) async throws {
    try await life.transaction("note progress") {
      try await inner.note(transferred: bytes, for: id)
    }
  }

  func title(ofOwnZone zoneName: String) async throws -> String? {
    try await life.reading { try await inner.title(ofOwnZone: zoneName) }
  }

  func note(waiting reason: String, for id: AssetTransfer.ID) async throws {
    try await life.transaction("note a wait") { try await inner.note(waiting: reason, for: id) }
  }

  func finishTransfer(_ id: AssetTransfer.ID, _ outcome: AssetTransfer.Outcome) async throws {
    try await life.transaction("finish a transfer") { try await inner.finishTransfer(id, outcome) }
  }

  func apply(invitations: [ShareMetadata]) async throws {
    try await life.transaction("apply invitations") {
      try await inner.apply(invitations: invitations)
    }
  }

  func welcome(among invitations: [ShareMetadata]) async throws -> [ShareMetadata] {
    try await life.reading { try await inner.welcome(among: invitations) }
  }

  func apply(accepted invitation: ShareMetadata) async throws {
    try await life.transaction("accept an invitation") {
      try await inner.apply(accepted: invitation)
    }
  }

  func publish(_ report: SyncReport, now: Duration) async throws {
    try await life.transaction("publish") { try await inner.publish(report, now: now) }
  }
}
