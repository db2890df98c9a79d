import CloudModel

/// The operations under `changes/`.
struct ChangeRoutes: Sendable {
  let service: CloudService

  func database(_ exchange: Exchange) throws -> ChangesDatabaseResponse {
    let request: ChangesDatabaseRequest = try exchange.body()
    let changes = try service.databaseChanges(
      since: request.syncToken.map(ServerChangeToken.init), resultsLimit: request.resultsLimit,
      by: exchange.caller, in: exchange.scope)
    let living = changes.modifications.map { WireZone(zoneID: $0) }
    let gone = changes.deletions.map { deletion in
      var zone = WireZone(zoneID: deletion.zoneID, deleted: true)
      if exchange.extended { zone.deletionReason = deletion.reason }
      return zone
    }
    return ChangesDatabaseResponse(
      zones: living + gone, syncToken: changes.changeToken, moreComing: changes.moreComing)
  }

  func zone(_ exchange: Exchange) throws -> ChangesZoneResponse {
    let request: ChangesZoneRequest = try exchange.body()
    let requests = request.zones.map { zone in
      CloudService.ZoneChangesRequest(
        zoneID: exchange.zoneID(zone.zoneID),
        changeToken: zone.syncToken.map(ServerChangeToken.init),
        desiredKeys: zone.desiredKeys ?? request.desiredKeys,
        resultsLimit: zone.resultsLimit ?? request.resultsLimit,
        isReverse: zone.reverse ?? false)
    }
    let pages = try service.zoneChanges(requests, by: exchange.caller, in: exchange.scope)
    return ChangesZoneResponse(
      zones: pages.map { zoneID, result in
        switch result {
        case .success(let changes):
          ChangesZoneResponse.Zone(
            zoneID: zoneID, changes: changes,
            records: records(in: changes, extended: exchange.extended))
        case .failure(let error):
          ChangesZoneResponse.Zone(zoneID: zoneID, failure: error, extended: exchange.extended)
        }
      })
  }

  private func records(in changes: RecordZoneChanges, extended: Bool) -> [WireRecord] {
    changes.modifications.map { WireRecord(living: $0) }
      + changes.deletions.map {
        WireRecord(tombstone: $0.recordID, recordType: extended ? $0.recordType : nil)
      }
  }
}
