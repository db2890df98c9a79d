import CloudKitSyncEngine

/// An app that keeps notes in step: of two versions of a note, the one that was edited later counts, and a note that
/// was deleted stays deleted.
actor NotesApp: CKSyncEngineDelegate {
  static let zoneID = CKRecordZone.ID(zoneName: "Notes")

  struct Note: Equatable {
    var text: String
    var edited: Int
  }

  let zoneID: CKRecordZone.ID
  private(set) var notes: [String: Note] = [:]
  /// The cloud's version of each note.
  private var records: [String: CKRecord] = [:]
  private var unsentDeletions: Set<String> = []
  private(set) var serialization: CKSyncEngine.State.Serialization?
  private(set) var stateUpdates = 0
  private(set) var contexts: [CKSyncEngine.SendChangesContext] = []
  private var events: [String] = []
  private var waiting:
    [(isTrue: (isolated NotesApp) -> Bool, waiter: CheckedContinuation<Void, Never>)] = []

  /// Called while the app handles an event, or is asked for a batch.
  var onEvent: (@Sendable (CKSyncEngine.Event, CKSyncEngine) async -> Void)?
  var onBatch: (@Sendable (CKSyncEngine) async -> Void)?
  var isAtomic = false
  var options: CKSyncEngine.FetchChangesOptions?

  init(zoneID: CKRecordZone.ID) { self.zoneID = zoneID }

  func listen(_ body: @escaping @Sendable (CKSyncEngine.Event, CKSyncEngine) async -> Void) {
    onEvent = body
  }

  func listenToBatches(_ body: @escaping @Sendable (CKSyncEngine) async -> Void) { onBatch = body }

  func change(_ body: @Sendable (isolated NotesApp) -> Void) { body(self) }

  // MARK: - What the person does

  func write(_ text: String, as name: String, edited: Int, _ engine: CKSyncEngine) {
    notes[name] = Note(text: text, edited: edited)
    engine.state.add(pendingRecordZoneChanges: [.saveRecord(id(name))])
  }

  func delete(_ name: String, _ engine: CKSyncEngine) {
    forget(name)
    unsentDeletions.insert(name)
    engine.state.add(pendingRecordZoneChanges: [.deleteRecord(id(name))])
  }

  /// Adds the changes that a new engine may not know, because the app ended before it was told of the state.
  func addUnsent(to engine: CKSyncEngine) {
    let saves = notes.filter { Self.edited(records[$0.key]) != $0.value.edited }.keys.sorted()
    engine.state.add(
      pendingRecordZoneChanges: saves.map { .saveRecord(id($0)) }
        + unsentDeletions.sorted().map { .deleteRecord(id($0)) })
  }

  private func id(_ name: String) -> CKRecord.ID { CKRecord.ID(recordName: name, zoneID: zoneID) }

  private func forget(_ name: String) {
    notes[name] = nil
    records[name] = nil
  }

  // MARK: - What the engine asks

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    contexts.append(context)
    let changes = syncEngine.state.pendingRecordZoneChanges.filter {
      context.options.scope.contains($0)
    }
    let (notes, records) = (notes, records)
    var batch = await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: changes) { recordID in
      guard let note = notes[recordID.recordName] else {
        syncEngine.state.remove(pendingRecordZoneChanges: [.saveRecord(recordID)])
        return nil
      }
      let record =
        records[recordID.recordName]?.copy() as? CKRecord
        ?? CKRecord(recordType: "Note", recordID: recordID)
      record["text"] = note.text
      record["edited"] = note.edited
      return record
    }
    batch?.atomicByZone = isAtomic
    await onBatch?(syncEngine)
    return batch
  }

  func nextFetchChangesOptions(
    _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.FetchChangesOptions { options ?? context.options }

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    switch event {
    case .stateUpdate(let event):
      serialization = event.stateSerialization
      stateUpdates += 1
    case .accountChange(let event): take(event, syncEngine)
    case .fetchedDatabaseChanges(let event): take(event, syncEngine)
    case .fetchedRecordZoneChanges(let event): take(event, syncEngine)
    case .sentRecordZoneChanges(let event): take(event, syncEngine)
    case .sentDatabaseChanges, .willFetchChanges, .willFetchRecordZoneChanges,
      .didFetchRecordZoneChanges, .didFetchChanges, .willSendChanges, .didSendChanges:
      break
    }
    if let words = event.words { events.append(words) }
    await onEvent?(event, syncEngine)
    let all = waiting
    waiting = []
    for entry in all {
      if entry.isTrue(self) { entry.waiter.resume() } else { waiting.append(entry) }
    }
  }

  // MARK: - Events

  private func take(_ event: CKSyncEngine.Event.AccountChange, _ engine: CKSyncEngine) {
    switch event.changeType {
    case .signIn: break
    case .signOut, .switchAccounts: (notes, records, unsentDeletions) = ([:], [:], [])
    }
    if zoneID.ownerName == CKCurrentUserDefaultName {
      engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
    }
    addUnsent(to: engine)
  }

  private func take(_ event: CKSyncEngine.Event.FetchedDatabaseChanges, _ engine: CKSyncEngine) {
    for deletion in event.deletions where deletion.zoneID == zoneID {
      records = [:]
      switch deletion.reason {
      case .deleted, .purged: notes = [:]
      case .encryptedDataReset:
        engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
        addUnsent(to: engine)
      }
    }
  }

  private func take(_ event: CKSyncEngine.Event.FetchedRecordZoneChanges, _ engine: CKSyncEngine) {
    for modification in event.modifications where modification.record.recordType == "Note" {
      merge(modification.record, engine)
    }
    for deletion in event.deletions {
      let name = deletion.recordID.recordName
      forget(name)
      unsentDeletions.remove(name)
      engine.state.remove(
        pendingRecordZoneChanges: [
          .saveRecord(deletion.recordID), .deleteRecord(deletion.recordID),
        ])
    }
  }

  private func merge(_ record: CKRecord, _ engine: CKSyncEngine) {
    let name = record.recordID.recordName
    guard !unsentDeletions.contains(name) else { return }
    records[name] = record
    let edited = Self.edited(record)
    if let note = notes[name], note.edited > edited {
      engine.state.add(pendingRecordZoneChanges: [.saveRecord(record.recordID)])
    } else {
      notes[name] = Note(text: record["text"] ?? "", edited: edited)
      engine.state.remove(pendingRecordZoneChanges: [.saveRecord(record.recordID)])
    }
  }

  private func take(_ event: CKSyncEngine.Event.SentRecordZoneChanges, _ engine: CKSyncEngine) {
    for record in event.savedRecords where notes[record.recordID.recordName] != nil {
      records[record.recordID.recordName] = record
    }
    for recordID in event.deletedRecordIDs { unsentDeletions.remove(recordID.recordName) }
    for failure in event.failedRecordSaves {
      let name = failure.record.recordID.recordName
      switch failure.error.code {
      case .serverRecordChanged:
        if let record = failure.error.serverRecord { merge(record, engine) }
      case .unknownItem: forget(name)
      case .zoneNotFound:
        records[name] = nil
        engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID))])
        engine.state.add(pendingRecordZoneChanges: [.saveRecord(failure.record.recordID)])
      default: break
      }
    }
  }

  private static func edited(_ record: CKRecord?) -> Int { record?["edited"] ?? -1 }

  // MARK: - For tests

  func takeEvents() -> [String] {
    defer { events = [] }
    return events
  }

  /// Returns after the event after which this is true.
  func until(_ isTrue: @escaping @Sendable (isolated NotesApp) -> Bool) async {
    while !isTrue(self) {
      await withCheckedContinuation { waiting.append((isTrue, $0)) }
    }
  }
}

