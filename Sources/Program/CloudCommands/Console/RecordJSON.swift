import CloudModel
import CloudWire
import Foundation

/// A record as `--json` prints it.
struct RecordJSON: Encodable {
  var recordName: String
  var recordType: String
  var zone: String
  /// The user record name of the zone's owner; left out in the public database.
  var zoneOwner: String?
  var recordChangeTag: String?
  var createdAt: Date?
  var createdBy: String?
  var modifiedAt: Date?
  var modifiedBy: String?
  var parent: String?
  /// The name of the share record of a shared hierarchy's root.
  var share: String?
  /// Each as in the web protocol: `{"value": …, "type": …}`.
  var fields: [String: WireField]

  init(_ record: Record, in scope: DatabaseScope) {
    recordName = record.recordID.recordName
    recordType = record.recordType
    zone = record.recordID.zoneID.zoneName
    zoneOwner = scope == .public ? nil : record.recordID.zoneID.ownerName
    recordChangeTag = record.recordChangeTag
    createdAt = record.creationDate
    createdBy = record.creatorUserRecordName
    modifiedAt = record.modificationDate
    modifiedBy = record.lastModifiedUserRecordName
    parent = record.parent
    share = record.shareReference
    fields = record.wireFields
  }
}
