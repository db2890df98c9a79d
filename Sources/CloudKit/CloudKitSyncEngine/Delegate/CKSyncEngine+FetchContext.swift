public import CloudKitCore

extension CKSyncEngine {
  /// Who wanted a turn.
  public enum SyncReason: Sendable, Hashable, CustomStringConvertible {
    /// The engine itself.
    case scheduled
    /// The app, by `fetchChanges` or `sendChanges`.
    case manual

    public var description: String {
      switch self {
      case .scheduled: "scheduled"
      case .manual: "manual"
      }
    }
  }

  public struct FetchChangesOptions: Sendable, CustomStringConvertible {
    /// The zones whose records are fetched; the list of zones always is.
    public enum Scope: Sendable, Equatable, CustomStringConvertible {
      case all
      case allExcluding([CKRecordZone.ID])
      case zoneIDs([CKRecordZone.ID])

      public func contains(_ zoneID: CKRecordZone.ID) -> Bool {
        switch self {
        case .all: true
        case .allExcluding(let excluded): !excluded.contains(zoneID)
        case .zoneIDs(let zoneIDs): zoneIDs.contains(zoneID)
        }
      }

      public var description: String {
        switch self {
        case .all: "all"
        case .allExcluding(let excluded): "all but \(excluded)"
        case .zoneIDs(let zoneIDs): "\(zoneIDs)"
        }
      }
    }

    public var scope: Scope
    /// Kept, and not sent: this cloud does not know groups.
    public var operationGroup: CKOperationGroup
    /// Fetched before all others, in this order.
    public var prioritizedZoneIDs: [CKRecordZone.ID] = []

    public init(scope: Scope = .all, operationGroup: CKOperationGroup? = nil) {
      self.scope = scope
      self.operationGroup = operationGroup ?? CKOperationGroup()
    }

    public var description: String { "scope: \(scope)" }
  }

  public struct FetchChangesContext: Sendable, CustomStringConvertible {
    public internal(set) var reason: SyncReason
    public internal(set) var options: FetchChangesOptions

    public var description: String { "\(reason), \(options)" }
  }
}
