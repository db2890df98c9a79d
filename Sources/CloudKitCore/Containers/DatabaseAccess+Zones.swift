import CloudModel

extension DatabaseAccess {
  func allZones() async throws(CKError) -> [CKRecordZone] {
    let session = try await open()
    let zones = try await Self.calling { () async throws(CloudError) in
      try await session.database.allRecordZones()
    }
    return zones.map { zone($0, session) }
  }

  func zones(for ids: [CKRecordZone.ID]) async throws(CKError) -> ItemResults<
    CKRecordZone.ID, CKRecordZone
  > {
    try Self.checkCount(ids.count)
    let session = try await open()
    let found = try await Self.calling { () async throws(CloudError) in
      try await session.database.allRecordZones()
    }
    let zones = Dictionary(found.map { ($0.zoneID, $0) }) { $1 }
    return ids.map { id in
      guard let zone = zones[session.viewpoint.zoneID(id)] else {
        return (
          id, .failure(CKError(.zoneNotFound, "There is no zone ‘\(id.zoneName)’."))
        )
      }
      return (id, .success(self.zone(zone, session)))
    }
  }

  func modifyZones(
    saving zones: [CKRecordZone], deleting ids: [CKRecordZone.ID]
  ) async throws(CKError) -> (
    saves: ItemResults<CKRecordZone.ID, CKRecordZone>, deletions: ItemResults<CKRecordZone.ID, Void>
  ) {
    try Self.checkCount(zones.count + ids.count)
    let session = try await open()
    let answer = try await Self.calling { () async throws(CloudError) in
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
        answer.deleteResults[session.viewpoint.zoneID(id)].map {
          (id, $0.mapError { CKError($0) })
        }
      }
    )
  }

  private func zone(_ zone: RecordZone, _ session: Session) -> CKRecordZone {
    CKRecordZone(zoneID: session.viewpoint.zoneID(zone.zoneID), capabilities: [], share: nil)
  }
}
