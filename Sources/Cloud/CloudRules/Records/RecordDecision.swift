import CloudModel

/// The decision table of `records/modify`: what happens to one record, given the stored record and
/// the request; rights and sharing are checked elsewhere.
///
/// ```
/// stored            create     update, replace     forceUpdate, forceReplace   delete      forceDelete
/// absent, deleted   save       NOT_FOUND           save                        NOT_FOUND   nothing
/// tag equal         CONFLICT   save                save                        delete      delete
/// tag other, none   CONFLICT   CONFLICT            save                        CONFLICT    delete
/// ```
///
/// Source: CloudKit Web Services Reference, Modifying Records; `docs/protocol.md`.
enum RecordDecision: Equatable {
  case save(Record)
  case delete
  case nothing

  init(_ modification: RecordModification, stored: StoredRecord?) throws(CloudError) {
    let living = stored.flatMap { $0.isDeleted ? nil : $0.record }
    switch modification.operation {
    case .delete(_, let tag):
      self = try Self.deletion(of: living, tag: tag)
    case .save(let record, let type):
      self = try Self.saving(record, type, over: living, modification)
    }
  }

  /// A nil `tag` deletes whatever version is stored.
  private static func deletion(of living: Record?, tag: String?) throws(CloudError) -> Self {
    guard let living else {
      guard tag == nil else { throw .recordNotFound }
      return .nothing
    }
    guard tag == nil || tag == living.recordChangeTag else { throw .conflict(with: living) }
    return .delete
  }

  private static func saving(
    _ record: Record, _ type: RecordOperationType, over living: Record?,
    _ modification: RecordModification
  ) throws(CloudError) -> Self {
    guard let living else {
      switch type {
      case .create, .forceUpdate, .forceReplace:
        var record = record
        record.clearedKeys = []
        return .save(record)
      case .update, .replace, .delete, .forceDelete: throw .recordNotFound
      }
    }
    switch type {
    case .create:
      throw CloudError(
        .serverRecordChanged, "record to insert already exists", serverRecord: living)
    case .update, .replace:
      guard record.recordChangeTag == living.recordChangeTag else {
        throw .conflict(with: living)
      }
    case .forceUpdate, .forceReplace: break
    case .delete, .forceDelete:
      throw CloudError(.invalidArguments, "A deletion must not contain a record.")
    }
    guard record.recordType.isEmpty || record.recordType == living.recordType else {
      throw CloudError(.invalidArguments, "The type of a record cannot be changed.")
    }
    var merged = living
    merged.share = living.recordType == Share.recordType ? record.share : nil
    merged.emptyListTypes.merge(record.emptyListTypes) { _, new in new }
    switch type {
    case .replace, .forceReplace, .create:
      merged.fields = record.fields
      merged.encryptedKeys = record.encryptedKeys
      merged.parent = record.parent
    case .update, .forceUpdate, .delete, .forceDelete:
      merged.merge(record)
      merged.parent = modification.clearsParent ? nil : record.parent ?? living.parent
    }
    return .save(merged)
  }
}

extension Record {
  /// Takes over the fields that `record` names, and empties those that it clears.
  fileprivate mutating func merge(_ record: Record) {
    fields.merge(record.fields) { _, new in new }
    encryptedKeys.subtract(record.fields.keys)
    encryptedKeys.formUnion(record.encryptedKeys)
    for key in record.clearedKeys {
      fields[key] = nil
      encryptedKeys.remove(key)
    }
  }
}

extension CloudError {
  static var recordNotFound: CloudError { CloudError(.unknownItem, "Record not found") }

  fileprivate static func conflict(with living: Record) -> CloudError {
    CloudError(
      .serverRecordChanged, "client oplock error updating record", serverRecord: living)
  }
}
