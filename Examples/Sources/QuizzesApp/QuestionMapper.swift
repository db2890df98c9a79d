import CloudKit

/// The record type of a question and its fields, as the cloud's schema names them.
enum RecordKeys {
  static let type = "QuestionSet"
  static let createdAt = "createdAt"
  static let question = "question"
  static let choices = "choices"
  static let answer = "answer"
  static let explanation = "explanation"
}

/// Questions as records and back.
enum QuestionMapper {
  static func record(_ set: QuestionSet) -> CKRecord {
    let record = CKRecord(
      recordType: RecordKeys.type, recordID: CKRecord.ID(recordName: set.id))
    record[RecordKeys.createdAt] = set.createdAt
    record[RecordKeys.question] = set.question
    record[RecordKeys.choices] = set.choices
    record[RecordKeys.answer] = set.answer
    record[RecordKeys.explanation] = set.explanation
    return record
  }

  /// The question of a record; nil if a part is missing.
  static func set(_ record: CKRecord) -> QuestionSet? {
    guard record.recordType == RecordKeys.type,
      let createdAt = record[RecordKeys.createdAt] as? Date
    else { return nil }
    var set = QuestionSet(createdAt: createdAt)
    set.id = record.recordID.recordName
    set.question = record[RecordKeys.question] as? String ?? ""
    set.choices = record[RecordKeys.choices] as? [String] ?? []
    set.answer = record[RecordKeys.answer] as? Int
    set.explanation = record[RecordKeys.explanation] as? String ?? ""
    return set.isComplete ? set : nil
  }
}
