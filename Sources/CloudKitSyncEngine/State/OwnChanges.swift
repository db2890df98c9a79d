import CloudKitCore

/// What this engine has sent itself and has not met in the cloud's changes yet, where it comes back.
///
/// Only for as long as the engine lives: after a new start an app is told of its last own changes.
struct OwnChanges: Sendable {
  /// Our choice: more than is sent between two fetches; beyond it, own changes are told like those of others.
  static let limit = 10_000

  private enum Version: Hashable, Sendable {
    case saved(changeTag: String)
    case deleted
  }

  private var records: [CKRecord.ID: Version] = [:]
  private var deletedZoneIDs: Set<CKRecordZone.ID> = []

  mutating func saved(_ record: CKRecord) {
    note(record.recordID, record.recordChangeTag.map { .saved(changeTag: $0) })
  }

  mutating func deleted(_ recordID: CKRecord.ID) { note(recordID, .deleted) }

  private mutating func note(_ recordID: CKRecord.ID, _ version: Version?) {
    if records.count >= Self.limit { records = [:] }
    records[recordID] = version
  }

  mutating func saved(_ zoneID: CKRecordZone.ID) { deletedZoneIDs.remove(zoneID) }

  mutating func deleted(_ zoneID: CKRecordZone.ID) {
    deletedZoneIDs.insert(zoneID)
    zoneWasFetched(zoneID)
  }

  /// Whether this is the version that was sent; any other one is somebody else's.
  func contains(_ record: CKRecord) -> Bool {
    record.recordChangeTag.map { records[record.recordID] == .saved(changeTag: $0) } ?? false
  }

  func containsDeletion(of recordID: CKRecord.ID) -> Bool { records[recordID] == .deleted }

  func containsDeletion(of zoneID: CKRecordZone.ID) -> Bool { deletedZoneIDs.contains(zoneID) }

  var hasDeletedZones: Bool { !deletedZoneIDs.isEmpty }

  /// Everything that was sent to the zone has come back.
  mutating func zoneWasFetched(_ zoneID: CKRecordZone.ID) {
    records = records.filter { $0.key.zoneID != zoneID }
  }

  /// Every zone that was deleted has come back.
  mutating func zonesWereFetched() { deletedZoneIDs = [] }
}
