import CloudKit

/// What the sync engines tell, and what they ask for.
extension ChatStore: CKSyncEngineDelegate {
  @MainActor public func handleEvent(_ event: CKSyncEngine.Event, syncEngine engine: CKSyncEngine)
    async
  {
    let scope = engine.database.databaseScope
    switch event {
    case .stateUpdate(let update): archive.states[scope.rawValue] = update.stateSerialization
    case .accountChange(let change):
      if case .signIn = change.changeType { break }
      // What belongs to somebody else goes; their records are in the cloud.
      zones = zones.filter { $0.value.isMine != (scope == .private) }
    case .fetchedDatabaseChanges(let changes):
      for deletion in changes.deletions where zones.removeValue(forKey: deletion.zoneID) != nil {
        problem = "A chat is gone: its owner has deleted it, or you are not in it any more."
      }
    case .fetchedRecordZoneChanges(let changes):
      for deletion in changes.deletions {
        zones[deletion.recordID.zoneID]?.records[deletion.recordID.recordName] = nil
      }
      for modification in changes.modifications { keep(modification.record) }
      for zoneID in Set(changes.modifications.map(\.record.recordID.zoneID)) { sendLater(zoneID) }
    case .sentDatabaseChanges(let sent):
      for failure in sent.failedZoneSaves { problem = failure.error.localizedDescription }
    case .sentRecordZoneChanges(let sent):
      for record in sent.savedRecords { keep(record) }
      for failure in sent.failedRecordSaves { take(failure, engine) }
    default: return
    }
    save()
  }

  @MainActor public func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine engine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    guard let me = try? await container.userRecordID().recordName else { return nil }
    let pending = engine.state.pendingRecordZoneChanges.filter {
      context.options.scope.contains($0)
    }
    var batch = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: pending) {
      await self.record(for: $0, by: me, engine)
    }
    // A new chat is there as a whole, or not at all.
    let makesChat = batch?.recordsToSave.contains { $0 is CKShare } == true
    batch?.atomicByZone = makesChat
    return batch
  }

  private func record(
    for recordID: CKRecord.ID, by me: String, _ engine: CKSyncEngine
  ) -> CKRecord? {
    let record = zones[recordID.zoneID]?.records[recordID.recordName]
    guard let record, record.isUnsent else {
      engine.state.remove(pendingRecordZoneChanges: [.saveRecord(recordID)])
      return nil
    }
    if record.recordType == "Message" { record["senderID"] = me }
    // What was saved comes back as an event; until then this one may change further.
    return record.copy() as? CKRecord
  }

  private func take(
    _ failure: CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave, _ engine: CKSyncEngine
  ) {
    let recordID = failure.record.recordID
    // What the engine sends again by itself is still pending.
    guard !engine.state.pendingRecordZoneChanges.contains(.saveRecord(recordID)) else { return }
    switch failure.error.code {
    case .serverRecordChanged:
      if let record = failure.error.serverRecord { keep(record) }
      sendLater(recordID.zoneID)
    // The zone itself waits for another attempt.
    case .zoneNotFound where zones[recordID.zoneID]?.share?.isUnsent == true:
      sendLater(recordID.zoneID)
    default:
      problem = failure.error.localizedDescription
      refusals[recordID] = problem
    }
  }
}
