import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules

/// A device's replica as its engine sees it: each transaction may wait, be noted in the journal, or be the
/// device's last.
struct SimulatedStore: SyncStore {
  let inner: Replica
  let world: World
  let key: DeviceKey
  var broken: BrokenReplica { BrokenReplica(replica: inner, mutation: world.mutation) }

  private func transact<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> (Value, Transaction?)
  ) async throws -> Value {
    try await world.transact(by: key, body)
  }

  func recover() async throws { try await transact { [inner] in (try await inner.recover(), nil) } }

  func pendingWork() async throws -> SyncMachine.PendingWork {
    try await transact { [inner] in (try await inner.pendingWork(), nil) }
  }

  func position(in scope: DatabaseScope) async throws -> DatabasePosition {
    try await transact { [inner] in (try await inner.position(in: scope), nil) }
  }

  func apply(
    _ changes: DatabaseChanges, in scope: DatabaseScope, from position: DatabasePosition
  ) async throws -> Bool {
    let (isApplied, listed) = try await transact {
      [inner, broken] () -> ((Bool, [String]?), Transaction?) in
      let isApplied = try await inner.apply(
        broken.heard(changes), in: scope, from: broken.heard(position))
      guard isApplied else { return ((false, nil), nil) }
      let listed = changes.modifications.isEmpty ? nil : try await inner.listedZones()
      return (
        (true, listed),
        .databasePage(
          scope, changed: changes.modifications.map(\.zoneName),
          deleted: changes.deletions.map(\.zoneID.zoneName), moreComing: changes.moreComing)
      )
    }
    if let listed { await world.note(listed: listed, by: key) }
    return isApplied
  }

  func forgetChangeToken(for scope: DatabaseScope) async throws {
    try await transact { [inner] in
      try await inner.forgetChangeToken(for: scope)
      return ((), .forgotToken(scope))
    }
  }

  func position(in zoneID: RecordZoneID) async throws -> ZonePosition? {
    try await transact { [inner] in (try await inner.position(in: zoneID), nil) }
  }

  func apply(
    _ changes: RecordZoneChanges, in zoneID: RecordZoneID, from position: ZonePosition
  ) async throws -> Bool {
    let user = inner.account.userRecordName
    var position = position
    if let advance = broken.advance(changes) {
      let start = position
      try await transact { [inner] in
        (_ = try await inner.apply(advance, in: zoneID, from: start), nil)
      }
      position.changeToken = changes.changeToken
    }
    return try await transact { [inner, broken, position] in
      let isTaken = try await inner.apply(broken.heard(changes), in: zoneID, from: position)
      // If a session is found in the zone, the zone is a chat, which begins anew.
      if position.desiredKeys != nil, !isTaken,
        try await inner.position(in: zoneID)?.desiredKeys == nil
      {
        return (false, .resync(zoneID))
      }
      return (
        isTaken,
        .zonePage(
          zoneID, since: position.changeToken, token: changes.changeToken, epoch: position.epoch,
          moreComing: changes.moreComing, isTaken: isTaken, canWrite: changes.right(of: user))
      )
    }
  }

  func preview(in zoneID: RecordZoneID) async throws -> ZonePreview? {
    try await transact { [inner] in (try await inner.preview(in: zoneID), nil) }
  }

  func apply(
    _ records: [Record], isComplete: Bool, in zoneID: RecordZoneID, for preview: ZonePreview
  ) async throws {
    try await transact { [inner] in
      try await inner.apply(records, isComplete: isComplete, in: zoneID, for: preview)
      return ((), .preview(zoneID, records.map(\.recordID.recordName)))
    }
  }

  func beginResync(of zoneID: RecordZoneID) async throws {
    try await transact { [inner, broken] in
      try await inner.beginResync(of: zoneID)
      try await broken.resynced(zoneID)
      return ((), .resync(zoneID))
    }
  }

  func seal(
    _ zoneID: RecordZoneID, in epoch: Int64, reason: DatabaseChanges.Deletion.Reason
  ) async throws -> Bool {
    try await transact { [inner, world] in
      let isSealed =
        if world.mutation == .ignoresEndings {
          true
        } else {
          try await inner.seal(zoneID, in: epoch, reason: reason)
        }
      return (isSealed, isSealed ? .sealed(zoneID) : nil)
    }
  }

  func nextBatch(
    in zoneID: RecordZoneID, limit: Int, selecting selection: OutboxSelection
  ) async throws -> OutboxBatch? {
    try await transact { [inner, broken] in
      let batch = try await inner.nextBatch(in: zoneID, limit: limit, selecting: selection)
      return (broken.taken(batch), batch.map { .batch(zoneID, count: $0.ids.count) })
    }
  }

  func apply(
    _ outcomes: [OutboxOutcome], of batch: OutboxBatch
  ) async throws -> OutboxRemainder {
    try await transact { [inner, broken] in
      let outcomes = try await broken.heard(outcomes, in: batch.zoneID)
      let answer = try await inner.apply(outcomes, of: batch)
      return (answer, .applied(batch.zoneID, outcomes.map { Transaction.Outcome($0, of: batch) }))
    }
  }

  func transfer(_ id: AssetTransfer.ID) async throws -> AssetTransfer? {
    try await transact { [inner] in (try await inner.transfer(id), nil) }
  }

  func keep(_ upload: AssetUpload?, for id: AssetTransfer.ID) async throws {
    try await transact { [inner] in (try await inner.keep(upload, for: id), nil) }
  }

  /// Notes nothing: the task that says how far a large file is has no turn (`World` 1).
  func note(transferred bytes: Int64, for id: AssetTransfer.ID) async throws {}

  func title(ofOwnZone zoneName: String) async throws -> String? {
    try await transact { [inner] in (try await inner.title(ofOwnZone: zoneName), nil) }
  }

  func note(waiting reason: String, for id: AssetTransfer.ID) async throws {
    try await transact { [inner] in (try await inner.note(waiting: reason, for: id), nil) }
  }

  func finishTransfer(_ id: AssetTransfer.ID, _ outcome: AssetTransfer.Outcome) async throws {
    try await transact { [inner] in
      try await inner.finishTransfer(id, outcome)
      return switch outcome {
      case .uploaded: ((), .uploaded(id.recordID))
      case .downloaded: ((), .downloaded(id.recordID))
      case .failed(let reason): ((), .gaveUpFile(id.recordID, why: reason))
      }
    }
  }

  func apply(invitations: [ShareMetadata]) async throws {
    try await transact { [inner] in
      try await inner.apply(invitations: invitations)
      return ((), .invitations(invitations.count))
    }
  }

  func welcome(among invitations: [ShareMetadata]) async throws -> [ShareMetadata] {
    // Without a chat of two nothing is read.
    guard invitations.contains(where: \.isChatOfTwo) else { return [] }
    return try await transact { [inner] in (try await inner.welcome(among: invitations), nil) }
  }

  func apply(accepted invitation: ShareMetadata) async throws {
    try await transact { [inner] in (try await inner.apply(accepted: invitation), nil) }
  }

  func publish(_ report: SyncReport, now: Duration) async throws {
    try await transact { [inner, broken] in
      (try await inner.publish(broken.said(report), now: now), nil)
    }
  }
}

