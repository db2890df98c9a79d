import CloudModel
import CloudRules
import CloudWire

/// `records/query`.
struct QueryRoutes: Sendable {
  func query(_ call: AuthenticatedCall) throws -> RecordsQueryResponse {
    let request: RecordsQueryRequest = try call.body()
    let zones = try zones(of: request, call)
    // Read before the query, so that a client that continues from this token misses nothing.
    let token = try call.currentSyncToken(of: request.zoneID.map(call.zoneID))
    let page = try call.service.query(
      try request.query.query(), in: zones, continuationMarker: request.continuationMarker,
      desiredKeys: request.desiredKeys, resultsLimit: request.resultsLimit, by: call.caller,
      in: call.scope)
    // Not only where there is a marker: whether a query works must not depend on how much it finds.
    if call.hidesTexts, page.isOrderedByTexts { throw CloudError.hidesOrder }
    return RecordsQueryResponse(
      records: page.records.map {
        WireRecord(living: $0, extended: call.extended)
          .spellingNumbers(asStrings: request.numbersAsStrings)
      },
      continuationMarker: page.continuationMarker, syncToken: token)
  }

  private func zones(
    of request: RecordsQueryRequest, _ call: AuthenticatedCall
  ) throws -> QueryZones {
    if let zoneID = request.zoneID { return .zone(call.zoneID(zoneID)) }
    if request.zoneWide ?? false { return .all }
    guard call.scope != .shared else {
      throw CloudError(
        .invalidArguments,
        "A query in the shared database must name a zone, or set zoneWide for all zones.")
    }
    return .zone(call.defaultZoneID)
  }
}

extension AuthenticatedCall {
  /// The zone's newest change token where the request asks for one; nil where it does not.
  func currentSyncToken(of zoneID: RecordZoneID?) throws -> String? {
    guard wantsSyncToken else { return nil }
    return try service.currentSyncToken(of: zoneID ?? defaultZoneID, by: caller, in: scope)
      .rawValue
  }
}
