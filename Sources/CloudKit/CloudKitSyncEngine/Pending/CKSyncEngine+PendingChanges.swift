public import CloudKitCore

extension CKSyncEngine {
  /// A change of a record that is not in the cloud yet.
  public enum PendingRecordZoneChange: Sendable, Hashable, CustomStringConvertible {
    case saveRecord(CKRecord.ID)
    case deleteRecord(CKRecord.ID)

    var recordID: CKRecord.ID {
      switch self {
      case .saveRecord(let recordID), .deleteRecord(let recordID): recordID
      }
    }

    public var description: String {
      switch self {
      case .saveRecord(let recordID): "save \(recordID)"
      case .deleteRecord(let recordID): "delete \(recordID)"
      }
    }
  }

  /// A change of a zone that is not in the cloud yet.
  public enum PendingDatabaseChange: Sendable, Hashable, CustomStringConvertible {
    case saveZone(CKRecordZone)
    case deleteZone(CKRecordZone.ID)

    var zoneID: CKRecordZone.ID {
      switch self {
      case .saveZone(let zone): zone.zoneID
      case .deleteZone(let zoneID): zoneID
      }
    }

    public var description: String {
      switch self {
      case .saveZone(let zone): "save \(zone.zoneID)"
      case .deleteZone(let zoneID): "delete \(zoneID)"
      }
    }
  }
}

extension CKSyncEngine.PendingRecordZoneChange: PendingChange {
  package var target: CKRecord.ID { recordID }
}

extension CKSyncEngine.PendingDatabaseChange: PendingChange {
  package var target: CKRecordZone.ID { zoneID }
}