extension Replica {
  /// The zones of the chats in the list, by name.
  fileprivate func listedZones() async throws -> [String] {
    try await ChatRepository(replica: self, makeUnique: { "" }).currentChatSummaries()
      .map(\.zoneName).sorted()
  }
}

extension Transaction.Outcome {
  fileprivate init(_ outcome: OutboxOutcome, of batch: OutboxBatch) {
    let record =
      switch batch.contents {
      case .saveZone: "zone"
      case .deleteZone: "-zone"
      case .records(let entries, _):
        switch entries.first(where: { $0.id.sequence == outcome.id.sequence })?.operation {
        case .save(let record): record.recordID.recordName
        case .delete(let recordID): "-" + recordID.recordName
        case nil: ""
        }
      }
    let result: Result =
      switch outcome.result {
      case .acknowledged: .acknowledged
      case .conflict: .conflict
      case .gone: .gone
      case .failed: .failed
      case .undecided: .undecided
      }
    self.init(record: record, generation: outcome.id.generation, result: result)
  }
}

extension RecordZoneChanges {
  /// Whether `user` may write, as the share on this page says; nil where there is none on it.
  fileprivate func right(of user: String) -> Bool? {
    guard let share = modifications.last(where: { $0.recordType == Share.recordType })?.share
    else { return nil }
    guard let me = share.participant(withUserRecordName: user) else { return nil }
    return me.role == .owner || me.permission == .readWrite
  }
}
