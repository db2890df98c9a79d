import CloudModel
import CloudRules
import CloudWire

/// The operations under `changes/`, and their older forms `records/changes` and `zones/changes`.
struct ChangeRoutes: Sendable {
  func database(_ call: AuthenticatedCall) throws -> ChangesDatabaseResponse {
    let request: ChangesDatabaseRequest = try call.body()
    let page = try page(request.syncToken, request.resultsLimit, call)
    return ChangesDatabaseResponse(
      zones: zones(in: page, call), syncToken: page.changeToken, moreComing: page.moreComing)
  }

  /// The older form of `database`, whose token has another key.
  func zones(_ call: AuthenticatedCall) throws -> ZonesChangesResponse {
    let request: ZonesChangesRequest = try call.body()
    let page = try page(request.metaSyncToken, request.resultsLimit, call)
    return ZonesChangesResponse(
      zones: zones(in: page, call), metaSyncToken: page.changeToken,
      moreComing: page.moreComing)
  }

  func zone(_ call: AuthenticatedCall) throws -> ChangesZoneResponse {
    let request: ChangesZoneRequest = try call.body()
    let zones = request.completeZones
    let pages = try call.service.zoneChanges(
      zones.map { self.request($0, call) }, by: call.caller, in: call.scope)
    return ChangesZoneResponse(
      zones: zip(zones, pages).map { zone, answer in
        switch answer.result {
        case .success(let page):
          RequestLogEntry.current?.note(from: zone.syncToken, to: page.changeToken)
          return ChangesZoneResponse.Zone(
            zoneID: answer.zoneID, changeToken: page.changeToken, moreComing: page.moreComing,
            records: records(in: page, call, of: zone))
        case .failure(let error):
          RequestLogEntry.current?.note(failureOfOne: error)
          return ChangesZoneResponse.Zone(
            zoneID: answer.zoneID, failure: error, extended: call.extended)
        }
      })
  }

  /// The older form of `zone`, for one zone, whose error fails the whole request.
  func records(_ call: AuthenticatedCall) throws -> RecordsChangesResponse {
    let zone: RecordsChangesRequest = try call.body()
    let pages = try call.service.zoneChanges(
      [request(zone, call)], by: call.caller, in: call.scope)
    guard let page = try pages.first?.result.get() else {
      throw CloudError(.zoneNotFound, "Zone does not exist")
    }
    RequestLogEntry.current?.note(from: zone.syncToken, to: page.changeToken)
    return RecordsChangesResponse(
      records: records(in: page, call, of: zone), syncToken: page.changeToken,
      moreComing: page.moreComing)
  }

  private func page(
    _ token: String?, _ limit: Int?, _ call: AuthenticatedCall
  ) throws -> DatabaseChangePage {
    let page = try call.service.databaseChanges(
      since: token.map(ServerChangeToken.init), resultsLimit: limit, by: call.caller,
      in: call.scope)
    RequestLogEntry.current?.note(from: token, to: page.changeToken)
    return page
  }

  private func request(
    _ zone: ChangesZoneRequest.Zone, _ call: AuthenticatedCall
  ) -> ZoneChangesRequest {
    ZoneChangesRequest(
      zoneID: call.zoneID(zone.zoneID),
      changeToken: zone.syncToken.map(ServerChangeToken.init), desiredKeys: zone.desiredKeys,
      desiredRecordTypes: zone.desiredRecordTypes, resultsLimit: zone.resultsLimit,
      isReverse: zone.reverse ?? false)
  }

  private func zones(in page: DatabaseChangePage, _ call: AuthenticatedCall) -> [WireZone] {
    page.changes.map { change in
      switch change {
      case .modified(let zone):
        var entry = WireZone(zoneID: zone.zoneID, syncToken: zone.changeToken)
        entry.atomic = true
        return entry
      case .deleted(let deletion):
        var zone = WireZone(zoneID: deletion.zoneID, deleted: true)
        if call.extended { zone.deletionReason = deletion.reason }
        return zone
      }
    }
  }

  private func records(
    in page: ZoneChangePage, _ call: AuthenticatedCall, of zone: ChangesZoneRequest.Zone
  ) -> [WireRecord] {
    page.changes.map { change in
      switch change {
      case .modified(let record):
        WireRecord(living: record, extended: call.extended)
          .spellingNumbers(asStrings: zone.numbersAsStrings ?? false)
      case .deleted(let deletion):
        WireRecord(
          tombstone: deletion.recordID, recordChangeTag: deletion.recordChangeTag,
          recordType: call.extended ? deletion.recordType : nil)
      }
    }
  }
}
