import CloudModel
import Foundation

/// The record `Message`.
///
/// Its name is made up by the sender's device, so that our own copy and the
/// cloud's are the same message whatever happens between them.
///
/// Source: mission, part 1, point 5.
struct MessageRecord: Sendable, Equatable {
  static let recordType = "Message"

  enum Key {
    static let text = "text"
    static let senderID = "senderID"
    static let timestamp = "timestamp"
    static let known: Set<String> = [text, senderID, timestamp]
  }

  /// How far ahead of the cloud's clock a sender's clock is believed.
  ///
  /// Beyond it a message stands
  /// where it arrived, so that one wrong clock cannot hold the end of a chat.
  static let clockTolerance: TimeInterval = 60

  var recordName: String
  var senderID: String
  var text: String
  var timestamp: Date
  var changeTag: String?
  var unknownFields = UnknownFields()

  init(
    recordName: String, senderID: String, text: String, timestamp: Date, changeTag: String?,
    unknownFields: UnknownFields
  ) {
    self.recordName = recordName
    self.senderID = senderID
    self.text = text
    self.timestamp = timestamp
    self.changeTag = changeTag
    self.unknownFields = unknownFields
  }

  /// Reads a record as it came.
  ///
  /// The sender is who the cloud says has created it, whatever the record
  /// claims; every device orders it alike, because only the record and the cloud's time count.
  init(_ record: CloudRecord) {
    recordName = record.recordID.recordName
    senderID = record.creatorUserRecordName ?? record[Key.senderID]?.stringValue ?? ""
    text = record[Key.text]?.stringValue ?? ""
    let claimed = record[Key.timestamp]?.dateValue ?? record.creationDate ?? .distantPast
    let bound = record.creationDate?.addingTimeInterval(Self.clockTolerance)
    timestamp = bound.map { min(claimed, $0) } ?? claimed
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known)
  }

  /// A name that sorts like the time, so that messages whose times were bound to the same moment still
  /// stand in the order in which they were written.
  static func name(at timestamp: Date, unique: String) -> String {
    let digits = String(timestamp.millisecondsSince1970, radix: 16)
    return String(repeating: "0", count: max(0, 12 - digits.count)) + digits + "-"
      + unique.lowercased()
  }

  func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType, recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: unknownFields.values, recordChangeTag: changeTag)
    record[Key.text] = .string(text)
    record[Key.senderID] = .string(senderID)
    record[Key.timestamp] = .date(timestamp)
    return record
  }
}
