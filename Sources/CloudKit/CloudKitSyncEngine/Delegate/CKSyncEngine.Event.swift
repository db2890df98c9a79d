public import CloudKitCore

extension CKSyncEngine {
  /// What the engine tells its delegate.
  ///
  /// | turn | events in their order |
  /// |---|---|
  /// | fetch | `willFetchChanges`, `fetchedDatabaseChanges` for each page with changes; for each zone `willFetchRecordZoneChanges`, `fetchedRecordZoneChanges` for each page with changes, `didFetchRecordZoneChanges`; `didFetchChanges` |
  /// | send | `willSendChanges`, `sentDatabaseChanges`, `sentRecordZoneChanges` for each batch, `didSendChanges` |
  ///
  /// `accountChange` comes before the turn that has noticed it. `stateUpdate` follows whatever has changed the state.
  public enum Event: Sendable {
    case stateUpdate(StateUpdate)
    case accountChange(AccountChange)
    case fetchedDatabaseChanges(FetchedDatabaseChanges)
    case fetchedRecordZoneChanges(FetchedRecordZoneChanges)
    case sentDatabaseChanges(SentDatabaseChanges)
    case sentRecordZoneChanges(SentRecordZoneChanges)
    case willFetchChanges(WillFetchChanges)
    case willFetchRecordZoneChanges(WillFetchRecordZoneChanges)
    case didFetchRecordZoneChanges(DidFetchRecordZoneChanges)
    case didFetchChanges(DidFetchChanges)
    case willSendChanges(WillSendChanges)
    case didSendChanges(DidSendChanges)

    /// The state has changed: keep it beside the data, for the next start.
    public struct StateUpdate: Sendable {
      public let stateSerialization: State.Serialization
    }

    /// Somebody has signed in or out.
    ///
    /// The engine begins anew. It has dropped the pending changes of an account that has gone; those that were added
    /// while nobody was signed in stay pending for the one who signs in.
    public struct AccountChange: Sendable {
      public enum ChangeType: Sendable, Equatable {
        /// Also at the first start, where an account was there before the engine.
        case signIn(currentUser: CKRecord.ID)
        case signOut(previousUser: CKRecord.ID)
        case switchAccounts(previousUser: CKRecord.ID, currentUser: CKRecord.ID)
      }

      public let changeType: ChangeType
    }

    /// Zones have changed or are gone.
    public struct FetchedDatabaseChanges: Sendable {
      public let modifications: [CKDatabase.DatabaseChange.Modification]
      public let deletions: [CKDatabase.DatabaseChange.Deletion]
    }

    /// Records of one zone have changed or are gone, oldest change first.
    ///
    /// What this engine has sent itself is left out where it knows it; an app must bear it nevertheless.
    public struct FetchedRecordZoneChanges: Sendable {
      public let modifications: [CKDatabase.RecordZoneChange.Modification]
      public let deletions: [CKDatabase.RecordZoneChange.Deletion]
    }

    /// What became of zones that were sent.
    public struct SentDatabaseChanges: Sendable {
      public struct FailedZoneSave: Sendable {
        public let zone: CKRecordZone
        public let error: CKError
      }

      public internal(set) var savedZones: [CKRecordZone] = []
      public internal(set) var failedZoneSaves: [FailedZoneSave] = []
      public internal(set) var deletedZoneIDs: [CKRecordZone.ID] = []
      public internal(set) var failedZoneDeletes: [CKRecordZone.ID: CKError] = [:]
    }

    /// What became of the records of a batch.
    ///
    /// A change that the engine sends again by itself is still pending, and with any other error it is not.
    public struct SentRecordZoneChanges: Sendable {
      public struct FailedRecordSave: Sendable {
        public let record: CKRecord
        public let error: CKError
      }

      public internal(set) var savedRecords: [CKRecord] = []
      public internal(set) var failedRecordSaves: [FailedRecordSave] = []
      public internal(set) var deletedRecordIDs: [CKRecord.ID] = []
      public internal(set) var failedRecordDeletes: [CKRecord.ID: CKError] = [:]
    }

    public struct WillFetchChanges: Sendable {
      public let context: FetchChangesContext
    }

    public struct WillFetchRecordZoneChanges: Sendable {
      public let zoneID: CKRecordZone.ID
    }

    /// Follows each `WillFetchRecordZoneChanges`, also after an error.
    public struct DidFetchRecordZoneChanges: Sendable {
      public let zoneID: CKRecordZone.ID
      public let error: CKError?
    }

    /// Follows each `WillFetchChanges`, also after an error.
    public struct DidFetchChanges: Sendable {
      public let context: FetchChangesContext
    }

    public struct WillSendChanges: Sendable {
      public let context: SendChangesContext
    }

    /// Follows each `WillSendChanges`, also after an error.
    public struct DidSendChanges: Sendable {
      public let context: SendChangesContext
    }
  }
}
