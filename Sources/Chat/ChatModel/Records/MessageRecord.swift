package import CloudModel
package import Foundation

/// The record `Message`.
///
/// The sender's device chooses its name, so that the local copy and the cloud's copy are the same
/// message whatever happens between them. Sender and time never change. The text changes as a whole,
/// together with the number of the edit. A deleted message stays as a mark. The record describes an
/// attached file from the beginning; the asset follows when the cloud has the bytes.
///
/// Source: docs/chat-format.md; docs/sync.md.
package struct MessageRecord: ChatRecord {
  package static let recordType = "Message"
  /// A larger revision is read as this one, so that every edit can be replaced by a later one.
  package static let revisionLimit: Int64 = 1_000_000

  /// Our choice: how long the mark of a deleted message stays, so that a device that was offline meets it.
  package static let markSeconds: TimeInterval = 90 * 24 * 3600

  /// Source: CloudKit, `CKRecord.ID`: a record name has at most 255 characters.
  private static let nameLimitBytes = 255

  package enum Key {
    package static let text = "text"
    package static let senderID = "senderID"
    package static let timestamp = "timestamp"
    package static let revision = "revision"
    package static let editedAt = "editedAt"
    package static let deletedAt = "deletedAt"
    package static let attachment = "attachment"
    package static let fileName = "fileName"
    package static let fileType = "fileType"
    package static let fileSize = "fileSize"
    package static let fileDigest = "fileDigest"
    package static let fileKey = "fileKey"
    package static let replyTo = "replyTo"
    package static let known: Set<String> = [
      text, senderID, timestamp, revision, editedAt, deletedAt, attachment, fileName, fileType,
      fileSize, fileDigest, replyTo,
    ]
  }

  package var recordName: String
  package var senderID: String
  package var text: String
  package var timestamp: Date
  /// The number of times that the text was changed.
  package var revision: Int64 = 0
  package var editedAt: Date?
  package var deletedAt: Date?
  package var file: AttachedFile?
  /// The record name of the message that this one answers; never changes.
  package var replyTo: String?
  /// The uploaded asset that the next save adds to the cloud's copy.
  package var uploaded: Asset?
  /// The account that last changed the message, if it is not the sender; the text is then not the sender's own.
  package var changedBy: String?
  package var changeTag: String?
  package var unknownFields = UnknownFields()

  /// The key of the file of a message in a sealed chat; nil in other chats.
  ///
  /// It is kept among the unknown fields, because no query asks for it.
  package var fileKey: Data? {
    get {
      guard case .bytes(let key) = unknownFields.values[Key.fileKey] else { return nil }
      return key
    }
    set { unknownFields.values[Key.fileKey] = newValue.map { .bytes($0) } }
  }

  package init(recordName: String, senderID: String, text: String, timestamp: Date) {
    self.recordName = recordName
    self.senderID = senderID
    self.text = text
    self.timestamp = timestamp
  }

  /// Reads a record as it came.
  ///
  /// The sender is the record's creator according to the cloud, whatever the record claims. Every device
  /// orders the message alike, because only the record and the cloud's time count.
  package init(_ record: CloudRecord) {
    recordName = record.recordID.recordName
    let creator = record.creatorUserRecordName
    senderID = creator ?? record[Key.senderID]?.stringValue ?? ""
    let claimed = record[Key.timestamp]?.dateValue ?? record.creationDate ?? .distantPast
    let bound = record.creationDate?.addingTimeInterval(CloudRecord.clockTolerance)
    timestamp = bound.map { min(claimed, $0) } ?? claimed
    if case .int64(let number) = record[Key.revision] {
      revision = min(max(number, 0), Self.revisionLimit)
    }
    editedAt = record.believed(record[Key.editedAt]?.dateValue)
    deletedAt = record.believed(record[Key.deletedAt]?.dateValue)
    text = deletedAt == nil ? MessageText.bounded(record[Key.text]?.stringValue ?? "") : ""
    file = deletedAt == nil ? AttachedFile(record) : nil
    replyTo = record[Key.replyTo]?.stringValue.flatMap {
      (1...Self.nameLimitBytes).contains($0.utf8.count) ? $0 : nil
    }
    if let creator, let last = record.lastModifiedUserRecordName, last != creator {
      changedBy = last
    }
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known)
  }

  /// A name that sorts like the time, so that messages whose times were bound to the same moment still
  /// stand in the order in which they were written.
  package static func name(at timestamp: Date, unique: String) -> String {
    let digits = String(timestamp.millisecondsSince1970, radix: 16)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits + "-"
      + unique.lowercased()
  }

  package func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType, recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    // Of a text that was cut, the cloud keeps the whole.
    if changeTag == nil || !MessageText.isCut(text) { record[Key.text] = .string(text) }
    if revision > 0 { record[Key.revision] = .int64(revision) }
    record[Key.editedAt] = editedAt.map { .date($0) }
    record[Key.deletedAt] = deletedAt.map { .date($0) }
    record[Key.attachment] = deletedAt == nil ? uploaded.map { .asset($0) } : nil
    if changeTag != nil, deletedAt != nil { record.clearedKeys = [Key.attachment] }
    if deletedAt != nil { record[Key.fileKey] = nil }
    guard changeTag == nil else { return record }
    file?.describe(in: &record)
    record[Key.replyTo] = replyTo.map { .string($0) }
    record[Key.senderID] = .string(senderID)
    record[Key.timestamp] = .date(timestamp)
    return record
  }

  /// Ignores the time: an unsent message has the sender's own time, which may be cut in the cloud's version.
  package func isVersion(of other: Self) -> Bool {
    recordName == other.recordName && senderID == other.senderID
  }

  /// Whether the message stays on its sender's devices, as failed, when its record is no longer in the cloud.
  ///
  /// A sender who takes a message back leaves a mark. Without the mark, somebody has deleted the record, or the cloud
  /// has lost it.
  package func isKeptWhenGone(byDeviceOf user: String) -> Bool {
    senderID == user && deletedAt == nil
  }
}