extension CKSyncEngine.Event {
  /// The event in a few words; nil for an update of the state.
  var words: String? {
    func names(_ sign: String, _ names: [String]) -> String {
      names.sorted().map { " \(sign)\($0)" }.joined()
    }
    switch self {
    case .stateUpdate: return nil
    case .accountChange(let event):
      switch event.changeType {
      case .signIn: return "signed in"
      case .signOut: return "signed out"
      case .switchAccounts: return "switched"
      }
    case .fetchedDatabaseChanges(let event):
      return "fetched zones" + names("+", event.modifications.map(\.zoneID.zoneName))
        + names("-", event.deletions.map { "\($0.zoneID.zoneName) \($0.reason)" })
    case .fetchedRecordZoneChanges(let event):
      return "fetched" + names("+", event.modifications.map(\.record.recordID.recordName))
        + names("-", event.deletions.map(\.recordID.recordName))
    case .sentDatabaseChanges(let event):
      return "sent zones" + names("+", event.savedZones.map(\.zoneID.zoneName))
        + names("-", event.deletedZoneIDs.map(\.zoneName))
        + names("!", event.failedZoneSaves.map(\.zone.zoneID.zoneName))
        + names("!", event.failedZoneDeletes.keys.map(\.zoneName))
    case .sentRecordZoneChanges(let event):
      return "sent" + names("+", event.savedRecords.map(\.recordID.recordName))
        + names("-", event.deletedRecordIDs.map(\.recordName))
        + names(
          "!", event.failedRecordSaves.map { "\($0.record.recordID.recordName) \($0.error.code)" })
        + names("!", event.failedRecordDeletes.map { "\($0.key.recordName) \($0.value.code)" })
    case .willFetchChanges: return "will fetch"
    case .willFetchRecordZoneChanges(let event): return "will fetch \(event.zoneID.zoneName)"
    case .didFetchRecordZoneChanges(let event):
      return "did fetch \(event.zoneID.zoneName)" + (event.error.map { " \($0.code)" } ?? "")
    case .didFetchChanges: return "did fetch"
    case .willSendChanges: return "will send"
    case .didSendChanges: return "did send"
    }
  }
}
