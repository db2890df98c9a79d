import CloudModel
import CloudRules
import CloudWire

/// The operations under `zones/`.
struct ZoneRoutes: Sendable {
  func modify(_ call: AuthenticatedCall) throws -> ZonesResponse {
    let request: ZonesModifyRequest = try call.body()
    let modifications = request.operations.map { operation in
      let zoneID = call.zoneID(operation.zone.zoneID)
      return switch operation.operationType {
      case .create: ZoneModification.create(zoneID)
      case .delete: ZoneModification.delete(zoneID)
      }
    }
    let outcomes = try call.service.modifyZones(
      modifications, by: call.caller, in: call.scope)
    return ZonesResponse(
      zones: outcomes.map { zoneID, result in
        switch result {
        case .success(.some(let zone)): WireZone(zone, extended: call.extended)
        case .success(.none): WireZone(zoneID: zoneID, deleted: true)
        case .failure(let error): failure(error, of: zoneID, call)
        }
      })
  }

  func lookup(_ call: AuthenticatedCall) throws -> ZonesResponse {
    let request: ZonesLookupRequest = try call.body()
    let outcomes = try call.service.zones(
      for: request.zones.map { call.zoneID($0.zoneID) }, by: call.caller,
      in: call.scope)
    return ZonesResponse(
      zones: outcomes.map { zoneID, result in
        switch result {
        case .success(let zone): WireZone(zone, extended: call.extended)
        case .failure(let error): failure(error, of: zoneID, call)
        }
      })
  }

  private func failure(
    _ error: CloudError, of zoneID: RecordZoneID, _ call: AuthenticatedCall
  ) -> WireZone {
    RequestLogEntry.current?.note(failureOfOne: error)
    return WireZone(zoneID: zoneID, failure: error, extended: call.extended)
  }

  func list(_ call: AuthenticatedCall) throws -> ZonesResponse {
    ZonesResponse(
      zones: try call.service.zones(of: call.caller, in: call.scope).map {
        WireZone($0, extended: call.extended)
      })
  }
}

extension WireZone {
  fileprivate init(_ zone: RecordZone, extended: Bool) {
    self.init(zoneID: zone.zoneID, syncToken: zone.changeToken)
    atomic = zone.capabilities.contains(.atomic)
    isEligibleForZoneShare = zone.capabilities.contains(.zoneWideSharing)
    isEligibleForHierarchicalShare = zone.capabilities.contains(.sharing)
    if extended { share = zone.shareRecordName.map { WireReference(recordName: $0) } }
  }
}
