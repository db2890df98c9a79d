import CloudDevices
import CloudKitCore
import CloudModel

/// One send: the zones, then batches of records until the delegate has no more.
///
/// What has failed is not sent again in the same turn: the delegate may have changed it, and the app that waits for the
/// turn has to learn of the error first. `SyncSchedule` says when there is a turn, `PendingChanges` keeps what waits
/// and its order, and `RecordZoneChangeBatch` takes what fits into one request.
struct SendTurn {
  typealias Event = CKSyncEngine.Event

  let engine: CKSyncEngine
  /// The database as the turn's user has it.
  let database: CKDatabase
  let context: CKSyncEngine.SendChangesContext
  private var choices: CloudKitChoices { database.access.choices }
  private var failures = TurnFailures()
  private var failedIDs: Set<CKRecord.ID> = []

  init(engine: CKSyncEngine, database: CKDatabase, context: CKSyncEngine.SendChangesContext) {
    self.engine = engine
    self.database = database
    self.context = context
  }

  mutating func run() async throws(CKError) {
    await engine.tell(.willSendChanges(Event.WillSendChanges(context: context)))
    await sendZones()
    while !failures.mustEnd, !Task.isCancelled, let (batch, mark) = await nextBatch() {
      await send(batch, mark)
    }
    await engine.tell(.didSendChanges(Event.DidSendChanges(context: context)))
    await engine.tellState()
    if let error = failures.error { throw error }
    if Task.isCancelled { throw .cancelled }
  }

  // MARK: - Zones

  private mutating func sendZones() async {
    let scope = context.options.scope
    let (all, mark) = engine.state.read {
      ($0.databaseChanges.changes.filter(scope.contains), $0.databaseChanges.mark)
    }
    for start in stride(from: 0, to: all.count, by: CloudLimits.operationsPerRequest)
    where !failures.mustEnd && !Task.isCancelled {
      let changes = all[start..<min(start + CloudLimits.operationsPerRequest, all.count)]
      let event = await sent(changes)
      finish(event, mark)
      await engine.tell(.sentDatabaseChanges(event))
      await engine.tellState()
    }
  }

  private mutating func sent(
    _ changes: ArraySlice<CKSyncEngine.PendingDatabaseChange>
  ) async -> Event.SentDatabaseChanges {
    var event = Event.SentDatabaseChanges()
    let zones = changes.compactMap { if case .saveZone(let zone) = $0 { zone } else { nil } }
    let deletions = changes.compactMap { if case .deleteZone(let id) = $0 { id } else { nil } }
    let results: CKDatabase.ModifyZonesResults
    do {
      results = try await database.modifyRecordZones(saving: zones, deleting: deletions)
    } catch {
      let error = CKError(any: error)
      failures.add(call: error)
      event.failedZoneSaves = zones.map { .init(zone: $0, error: error) }
      for zoneID in deletions { event.failedZoneDeletes[zoneID] = error }
      return event
    }
    for zone in zones {
      switch results.saveResults[zone.zoneID] ?? .failure(Self.unanswered) {
      case .success(let saved): event.savedZones.append(saved)
      case .failure(let error):
        event.failedZoneSaves.append(.init(zone: zone, error: CKError(any: error)))
      }
    }
    for zoneID in deletions {
      switch results.deleteResults[zoneID] ?? .failure(Self.unanswered) {
      case .success: event.deletedZoneIDs.append(zoneID)
      case .failure(let error): event.failedZoneDeletes[zoneID] = CKError(any: error)
      }
    }
    for failure in event.failedZoneSaves { failures.add(failure.error, of: failure.zone.zoneID) }
    for (zoneID, error) in event.failedZoneDeletes { failures.add(error, of: zoneID) }
    return event
  }

  private func finish(
    _ event: Event.SentDatabaseChanges, _ mark: PendingChanges<EngineState.DatabaseChange>.Mark
  ) {
    engine.state.change { state in
      for zone in event.savedZones { state.own.saved(zone.zoneID) }
      for zoneID in event.deletedZoneIDs {
        state.forget(zoneID)
        state.own.deleted(zoneID)
      }
      let done =
        event.savedZones.map { EngineState.DatabaseChange.saveZone($0) }
        + event.failedZoneSaves.filter { !$0.error.keepsChangePending(choices) }.map {
          .saveZone($0.zone)
        }
        + event.deletedZoneIDs.map { .deleteZone($0) }
        + event.failedZoneDeletes.filter { !$0.value.keepsChangePending(choices) }.map {
          .deleteZone($0.key)
        }
      state.databaseChanges.remove(done, addedUpTo: mark)
    }
  }

  // MARK: - Records

  private typealias Mark = PendingChanges<EngineState.RecordChange>.Mark

  /// The next records of the delegate that have not failed in this turn, and the moment before it was asked.
  private func nextBatch() async -> (CKSyncEngine.RecordZoneChangeBatch, Mark)? {
    let mark = engine.state.read(\.recordChanges.mark)
    guard
      var batch = await engine.delegate?.nextRecordZoneChangeBatch(
        context, syncEngine: engine)
    else { return nil }
    batch.recordsToSave.removeAll { failedIDs.contains($0.recordID) }
    batch.recordIDsToDelete.removeAll(where: failedIDs.contains)
    return batch.count == 0 ? nil : (batch, mark)
  }

