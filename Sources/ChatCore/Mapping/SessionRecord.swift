import CloudModel
import Foundation

/// The record `ChatSession`: one per zone, what the chat is called.
///
/// Members are in the share. `lastMessageAt` is for whoever sorts chats without reading them. It is at most
/// `lastMessageInterval` older than the newest message, so that not every message of everyone fights for
/// this one record; here what is newest follows from the messages.
///
/// Source: mission, part 1, point 5; decision 4; docs/chat-format.md.
struct SessionRecord: ChatRecord {
  static let recordType = "ChatSession"
  /// What a session is called that is made here; another client may call its own otherwise.
  static let defaultRecordName = "session"

  enum Key {
    static let name = "name"
    static let renamedAt = "renamedAt"
    static let createdAt = "createdAt"
    static let lastMessageAt = "lastMessageAt"
    static let known: Set<String> = [name, renamedAt, createdAt, lastMessageAt]
  }

  /// How far `lastMessageAt` may lag behind the newest message before it is worth a write.
  ///
  /// Our choice: short enough to order a list of chats, and one write a minute is few beside the messages
  /// that cause it.
  static let lastMessageInterval: TimeInterval = 60

  var recordName = Self.defaultRecordName
  var name: String
  var renamedAt: Date
  var createdAt: Date
  var lastMessageAt: Date
  var changeTag: String?
  var unknownFields = UnknownFields()

  init(name: String, renamedAt: Date, createdAt: Date, lastMessageAt: Date) {
    self.name = name
    self.renamedAt = renamedAt
    self.createdAt = createdAt
    self.lastMessageAt = lastMessageAt
  }

  init(_ record: CloudRecord) {
    recordName = record.recordID.recordName
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
      recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    // A chat without a name stays without one.
    if !name.isEmpty { record[Key.name] = .string(name) }
    record[Key.renamedAt] = .date(renamedAt)
    record[Key.lastMessageAt] = .date(lastMessageAt)
    if changeTag == nil { record[Key.createdAt] = .date(createdAt) }
    return record
  }

  func isVersion(of other: Self) -> Bool { true }

  /// The name of a new session where another record has taken the name of the last one.
  static func recordName(after taken: String) -> String {
    let start = defaultRecordName + "-"
    let number = taken.hasPrefix(start) ? Int(taken.dropFirst(start.count)) : nil
    if let number, (2..<Int(Int32.max)).contains(number) { return "\(start)\(number + 1)" }
    return taken == defaultRecordName ? start + "2" : defaultRecordName
  }

  /// Whether a zone with sessions of both names is the chat of the first: of the one that is called as
  /// sessions are here, or else of the first by name.
  static func counts(_ recordName: String, before other: String) -> Bool {
    let (isDefault, isOtherDefault) = (
      recordName == defaultRecordName, other == defaultRecordName
    )
    return isDefault == isOtherDefault ? recordName < other : isDefault
  }
}
