import CloudModel

/// What a body is about: as much of it as faults and the bounds of contention ask for.
struct RequestTargets {
  private(set) var targets: [FaultEvent.Target] = []
  /// The zones of the records that it writes.
  private(set) var writtenZones: Set<RecordZoneID> = []

  init(_ body: Body, user: String) {
    for operation in body.operations ?? [] {
      let record = operation.record
      let zone = operation.zoneID ?? body.zoneID
      let isNamed = zone != nil || record == nil
      targets.append(
        .init(
          zone: isNamed ? zone?.zoneName : RecordZoneID.defaultZoneName,
          record: record?.recordName,
          recordType: record?.recordType ?? operation.subscription?.query?.recordType))
      if record != nil { writtenZones.insert(Self.zoneID(zone, user: user)) }
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

  private static func zoneID(_ zone: Zone?, user: String) -> RecordZoneID {
    let owner = zone?.ownerRecordName ?? ""
    let isOwn = ["", RecordZoneID.currentUserDefaultName, "_defaultOwner"].contains(owner)
    return RecordZoneID(
      zoneName: zone?.zoneName ?? RecordZoneID.defaultZoneName, ownerName: isOwn ? user : owner)
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

  struct Zone: Decodable {
    var zoneName: String?
    var ownerRecordName: String?
  }

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
    var record: Record?
    var zone: NamedZone?
    var subscription: Subscription?

    var zoneID: Zone? { record?.zoneID ?? zone?.zoneID ?? subscription?.zoneID }
  }
}