  /// Sends a batch zone by zone: what a whole call throws then concerns that zone alone.
  private mutating func send(_ batch: CKSyncEngine.RecordZoneChangeBatch, _ mark: Mark) async {
    var event = Event.SentRecordZoneChanges()
    for part in batch.parts where !failures.mustEnd && !Task.isCancelled {
      await send(part, into: &event)
    }
    for failure in event.failedRecordSaves { failedIDs.insert(failure.record.recordID) }
    failedIDs.formUnion(event.failedRecordDeletes.keys)
    finish(event, mark)
    await engine.tell(.sentRecordZoneChanges(event))
    await engine.tellState()
  }

  private mutating func send(
    _ part: CKSyncEngine.RecordZoneChangeBatch, into event: inout Event.SentRecordZoneChanges
  ) async {
    let results: CKDatabase.ModifyResults
    do {
      results = try await database.results(
        ofSaving: part.recordsToSave, deleting: part.recordIDsToDelete,
        atomically: part.atomicByZone)
    } catch {
      let error = Task.isCancelled ? .cancelled : CKError(any: error)
      failures.add(call: error)
      event.failedRecordSaves += part.recordsToSave.map { .init(record: $0, error: error) }
      for recordID in part.recordIDsToDelete { event.failedRecordDeletes[recordID] = error }
      return
    }
    for record in part.recordsToSave {
      switch results.saveResults[record.recordID] ?? .failure(Self.unanswered) {
      case .success(let saved): event.savedRecords.append(saved)
      case .failure(let error):
        let error = CKError(any: error)
        event.failedRecordSaves.append(.init(record: record, error: error))
        failures.add(error, of: record.recordID)
      }
    }
    for recordID in part.recordIDsToDelete {
      switch results.deleteResults[recordID] ?? .failure(Self.unanswered) {
      case .success: event.deletedRecordIDs.append(recordID)
      // Somebody else was faster, or the answer to an earlier attempt was lost.
      case .failure(CKError.unknownItem): event.deletedRecordIDs.append(recordID)
      case .failure(let error):
        let error = CKError(any: error)
        event.failedRecordDeletes[recordID] = error
        failures.add(error, of: recordID)
      }
    }
  }

  private func finish(_ event: Event.SentRecordZoneChanges, _ mark: Mark) {
    engine.state.change { state in
      for record in event.savedRecords { state.own.saved(record) }
      for recordID in event.deletedRecordIDs { state.own.deleted(recordID) }
      for record in event.failedRecordSaves.compactMap(\.error.serverRecord) {
        state.own.met(record)
      }
      let done =
        event.savedRecords.map { EngineState.RecordChange.saveRecord($0.recordID) }
        + event.failedRecordSaves.filter { !$0.error.keepsChangePending(choices) }
        .map { .saveRecord($0.record.recordID) }
        + event.deletedRecordIDs.map { .deleteRecord($0) }
        + event.failedRecordDeletes.filter { !$0.value.keepsChangePending(choices) }
        .map { .deleteRecord($0.key) }
      state.recordChanges.remove(done, addedUpTo: mark)
    }
  }

  private static let unanswered = CKError(
    .serviceUnavailable, "The cloud's answer says nothing about this item.")
}

extension CKSyncEngine.RecordZoneChangeBatch {
  /// The batch as requests: of one zone each, in the order of the zones' first changes, and of a request's size where
  /// the zone is not atomic.
  var parts: [CKSyncEngine.RecordZoneChangeBatch] {
    var zones: [CKRecordZone.ID] = []
    var saves: [CKRecordZone.ID: [CKRecord]] = [:]
    var deletions: [CKRecordZone.ID: [CKRecord.ID]] = [:]
    func note(_ zoneID: CKRecordZone.ID) {
      if saves[zoneID] == nil && deletions[zoneID] == nil { zones.append(zoneID) }
    }
    for record in recordsToSave {
      note(record.recordID.zoneID)
      saves[record.recordID.zoneID, default: []].append(record)
    }
    for recordID in recordIDsToDelete {
      note(recordID.zoneID)
      deletions[recordID.zoneID, default: []].append(recordID)
    }
    return zones.flatMap { zoneID in
      let part = Self(
        recordsToSave: saves[zoneID] ?? [], recordIDsToDelete: deletions[zoneID] ?? [],
        atomicByZone: atomicByZone)
      return atomicByZone ? [part] : part.pieces(of: CloudLimits.operationsPerRequest)
    }
  }

  private func pieces(of size: Int) -> [Self] {
    guard count > size else { return [self] }
    func pieces<Item>(_ items: [Item], _ make: ([Item]) -> Self) -> [Self] {
      stride(from: 0, to: items.count, by: size).map {
        make(Array(items[$0..<min($0 + size, items.count)]))
      }
    }
    return pieces(recordsToSave) { Self(recordsToSave: $0) }
      + pieces(recordIDsToDelete) { Self(recordIDsToDelete: $0) }
  }
}
