import CloudDevices
import CloudModel

extension DatabaseAccess {
  package struct ZoneChangesPage {
    package var changes: ItemResults<CKRecord.ID, CKRecord>
    package var deletions: [(recordID: CKRecord.ID, recordType: CKRecord.RecordType)]
    package var token: CKServerChangeToken
    package var moreComing: Bool
  }

  /// One page of the zones that have changed.
  ///
  /// Only the first answer leaves deletions out, where the device's choices say so: a later one may be of a zone that
  /// an earlier one has told of.
  func databaseChanges(
    since token: CKServerChangeToken?, limit: Int?
  ) async throws(CKError) -> (changes: DatabaseChanges, viewpoint: Viewpoint) {
    let session = try await open()
    var changes = try await limits.calling { () async throws(CloudError) in
      try await session.database.databaseChanges(since: token?.token, resultsLimit: limit)
    }
    if token == nil, choices.deletedZonesAtFirst == .omitted { changes.deletions = [] }
    return (changes, session.viewpoint)
  }

  /// One page of the records of a zone that have changed, with the files of their assets.
  package func zoneChanges(
    in zoneID: CKRecordZone.ID, since token: CKServerChangeToken?,
    desiredKeys: [CKRecord.FieldKey]?, limit: Int?
  ) async throws(CKError) -> ZoneChangesPage {
    let session = try await open()
    let page = try await limits.calling { () async throws(CloudError) in
      try await session.database.recordZoneChanges(
        inZoneWith: session.viewpoint.zoneID(zoneID), since: token?.token,
        desiredKeys: desiredKeys, resultsLimit: limit)
    }
    var changes: ItemResults<CKRecord.ID, CKRecord> = []
    for record in page.modifications {
      changes.append(
        (session.viewpoint.recordID(record.recordID), await fetched(.success(record), session)))
    }
    return ZoneChangesPage(
      changes: changes,
      deletions: page.deletions.map {
        (session.viewpoint.recordID($0.recordID), $0.recordType ?? "")
      },
      token: CKServerChangeToken(page.changeToken), moreComing: page.moreComing)
  }
}
