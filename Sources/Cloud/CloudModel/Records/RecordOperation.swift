/// One step of `records/modify`.
package enum RecordOperation: Sendable, Equatable {
  case save(Record, RecordOperationType)
  /// `recordChangeTag` is nil if the deletion is unconditional.
  case delete(RecordID, recordChangeTag: String?)

  package var recordID: RecordID {
    switch self {
    case .save(let record, _): record.recordID
    case .delete(let recordID, _): recordID
    }
  }

  /// The operation that saves `record` under `savePolicy`.
  package static func save(_ record: Record, savePolicy: RecordSavePolicy) -> RecordOperation {
    switch savePolicy {
    case .ifServerRecordUnchanged:
      .save(record, record.recordChangeTag == nil ? .create : .update)
    case .changedKeys: .save(record, .forceUpdate)
    case .allKeys: .save(record, .forceReplace)
    }
  }
}

/// The type of an operation of `records/modify`; the decision table is in `docs/protocol.md`.
package enum RecordOperationType: String, KnownWord {
  case create, update, forceUpdate, replace, forceReplace, delete, forceDelete
}
