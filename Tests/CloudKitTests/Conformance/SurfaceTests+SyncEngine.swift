import CloudKit
import Foundation
import Testing

/// As `Surface`: every public name of `CKSyncEngine`, used once.
///
/// Source: Apple's interface of macOS 26, where the enums have their final names.
private enum SyncEngineSurface {
  final class App: CKSyncEngineDelegate {
    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
      switch event {
      case .stateUpdate(let event): _ = event.stateSerialization
      case .accountChange(let event):
        switch event.changeType {
        case .signIn(currentUser: let user): _ = user as CKRecord.ID
        case .signOut(previousUser: let user): _ = user as CKRecord.ID
        case .switchAccounts(previousUser: let old, currentUser: let new):
          _ = [old, new] as [CKRecord.ID]
        }
      case .fetchedDatabaseChanges(let event):
        let _: [CKDatabase.DatabaseChange.Modification] = event.modifications
        let _: [CKDatabase.DatabaseChange.Deletion] = event.deletions
      case .fetchedRecordZoneChanges(let event):
        let _: [CKDatabase.RecordZoneChange.Modification] = event.modifications
        let _: [CKDatabase.RecordZoneChange.Deletion] = event.deletions
      case .sentDatabaseChanges(let event):
        let _: [CKRecordZone] = event.savedZones
        let _: [(CKRecordZone, CKError)] = event.failedZoneSaves.map { ($0.zone, $0.error) }
        let _: [CKRecordZone.ID] = event.deletedZoneIDs
        let _: [CKRecordZone.ID: CKError] = event.failedZoneDeletes
      case .sentRecordZoneChanges(let event):
        let _: [CKRecord] = event.savedRecords
        let _: [(CKRecord, CKError)] = event.failedRecordSaves.map { ($0.record, $0.error) }
        let _: [CKRecord.ID] = event.deletedRecordIDs
        let _: [CKRecord.ID: CKError] = event.failedRecordDeletes
      case .willFetchChanges(let event): let _: CKSyncEngine.FetchChangesContext = event.context
      case .willFetchRecordZoneChanges(let event): let _: CKRecordZone.ID = event.zoneID
      case .didFetchRecordZoneChanges(let event):
        let _: (CKRecordZone.ID, CKError?) = (event.zoneID, event.error)
      case .didFetchChanges(let event): let _: CKSyncEngine.FetchChangesContext = event.context
      case .willSendChanges(let event): let _: CKSyncEngine.SendChangesContext = event.context
      case .didSendChanges(let event): let _: CKSyncEngine.SendChangesContext = event.context
      @unknown default: break
      }
    }

    func nextRecordZoneChangeBatch(
      _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? {
      let pending = syncEngine.state.pendingRecordZoneChanges.filter {
        context.options.scope.contains($0)
      }
      return await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: pending) { recordID in
        CKRecord(recordType: "Note", recordID: recordID)
      }
    }

    func nextFetchChangesOptions(
      _ context: CKSyncEngine.FetchChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.FetchChangesOptions {
      var options = context.options
      options.prioritizedZoneIDs = [.default]
      let _: CKSyncEngine.SyncReason = context.reason
      return options
    }
  }

  /// The third method has a default.
  final class SmallApp: CKSyncEngineDelegate {
    func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {}
    func nextRecordZoneChangeBatch(
      _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
    ) async -> CKSyncEngine.RecordZoneChangeBatch? { nil }
  }

