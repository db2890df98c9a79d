package import CloudModel

/// Bodies of `zones/modify`.
package struct ZonesModifyRequest: Codable, Sendable {
  package enum OperationType: String, KnownWord {
    case create, delete
  }

  package struct Operation: Codable, Sendable {
    package struct Zone: Codable, Sendable {
      package var zoneID: WireZoneID
    }

    package var operationType: OperationType
    package var zone: Zone

    package init(_ operationType: OperationType, zoneID: RecordZoneID) {
      self.operationType = operationType
      zone = Zone(zoneID: WireZoneID(zoneID))
    }
  }

  package var operations: [Operation]

  package init(operations: [Operation]) { self.operations = operations }
}

/// The answer to `zones/modify`, `zones/lookup` and `zones/list`.
package struct ZonesResponse: Codable, Sendable {
  package var zones: [WireZone]

  package init(zones: [WireZone]) { self.zones = zones }
}

/// Body of `zones/lookup`: zone identities, bare as Apple documents them or under `zoneID`.
package struct ZonesLookupRequest: Codable, Sendable {
  package struct Zone: Codable, Sendable {
    package var zoneID: WireZoneID

    private enum CodingKeys: String, CodingKey {
      case zoneID
    }

    package init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      zoneID =
        try container.decodeIfPresent(WireZoneID.self, forKey: .zoneID)
        ?? WireZoneID(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws { try zoneID.encode(to: encoder) }

    fileprivate init(_ zoneID: RecordZoneID) { self.zoneID = WireZoneID(zoneID) }
  }

  package var zones: [Zone]

  package init(zoneIDs: [RecordZoneID]) { zones = zoneIDs.map(Zone.init) }
}
