import CloudDevices
import CloudModel

extension DatabaseAccess {
  func allZones() async throws(CKError) -> [CKRecordZone] {
    let session = try await open()
    let zones = try await limits.calling { () async throws(CloudError) in
      try await session.database.allRecordZones()
    }
    return zones.map { zone($0, session) }
  }

  func zones(for ids: [CKRecordZone.ID]) async throws(CKError) -> ItemResults<
    CKRecordZone.ID, CKRecordZone
  > {
    try Self.checkCount(ids.count)
    let session = try await open()
    let names = ids.map { session.viewpoint.zoneID($0) }
    let found = try await limits.calling { () async throws(CloudError) in
      try await session.database.recordZones(for: names)
    }
    return zip(ids, names).compactMap { id, name in
      found[name].map { (id, $0.map { zone($0, session) }.mapError { CKError($0) }) }
    }
  }

  func modifyZones(
    saving zones: [CKRecordZone], deleting ids: [CKRecordZone.ID]
  ) async throws(CKError) -> (
    saves: ItemResults<CKRecordZone.ID, CKRecordZone>, deletions: ItemResults<CKRecordZone.ID, Void>
  ) {
    try Self.checkCount(zones.count + ids.count)
    let session = try await open()
    let answer = try await limits.calling { () async throws(CloudError) in
      try await session.database.modifyRecordZones(
        saving: zones.map { RecordZone(zoneID: session.viewpoint.zoneID($0.zoneID)) },
        deleting: ids.map { session.viewpoint.zoneID($0) })
    }
    return (
      zones.compactMap { zone in
        answer.saveResults[session.viewpoint.zoneID(zone.zoneID)].map {
          (zone.zoneID, $0.map { self.zone($0, session) }.mapError { CKError($0) })
        }
      },
      ids.compactMap { id in
        answer.deleteResults[session.viewpoint.zoneID(id)].map { (id, deleted($0)) }
      }
    )
  }

  /// One's own zone that is not there is deleted already.
  ///
  /// Source: Apple's samples delete zones that may never have been.
  private func deleted(_ result: Result<Void, CloudError>) -> Result<Void, CKError> {
    if case .failure(let error) = result, error.code == .zoneNotFound, scope == .private,
      choices.missingZoneDeletion == .succeeds
    {
      return .success(())
    }
    return result.mapError { CKError($0) }
  }

  private func zone(_ zone: RecordZone, _ session: Session) -> CKRecordZone {
    let zoneID = session.viewpoint.zoneID(zone.zoneID)
    return CKRecordZone(
      zoneID: zoneID,
      capabilities: CKRecordZone.Capabilities(rawValue: zone.capabilities.rawValue),
      share: zone.shareRecordName.map {
        CKRecord.Reference(
          recordID: CKRecord.ID(recordName: $0, zoneID: zoneID), action: .none)
      })
  }
}
