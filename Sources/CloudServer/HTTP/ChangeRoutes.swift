import CloudModel

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
    let requests = request.zones.map { self.request($0, defaults: request, exchange) }
    let numbersAsStrings = Dictionary(
      request.zones.map {
        (exchange.zoneID($0.zoneID), $0.numbersAsStrings ?? request.numbersAsStrings ?? false)
      }, uniquingKeysWith: { first, _ in first })
    let pages = try exchange.service.zoneChanges(
      requests, by: exchange.caller, in: exchange.scope)
    return ChangesZoneResponse(
      zones: pages.map { zoneID, result in
        switch result {
        case .success(let page):
          ChangesZoneResponse.Zone(
            zoneID: zoneID, changeToken: page.changeToken, moreComing: page.moreComing,
            records: records(
              in: page, exchange, numbersAsStrings: numbersAsStrings[zoneID] ?? false))
        case .failure(let error):
          ChangesZoneResponse.Zone(zoneID: zoneID, failure: error, extended: exchange.extended)
        }
      })
  }

  /// The older form of `zone`, for one zone, whose trouble is the whole request's.
  func records(_ exchange: Exchange) throws -> RecordsChangesResponse {
    let request: RecordsChangesRequest = try exchange.body()
    let zoneRequest = ZoneChangesRequest(
      zoneID: exchange.zoneID(request.zoneID),
      changeToken: request.syncToken.map(ServerChangeToken.init),
      desiredKeys: request.desiredKeys, desiredRecordTypes: request.desiredRecordTypes,
      resultsLimit: request.resultsLimit, isReverse: request.reverse ?? false)
    let pages = try exchange.service.zoneChanges(
      [zoneRequest], by: exchange.caller, in: exchange.scope)
    guard let page = try pages.first?.result.get() else {
      throw CloudError(.zoneNotFound, "Zone does not exist")
    }
    return RecordsChangesResponse(
      records: records(
        in: page, exchange, numbersAsStrings: request.numbersAsStrings ?? false),
      syncToken: page.changeToken,
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
    _ zone: ChangesZoneRequest.Zone, defaults: ChangesZoneRequest, _ exchange: Exchange
  ) -> ZoneChangesRequest {
    ZoneChangesRequest(
      zoneID: exchange.zoneID(zone.zoneID),
      changeToken: (zone.syncToken ?? defaults.syncToken).map(ServerChangeToken.init),
      desiredKeys: zone.desiredKeys ?? defaults.desiredKeys,
      desiredRecordTypes: zone.desiredRecordTypes ?? defaults.desiredRecordTypes,
      resultsLimit: zone.resultsLimit ?? defaults.resultsLimit,
      isReverse: zone.reverse ?? defaults.reverse ?? false)
  }

  private func zones(in page: DatabaseChangePage, _ exchange: Exchange) -> [WireZone] {
    page.changes.map { change in
      switch change {
      case .modified(let zoneID): return WireZone(zoneID: zoneID)
      case .deleted(let deletion):
        var zone = WireZone(zoneID: deletion.zoneID, deleted: true)
        if exchange.extended { zone.deletionReason = deletion.reason }
        return zone
      }
    }
  }

  private func records(
    in page: ZoneChangePage, _ exchange: Exchange, numbersAsStrings: Bool
  ) -> [WireRecord] {
    page.changes.map { change in
      switch change {
      case .modified(let record):
        WireRecord(living: record).spellingNumbers(asStrings: numbersAsStrings)
      case .deleted(let deletion):
        WireRecord(
          tombstone: deletion.recordID,
          recordType: exchange.extended ? deletion.recordType : nil)
      }
    }
  }
}
