import CloudModel
import CloudRules

/// The operations under `changes/`, and their older forms `records/changes` and `zones/changes`.
struct ChangeRoutes: Sendable {
  func database(_ exchange: Exchange) throws -> ChangesDatabaseResponse {
    let request: ChangesDatabaseRequest = try exchange.body()
    let page = try page(request.syncToken, request.resultsLimit, exchange)
    return ChangesDatabaseResponse(
      zones: zones(in: page, exchange), syncToken: page.changeToken, moreComing: page.moreComing)
  }

  /// The older form of `database`, whose token has another key.
  func zones(_ exchange: Exchange) throws -> ZonesChangesResponse {
    let request: ZonesChangesRequest = try exchange.body()
    let page = try page(request.metaSyncToken, request.resultsLimit, exchange)
    return ZonesChangesResponse(
      zones: zones(in: page, exchange), metaSyncToken: page.changeToken,
      moreComing: page.moreComing)
  }

  func zone(_ exchange: Exchange) throws -> ChangesZoneResponse {
    let request: ChangesZoneRequest = try exchange.body()
    let zones = request.completeZones
    let pages = try exchange.service.zoneChanges(
      zones.map { self.request($0, exchange) }, by: exchange.caller, in: exchange.scope)
    return ChangesZoneResponse(
      zones: zip(zones, pages).map { zone, answer in
        switch answer.result {
        case .success(let page):
          ChangesZoneResponse.Zone(
            zoneID: answer.zoneID, changeToken: page.changeToken, moreComing: page.moreComing,
            records: records(in: page, exchange, of: zone))
        case .failure(let error):
          ChangesZoneResponse.Zone(
            zoneID: answer.zoneID, failure: error, extended: exchange.extended)
        }
      })
  }

  /// The older form of `zone`, for one zone, whose error fails the whole request.
  func records(_ exchange: Exchange) throws -> RecordsChangesResponse {
    let zone: RecordsChangesRequest = try exchange.body()
    let pages = try exchange.service.zoneChanges(
      [request(zone, exchange)], by: exchange.caller, in: exchange.scope)
    guard let page = try pages.first?.result.get() else {
      throw CloudError(.zoneNotFound, "Zone does not exist")
    }
    return RecordsChangesResponse(
      records: records(in: page, exchange, of: zone), syncToken: page.changeToken,
      moreComing: page.moreComing)
  }

  private func page(
    _ token: String?, _ limit: Int?, _ exchange: Exchange
  ) throws -> DatabaseChangePage {
    try exchange.service.databaseChanges(
      since: token.map(ServerChangeToken.init), resultsLimit: limit, by: exchange.caller,
      in: exchange.scope)
  }

  private func request(
    _ zone: ChangesZoneRequest.Zone, _ exchange: Exchange
  ) -> ZoneChangesRequest {
    ZoneChangesRequest(
      zoneID: exchange.zoneID(zone.zoneID),
      changeToken: zone.syncToken.map(ServerChangeToken.init), desiredKeys: zone.desiredKeys,
      desiredRecordTypes: zone.desiredRecordTypes, resultsLimit: zone.resultsLimit,
      isReverse: zone.reverse ?? false)
  }

  private func zones(in page: DatabaseChangePage, _ exchange: Exchange) -> [WireZone] {
    page.changes.map { change in
      switch change {
      case .modified(let zone):
        var entry = WireZone(zoneID: zone.zoneID, syncToken: zone.changeToken)
        entry.atomic = true
        return entry
      case .deleted(let deletion):
        var zone = WireZone(zoneID: deletion.zoneID, deleted: true)
        if exchange.extended { zone.deletionReason = deletion.reason }
        return zone
      }
    }
  }

  private func records(
    in page: ZoneChangePage, _ exchange: Exchange, of zone: ChangesZoneRequest.Zone
  ) -> [WireRecord] {
    page.changes.map { change in
      switch change {
      case .modified(let record):
        WireRecord(living: record, extended: exchange.extended)
          .spellingNumbers(asStrings: zone.numbersAsStrings ?? false)
      case .deleted(let deletion):
        WireRecord(
          tombstone: deletion.recordID, recordChangeTag: deletion.recordChangeTag,
          recordType: exchange.extended ? deletion.recordType : nil)
      }
    }
  }
}
