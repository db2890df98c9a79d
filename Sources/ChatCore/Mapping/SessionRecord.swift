import CloudModel
import Foundation

/// The record `ChatSession`: one per zone, what the chat is called.
///
/// Members are in the share.
///
/// Source: mission, part 1, point 5. `lastMessageAt` is written once; what is newest follows from the
/// messages, so that not every message of everyone fights for this one record.
struct SessionRecord: Sendable, Equatable {
  static let recordType = "ChatSession"
  static let recordName = "session"

  enum Key {
    static let name = "name"
    static let createdAt = "createdAt"
    static let lastMessageAt = "lastMessageAt"
    static let known: Set<String> = [name, createdAt, lastMessageAt]
  }

  var name: String
  var createdAt: Date
  var changeTag: String?
  var unknownFields = UnknownFields()

  init(name: String, createdAt: Date, changeTag: String?, unknownFields: UnknownFields) {
    self.name = name
    self.createdAt = createdAt
    self.changeTag = changeTag
    self.unknownFields = unknownFields
  }

  init(_ record: CloudRecord) {
    name = record[Key.name]?.stringValue ?? ""
    createdAt = record[Key.createdAt]?.dateValue ?? record.creationDate ?? .distantPast
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known.subtracting([Key.lastMessageAt]))
  }

  func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType,
      recordID: RecordID(recordName: Self.recordName, zoneID: zoneID),
      fields: unknownFields.values, recordChangeTag: changeTag)
    record[Key.name] = .string(name)
    record[Key.createdAt] = .date(createdAt)
    if record[Key.lastMessageAt] == nil { record[Key.lastMessageAt] = .date(createdAt) }
    return record
  }
}
