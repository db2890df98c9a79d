import CloudModel
import CloudRules

/// The operations under `zones/`.
struct ZoneRoutes: Sendable {
  func modify(_ exchange: Exchange) throws -> ZonesResponse {
    let request: ZonesModifyRequest = try exchange.body()
    let modifications = request.operations.map { operation in
      let zoneID = exchange.zoneID(operation.zone.zoneID)
      return switch operation.operationType {
      case .create: ZoneModification.create(zoneID)
      case .delete: ZoneModification.delete(zoneID)
      }
    }
    let outcomes = try exchange.service.modifyZones(
      modifications, by: exchange.caller, in: exchange.scope)
    return ZonesResponse(
      zones: outcomes.map { zoneID, result in
        switch result {
        case .success(.some(let zone)): WireZone(zone)
        case .success(.none): WireZone(zoneID: zoneID, deleted: true)
        case .failure(let error):
          WireZone(zoneID: zoneID, failure: error, extended: exchange.extended)
        }
      })
  }

  func lookup(_ exchange: Exchange) throws -> ZonesResponse {
    let request: ZonesLookupRequest = try exchange.body()
    let outcomes = try exchange.service.zones(
      for: request.zones.map { exchange.zoneID($0.zoneID) }, by: exchange.caller,
      in: exchange.scope)
    return ZonesResponse(
      zones: outcomes.map { zoneID, result in
        switch result {
        case .success(let zone): WireZone(zone)
        case .failure(let error):
          WireZone(zoneID: zoneID, failure: error, extended: exchange.extended)
        }
      })
  }

  func list(_ exchange: Exchange) throws -> ZonesResponse {
    ZonesResponse(
      zones: try exchange.service.zones(of: exchange.caller, in: exchange.scope).map {
        WireZone($0)
      })
  }
}

extension WireZone {
  fileprivate init(_ zone: RecordZone) {
    self.init(zoneID: zone.zoneID, syncToken: zone.changeToken)
    atomic = zone.zoneID.zoneName != RecordZoneID.defaultZoneName
    isEligibleForZoneShare = atomic
    isEligibleForHierarchicalShare = atomic
  }
}
