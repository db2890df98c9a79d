package import CloudModel

/// One step of a modification of zones.
package enum ZoneModification: Sendable, Equatable {
  case create(RecordZoneID)
  case delete(RecordZoneID)

  package var zoneID: RecordZoneID {
    switch self {
    case .create(let zoneID), .delete(let zoneID): zoneID
    }
  }
}