  static func engine(
    _ database: CKDatabase, _ state: CKSyncEngine.State.Serialization?, _ app: App
  ) async throws {
    var configuration = CKSyncEngine.Configuration(
      database: database, stateSerialization: state, delegate: app)
    configuration.automaticallySync = false
    configuration.subscriptionID = "changes"
    (configuration.database, configuration.stateSerialization) = (database, nil)
    configuration.delegate = SmallApp()
    let engine = CKSyncEngine(configuration)
    let _: CKDatabase = engine.database
    try await engine.fetchChanges()
    try await engine.fetchChanges(.init(scope: .zoneIDs([.default]), operationGroup: nil))
    try await engine.sendChanges()
    try await engine.sendChanges(CKSyncEngine.SendChangesOptions(scope: .all))
    await engine.cancelOperations()
    let (id, zoneID) = (CKRecord.ID(), CKRecordZone.ID.default)
    engine.state.add(pendingRecordZoneChanges: [.saveRecord(id), .deleteRecord(id)])
    engine.state.remove(pendingRecordZoneChanges: [.saveRecord(id)])
    engine.state.add(
      pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: zoneID)), .deleteZone(zoneID)])
    engine.state.remove(pendingDatabaseChanges: [.deleteZone(zoneID)])
    let _: [CKSyncEngine.PendingDatabaseChange] = engine.state.pendingDatabaseChanges
    engine.state.hasPendingUntrackedChanges = true
    let _: [CKRecordZone.ID] = engine.state.zoneIDsWithUnfetchedServerChanges
    let data = try JSONEncoder().encode(state)
    _ = try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: data)
    var batch = CKSyncEngine.RecordZoneChangeBatch(
      recordsToSave: [], recordIDsToDelete: [id], atomicByZone: true)
    batch = CKSyncEngine.RecordZoneChangeBatch()
    (batch.recordsToSave, batch.recordIDsToDelete, batch.atomicByZone) = ([], [], false)
    var send = CKSyncEngine.SendChangesOptions()
    send.scope = .recordIDs([id])
    send.operationGroup = CKOperationGroup()
    _ = send.scope.contains(id)
    var fetch = CKSyncEngine.FetchChangesOptions()
    fetch.scope = .allExcluding([zoneID])
    fetch.operationGroup = CKOperationGroup()
    _ = fetch.scope.contains(zoneID)
    let _: [any CustomStringConvertible] = [
      engine, configuration, batch, send, fetch, send.scope, fetch.scope,
      CKSyncEngine.SyncReason.manual, CKSyncEngine.PendingRecordZoneChange.saveRecord(id),
      CKSyncEngine.PendingDatabaseChange.deleteZone(zoneID),
    ]
  }

  /// The conformances of the types in Apple's interface.
  static func conformances() {
    func describes(_: (some CustomStringConvertible & Sendable).Type) {}
    typealias Event = CKSyncEngine.Event
    describes(Event.self)
    describes(Event.StateUpdate.self)
    describes(Event.AccountChange.self)
    describes(Event.FetchedDatabaseChanges.self)
    describes(Event.FetchedRecordZoneChanges.self)
    describes(Event.SentDatabaseChanges.self)
    describes(Event.SentDatabaseChanges.FailedZoneSave.self)
    describes(Event.SentRecordZoneChanges.self)
    describes(Event.SentRecordZoneChanges.FailedRecordSave.self)
    describes(Event.WillFetchChanges.self)
    describes(Event.WillFetchRecordZoneChanges.self)
    describes(Event.DidFetchRecordZoneChanges.self)
    describes(Event.DidFetchChanges.self)
    describes(Event.WillSendChanges.self)
    describes(Event.DidSendChanges.self)
    describes(CKSyncEngine.FetchChangesContext.self)
    describes(CKSyncEngine.SendChangesContext.self)
    func equates(_: (some Equatable).Type) {}
    equates(Event.AccountChange.ChangeType.self)
    equates(CKSyncEngine.FetchChangesOptions.Scope.self)
    equates(CKSyncEngine.SendChangesOptions.Scope.self)
    func hashes(_: (some Hashable).Type) {}
    hashes(CKSyncEngine.SyncReason.self)
    hashes(CKSyncEngine.PendingRecordZoneChange.self)
    hashes(CKSyncEngine.PendingDatabaseChange.self)
  }
}

@Suite struct SyncEngineDescriptionTests {
  @Test func `scopes are equal by their contents, and describe them`() {
    let (a, b) = (CKRecordZone.ID(zoneName: "a"), CKRecordZone.ID(zoneName: "b"))
    typealias Fetch = CKSyncEngine.FetchChangesOptions.Scope
    typealias Send = CKSyncEngine.SendChangesOptions.Scope
    #expect(Fetch.zoneIDs([a]) == .zoneIDs([a]) && Fetch.zoneIDs([a]) != .zoneIDs([b]))
    #expect(Fetch.all != .allExcluding([]))
    #expect(Send.recordIDs([]) != .all && Send.allExcluding([a]) == .allExcluding([a]))
    #expect("\(Fetch.all)" == "all" && "\(Send.all)" == "all")
    #expect("\(Send.allExcluding([a]))".contains("but") && "\(Fetch.zoneIDs([b]))".contains("b of"))
    typealias Change = CKSyncEngine.Event.AccountChange.ChangeType
    let user = CKRecord.ID(recordName: "_a")
    #expect(Change.signIn(currentUser: user) == .signIn(currentUser: user))
    #expect(Change.signIn(currentUser: user) != .signOut(previousUser: user))
  }
}
