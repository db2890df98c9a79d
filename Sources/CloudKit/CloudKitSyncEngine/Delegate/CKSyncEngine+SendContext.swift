public import CloudKitCore

extension CKSyncEngine {
  public struct SendChangesOptions: Sendable, CustomStringConvertible {
    /// The changes that are sent.
    public enum Scope: Sendable, Equatable, CustomStringConvertible {
      case all
      case allExcluding([CKRecordZone.ID])
      case zoneIDs([CKRecordZone.ID])
      case recordIDs([CKRecord.ID])

      public func contains(_ recordID: CKRecord.ID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let excluded): !excluded.contains(recordID.zoneID)
        case .zoneIDs(let zoneIDs): zoneIDs.contains(recordID.zoneID)
        case .recordIDs(let recordIDs): recordIDs.contains(recordID)
        }
      }

      public var description: String {
        switch self {
        case .all: "all"
        case .allExcluding(let excluded): "all but \(excluded)"
        case .zoneIDs(let zoneIDs): "\(zoneIDs)"
        case .recordIDs(let recordIDs): "\(recordIDs)"
        }
      }

      public func contains(_ pendingChange: PendingRecordZoneChange) -> Bool {
        contains(pendingChange.recordID)
      }

      /// Whether a change of a zone itself is sent: records need their zone.
      func contains(_ pendingChange: PendingDatabaseChange) -> Bool {
        let zoneID = pendingChange.zoneID
        return switch self {
        case .all: true
        case .allExcluding(let excluded): !excluded.contains(zoneID)
        case .zoneIDs(let zoneIDs): zoneIDs.contains(zoneID)
        case .recordIDs(let recordIDs): recordIDs.contains { $0.zoneID == zoneID }
        }
      }
    }

    public var scope: Scope
    /// Kept, and not sent: this cloud does not know groups.
    public var operationGroup: CKOperationGroup

    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }

    public var description: String { "scope: \(scope)" }
  }

  public struct SendChangesContext: Sendable, CustomStringConvertible {
    public let reason: SyncReason
    public let options: SendChangesOptions

    public var description: String { "\(reason), \(options)" }
  }
}
