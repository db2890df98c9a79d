import CloudKit

/// Posts as records and back.
enum PostMapper {
  static func record(_ draft: PostDraft) -> CKRecord {
    let record = CKRecord(recordType: RecordKeys.Post.type)
    record[RecordKeys.Post.author] = draft.author
    record[RecordKeys.Post.text] = draft.text
    record[RecordKeys.Post.postedAt] = draft.postedAt
    record[RecordKeys.Post.timeZone] = draft.timeZone.identifier
    record[RecordKeys.Post.isDeleted] = false
    record[RecordKeys.Post.cheerCount] = 0
    return record
  }

  /// The post of a record; nil for a record that this app has not written.
  ///
  /// Anybody may save anything in a public database, so nothing in a record is taken for granted.
  static func post(_ record: CKRecord, cheers: Int) -> Post? {
    guard record.recordType == RecordKeys.Post.type,
      let author = record[RecordKeys.Post.author] as? String,
      let text = record[RecordKeys.Post.text] as? String,
      let postedAt = record[RecordKeys.Post.postedAt] as? Date
    else { return nil }
    let timeZone = (record[RecordKeys.Post.timeZone] as? String).flatMap(TimeZone.init(identifier:))
    return Post(
      id: record.recordID.recordName,
      author: String(author.prefix(40)),
      text: String(text.prefix(Post.textLimit)),
      postedAt: postedAt,
      timeZone: timeZone ?? .gmt,
      cheers: cheers,
      isMine: record.creatorUserRecordID?.recordName == CKCurrentUserDefaultName)
  }
}
