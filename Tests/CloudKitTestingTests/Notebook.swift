import CloudKit
import CloudKitTesting
import Foundation

/// A small app that keeps notes in step by a sync engine; of two versions of a note the cloud's counts.
actor Notebook: CKSyncEngineDelegate {
  static let container = "iCloud.com.example.Notes"
  private static let zoneID = CKRecordZone.ID(zoneName: "Notes")

  private(set) var notes: [String: String] = [:]
  private var records: [String: CKRecord] = [:]
  private var started: CKSyncEngine?
  private var isHeld = false
  private var waiting: CheckedContinuation<Void, Never>?

  nonisolated let container: CKContainer

  init(_ device: TestDevice, automatically: Bool = true) async {
    container = device.run { CKContainer(identifier: Self.container) }
    start(automatically)
  }

  private func start(_ automatically: Bool) {
    var configuration = CKSyncEngine.Configuration(
      database: container.privateCloudDatabase, stateSerialization: nil, delegate: self)
    configuration.automaticallySync = automatically
    started = CKSyncEngine(configuration)
  }

  var engine: CKSyncEngine {
    guard let started else { preconditionFailure("The engine is made at the start.") }
    return started
  }

  func write(_ text: String, as name: String) {
    notes[name] = text
    if records.isEmpty {
      engine.state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneID: Self.zoneID))])
    }
    engine.state.add(pendingRecordZoneChanges: [
      .saveRecord(CKRecord.ID(recordName: name, zoneID: Self.zoneID))
    ])
  }

  /// Lets the next events wait until `release()`.
  func hold() { isHeld = true }

  func release() {
    isHeld = false
    waiting?.resume()
    waiting = nil
  }

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    let (notes, records) = (notes, records)
    return await CKSyncEngine.RecordZoneChangeBatch(
      pendingChanges: syncEngine.state.pendingRecordZoneChanges
    ) { id in
      let record =
        records[id.recordName]?.copy() as? CKRecord ?? CKRecord(recordType: "Note", recordID: id)
      record["text"] = notes[id.recordName]
      return record
    }
  }

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {
    if isHeld { await withCheckedContinuation { waiting = $0 } }
    switch event {
    case .fetchedRecordZoneChanges(let changes):
      for modification in changes.modifications { take(modification.record) }
    case .sentRecordZoneChanges(let sent):
      for record in sent.savedRecords { records[record.recordID.recordName] = record }
      for failure in sent.failedRecordSaves {
        if let record = failure.error.serverRecord { take(record) }
      }
    default: break
    }
  }

  private func take(_ record: CKRecord) {
    records[record.recordID.recordName] = record
    notes[record.recordID.recordName] = record["text"]
  }
}
