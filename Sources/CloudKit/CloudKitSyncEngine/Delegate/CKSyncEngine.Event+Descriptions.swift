import CloudKitCore

extension CKSyncEngine.Event: CustomStringConvertible {
  public var description: String {
    switch self {
    case .stateUpdate(let event): event.description
    case .accountChange(let event): event.description
    case .fetchedDatabaseChanges(let event): event.description
    case .fetchedRecordZoneChanges(let event): event.description
    case .sentDatabaseChanges(let event): event.description
    case .sentRecordZoneChanges(let event): event.description
    case .willFetchChanges(let event): event.description
    case .willFetchRecordZoneChanges(let event): event.description
    case .didFetchRecordZoneChanges(let event): event.description
    case .didFetchChanges(let event): event.description
    case .willSendChanges(let event): event.description
    case .didSendChanges(let event): event.description
    }
  }
}

extension CKSyncEngine.Event.StateUpdate: CustomStringConvertible {
  public var description: String { "<state update>" }
}

extension CKSyncEngine.Event.AccountChange: CustomStringConvertible {
  public var description: String { "<account change: \(changeType)>" }
}

extension CKSyncEngine.Event.FetchedDatabaseChanges: CustomStringConvertible {
  public var description: String {
    "<fetched zones: \(modifications.count) changed, \(deletions.count) deleted>"
  }
}

extension CKSyncEngine.Event.FetchedRecordZoneChanges: CustomStringConvertible {
  public var description: String {
    "<fetched records: \(modifications.count) changed, \(deletions.count) deleted>"
  }
}

extension CKSyncEngine.Event.SentDatabaseChanges: CustomStringConvertible {
  public var description: String {
    "<sent zones: \(savedZones.count) saved, \(deletedZoneIDs.count) deleted, "
      + "\(failedZoneSaves.count + failedZoneDeletes.count) failed>"
  }
}

extension CKSyncEngine.Event.SentDatabaseChanges.FailedZoneSave: CustomStringConvertible {
  public var description: String { "<\(zone.zoneID): \(error)>" }
}

extension CKSyncEngine.Event.SentRecordZoneChanges: CustomStringConvertible {
  public var description: String {
    "<sent records: \(savedRecords.count) saved, \(deletedRecordIDs.count) deleted, "
      + "\(failedRecordSaves.count + failedRecordDeletes.count) failed>"
  }
}

extension CKSyncEngine.Event.SentRecordZoneChanges.FailedRecordSave: CustomStringConvertible {
  public var description: String { "<\(record.recordID): \(error)>" }
}

extension CKSyncEngine.Event.WillFetchChanges: CustomStringConvertible {
  public var description: String { "<will fetch, \(context)>" }
}

extension CKSyncEngine.Event.WillFetchRecordZoneChanges: CustomStringConvertible {
  public var description: String { "<will fetch \(zoneID)>" }
}

extension CKSyncEngine.Event.DidFetchRecordZoneChanges: CustomStringConvertible {
  public var description: String {
    "<did fetch \(zoneID)\(error.map { ": \($0)" } ?? "")>"
  }
}

extension CKSyncEngine.Event.DidFetchChanges: CustomStringConvertible {
  public var description: String { "<did fetch, \(context)>" }
}

extension CKSyncEngine.Event.WillSendChanges: CustomStringConvertible {
  public var description: String { "<will send, \(context)>" }
}

extension CKSyncEngine.Event.DidSendChanges: CustomStringConvertible {
  public var description: String { "<did send, \(context)>" }
}
