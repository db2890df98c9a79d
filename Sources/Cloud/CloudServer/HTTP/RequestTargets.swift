import CloudCore
import CloudModel
import CloudRules
import CloudWire

/// The zones, records and record types that a request's body names: those that the filters of
/// faults and the limit of concurrent writers need.
struct RequestTargets {
  private(set) var targets: [FaultEvent.Target] = []
  /// The zones of the records that it writes.
  private(set) var writtenZones: Set<RecordZoneID> = []

  /// Nothing.
  init() {}

  init(_ request: RecordsModifyRequest, user: String) {
    for operation in request.operations {
      let record = operation.record
      let zone = (record.zoneID ?? request.zoneID)?.zoneID(currentUser: user)
      targets.append(
        .init(
          zone: zone?.zoneName ?? RecordZoneID.defaultZoneName, record: record.recordName,
          recordType: record.recordType))
      writtenZones.insert(
        zone ?? RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: user))
    }
  }

  init(_ body: Body) {
    for operation in body.operations ?? [] {
      targets.append(
        .init(
          zone: (operation.zoneID ?? body.zoneID)?.zoneName,
          recordType: operation.subscription?.query?.recordType))
    }
    for record in [body.records, body.tokens, body.assets].flatMap({ $0 ?? [] }) {
      let zone = record.zoneID ?? body.zoneID
      targets.append(
        .init(
          zone: zone?.zoneName ?? RecordZoneID.defaultZoneName, record: record.recordName,
          recordType: record.recordType))
    }
    for zone in body.zones ?? [] {
      targets.append(.init(zone: zone.zoneID?.zoneName ?? zone.zoneName))
    }
    if targets.isEmpty, body.zoneID != nil || body.query != nil {
      targets.append(.init(zone: body.zoneID?.zoneName, recordType: body.query?.recordType))
    }
  }
}

extension RequestTargets {
  struct Body: Decodable {
    var zoneID: Zone?
    var query: Query?
    var operations: [Operation]?
    var records: [Record]?
    var tokens: [Record]?
    var assets: [Record]?
    var zones: [NamedZone]?
  }

  struct Zone: Decodable { var zoneName: String? }

  /// A zone's dictionary, or its identifier alone.
  struct NamedZone: Decodable {
    var zoneID: Zone?
    var zoneName: String?
  }

  struct Record: Decodable {
    var recordName: String?
    var recordType: String?
    var zoneID: Zone?
  }

  struct Query: Decodable { var recordType: String? }

  struct Subscription: Decodable {
    var zoneID: Zone?
    var query: Query?
  }

  struct Operation: Decodable {
    var zone: NamedZone?
    var subscription: Subscription?

    var zoneID: Zone? { zone?.zoneID ?? subscription?.zoneID }
  }
}
