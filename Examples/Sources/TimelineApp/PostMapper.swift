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

  /// The post of a record.
  ///
  /// Anybody may save anything in a public database, so nothing in a record is taken for granted: a record that this
  /// app has not written throws `BrokenPost`.
  static func post(_ record: CKRecord, cheers: Int) throws -> Post {
    func field<Value>(_ key: String, as type: Value.Type = Value.self) throws -> Value {
      guard let value = record[key] as? Value else { throw BrokenPost(record.recordID, key) }
      return value
    }
    guard let creator = record.creatorUserRecordID?.recordName else {
      throw BrokenPost(record.recordID, "its creator")
    }
    let timeZone = (record[RecordKeys.Post.timeZone] as? String).flatMap(TimeZone.init(identifier:))
    return Post(
      id: record.recordID.recordName,
      author: try String(field(RecordKeys.Post.author, as: String.self).prefix(40)),
      authorID: creator,
      text: try String(field(RecordKeys.Post.text, as: String.self).prefix(Post.textLimit)),
      postedAt: try field(RecordKeys.Post.postedAt),
      timeZone: timeZone ?? .gmt,
      cheers: cheers)
  }
}

/// A record that is no post.
public struct BrokenPost: LocalizedError, Hashable {
  public let recordName: String
  /// The first field that is missing, or is of another type.
  public let field: String

  init(_ id: CKRecord.ID, _ field: String) { (recordName, self.field) = (id.recordName, field) }

  public var errorDescription: String? { "The record ‘\(recordName)’ is no post: \(field)" }
}
