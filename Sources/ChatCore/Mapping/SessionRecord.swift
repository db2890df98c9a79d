import CloudModel
import Foundation

/// The record `ChatSession`: one per zone, what the chat is called.
///
/// Members are in the share.
///
/// Source: mission, part 1, point 5. `lastMessageAt` is for whoever sorts chats without reading them; here
/// what is newest follows from the messages, so that not every message of everyone fights for this one
/// record.
struct SessionRecord: ChatRecord {
  static let recordType = "ChatSession"
  static let recordName = "session"

  enum Key {
    static let name = "name"
    static let renamedAt = "renamedAt"
    static let createdAt = "createdAt"
    static let lastMessageAt = "lastMessageAt"
    static let known: Set<String> = [name, renamedAt, createdAt, lastMessageAt]
  }

  /// How far `lastMessageAt` may lag behind before it is worth a write.
  static let lastMessageInterval: TimeInterval = 600

  var name: String
  var renamedAt: Date
  var createdAt: Date
  var lastMessageAt: Date
  var changeTag: String?
  var unknownFields = UnknownFields()

  var recordName: String { Self.recordName }

  init(name: String, renamedAt: Date, createdAt: Date, lastMessageAt: Date) {
    self.name = name
    self.renamedAt = renamedAt
    self.createdAt = createdAt
    self.lastMessageAt = lastMessageAt
  }

  init(_ record: CloudRecord) {
    name = ChatTitle.bounded(record[Key.name]?.stringValue ?? "")
    createdAt = record[Key.createdAt]?.dateValue ?? record.creationDate ?? .distantPast
    renamedAt = record.believed(record[Key.renamedAt]?.dateValue) ?? createdAt
    lastMessageAt = record.believed(record[Key.lastMessageAt]?.dateValue) ?? createdAt
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known)
  }

  func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType,
      recordID: RecordID(recordName: Self.recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    record[Key.name] = .string(name)
    record[Key.renamedAt] = .date(renamedAt)
    record[Key.lastMessageAt] = .date(lastMessageAt)
    if changeTag == nil { record[Key.createdAt] = .date(createdAt) }
    return record
  }

  func isVersion(of other: Self) -> Bool { true }
}
