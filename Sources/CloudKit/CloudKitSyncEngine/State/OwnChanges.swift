import CloudKitCore

/// What this engine has sent itself and has not met in the cloud's changes yet, where it comes back.
///
/// The state that an app keeps has the newest of them, so that they are known after a new start as well.
struct OwnChanges: Sendable {
  /// Our choice: more than is sent between two fetches; beyond it, own changes are told like those of others.
  static let limit = 10_000

  enum Version: Hashable, Sendable {
    case saved(changeTag: String)
    case deleted
  }

  private struct Entry: Sendable {
    var version: Version
    /// Grows with each change.
    var number: Int
  }

  private var records: [CKRecord.ID: Entry] = [:]
  private var changesSoFar = 0
  /// The versions of others that the delegate was told of by a conflict: it has them, and is told again by the fetch.
  private var metTags: [CKRecord.ID: String] = [:]
  private var savedZoneIDs: Set<CKRecordZone.ID> = []
  private var deletedZoneIDs: Set<CKRecordZone.ID> = []

  mutating func saved(_ record: CKRecord) {
    note(record.recordID, record.recordChangeTag.map { .saved(changeTag: $0) })
  }

  mutating func deleted(_ recordID: CKRecord.ID) { note(recordID, .deleted) }

  mutating func note(_ recordID: CKRecord.ID, _ version: Version?) {
    if records.count >= Self.limit { records = [:] }
    changesSoFar += 1
    records[recordID] = version.map { Entry(version: $0, number: changesSoFar) }
  }

  /// The last versions that were sent, oldest first.
  func newest(_ count: Int) -> [(recordID: CKRecord.ID, version: Version)] {
    records.sorted { $0.value.number < $1.value.number }.suffix(count)
      .map { ($0.key, $0.value.version) }
  }

  /// In no order.
  var zonesDeleted: [CKRecordZone.ID] { Array(deletedZoneIDs) }

  mutating func saved(_ zoneID: CKRecordZone.ID) {
    savedZoneIDs.insert(zoneID)
    deletedZoneIDs.remove(zoneID)
  }

  mutating func deleted(_ zoneID: CKRecordZone.ID) {
    savedZoneIDs.remove(zoneID)
    deletedZoneIDs.insert(zoneID)
    zoneWasFetched(zoneID)
  }

  /// A save has met this version in the cloud, and the delegate was told so.
  mutating func met(_ record: CKRecord) {
    if metTags.count >= Self.limit { metTags = [:] }
    metTags[record.recordID] = record.recordChangeTag
  }

  /// Whether the delegate knows of this version, by whatever way.
  func isKnown(_ recordID: CKRecord.ID, changeTag: String?) -> Bool {
    contains(recordID, changeTag: changeTag) || changeTag != nil && metTags[recordID] == changeTag
  }

  /// Whether this is the version that was sent; any other one is somebody else's.
  func contains(_ record: CKRecord) -> Bool {
    contains(record.recordID, changeTag: record.recordChangeTag)
  }

  func contains(_ recordID: CKRecord.ID, changeTag: String?) -> Bool {
    changeTag.map { records[recordID]?.version == .saved(changeTag: $0) } ?? false
  }

  func containsDeletion(of recordID: CKRecord.ID) -> Bool {
    records[recordID]?.version == .deleted
  }

  func containsSave(of zoneID: CKRecordZone.ID) -> Bool { savedZoneIDs.contains(zoneID) }

  func containsDeletion(of zoneID: CKRecordZone.ID) -> Bool { deletedZoneIDs.contains(zoneID) }

  var hasZones: Bool { !savedZoneIDs.isEmpty || !deletedZoneIDs.isEmpty }

  /// Everything that was sent to the zone has come back.
  mutating func zoneWasFetched(_ zoneID: CKRecordZone.ID) {
    records = records.filter { $0.key.zoneID != zoneID }
    metTags = metTags.filter { $0.key.zoneID != zoneID }
  }

  /// Every zone that was saved or deleted has come back.
  mutating func zonesWereFetched() { (savedZoneIDs, deletedZoneIDs) = ([], []) }
}
