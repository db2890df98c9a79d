package import CloudModel
import Foundation

/// Identifiers as one user sees them in one database.
///
/// Apps call the signed-in user `CKCurrentUserDefaultName`, as the owner of zones and as the author of records; the
/// cloud always uses the user's record name.
package struct Viewpoint: Sendable, Hashable {
  /// The signed-in user's record name; empty if nobody is signed in.
  package var user: String
  package var scope: DatabaseScope

  package init(user: String, scope: DatabaseScope) {
    self.user = user
    self.scope = scope
  }

  package func zoneID(_ id: RecordZoneID) -> CKRecordZone.ID {
    // The zones of the public database belong to the container, and everybody names them as one's own.
    let isOwn = id.ownerName == user || scope == .public
    return CKRecordZone.ID(
      zoneName: id.zoneName, ownerName: isOwn ? CKCurrentUserDefaultName : id.ownerName)
  }

  package func zoneID(_ id: CKRecordZone.ID) -> RecordZoneID {
    let isOwn = id.ownerName == CKCurrentUserDefaultName && scope != .public && !user.isEmpty
    return RecordZoneID(zoneName: id.zoneName, ownerName: isOwn ? user : id.ownerName)
  }

  package func recordID(_ id: RecordID) -> CKRecord.ID {
    CKRecord.ID(recordName: id.recordName, zoneID: zoneID(id.zoneID))
  }

  package func recordID(_ id: CKRecord.ID) -> RecordID {
    RecordID(recordName: userName(id), zoneID: zoneID(id.zoneID))
  }

  /// The record of a user, which is in the public database's default zone.
  package func userRecordID(_ name: String) -> CKRecord.ID {
    CKRecord.ID(recordName: name == user ? CKCurrentUserDefaultName : name)
  }

  /// A user's record name as the cloud has it.
  package func userName(_ id: CKRecord.ID) -> String {
    id.recordName == CKCurrentUserDefaultName && !user.isEmpty ? user : id.recordName
  }
}
