import CloudKit

/// To-dos as records and back.
enum TodoMapper {
  static func record(_ item: TodoItem) -> CKRecord {
    let record = CKRecord(
      recordType: RecordKeys.type, recordID: CKRecord.ID(recordName: item.id))
    record[RecordKeys.title] = item.title
    record[RecordKeys.createdAt] = item.createdAt
    return record
  }

  /// The to-do of a record; nil for a record that has no time.
  static func item(_ record: CKRecord) -> TodoItem? {
    guard record.recordType == RecordKeys.type,
      let createdAt = record[RecordKeys.createdAt] as? Date
    else { return nil }
    return TodoItem(
      id: record.recordID.recordName, title: record[RecordKeys.title] as? String ?? "",
      createdAt: createdAt)
  }
}
