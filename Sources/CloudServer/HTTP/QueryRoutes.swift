import CloudModel
import CloudRules

/// `records/query`.
struct QueryRoutes: Sendable {
  func query(_ exchange: Exchange) throws -> RecordsQueryResponse {
    let request: RecordsQueryRequest = try exchange.body()
    let zones = try zones(of: request, exchange)
    // Read before the query, so that a client that continues from this token misses nothing.
    let token = try exchange.currentSyncToken(of: request.zoneID.map(exchange.zoneID))
    let page = try exchange.service.query(
      try request.query.query(), in: zones, continuationMarker: request.continuationMarker,
      desiredKeys: request.desiredKeys, resultsLimit: request.resultsLimit, by: exchange.caller,
      in: exchange.scope)
    return RecordsQueryResponse(
      records: page.records.map {
        WireRecord(living: $0, extended: exchange.extended)
          .spellingNumbers(asStrings: request.numbersAsStrings)
      },
      continuationMarker: page.continuationMarker, syncToken: token)
  }

  private func zones(of request: RecordsQueryRequest, _ exchange: Exchange) throws -> QueryZones {
    if let zoneID = request.zoneID { return .zone(exchange.zoneID(zoneID)) }
    if request.zoneWide ?? false { return .all }
    guard exchange.scope != .shared else {
      throw CloudError(
        .invalidArguments,
        "A query in the shared database names a zone, or has zoneWide for all of them.")
    }
    return .zone(exchange.defaultZoneID)
  }
}

extension Exchange {
  /// The zone's newest change token where the request asks for one; nil where it does not.
  func currentSyncToken(of zoneID: RecordZoneID?) throws -> String? {
    guard wantsSyncToken else { return nil }
    return try service.currentSyncToken(of: zoneID ?? defaultZoneID, by: caller, in: scope)
      .rawValue
  }
}
