package import CloudModel
package import Foundation

/// The record `ChatSession`: one per zone, with the chat's name.
///
/// Members are in the share. `lastMessageAt` is for clients that sort chats without reading them. It is at
/// most `lastMessageInterval` older than the newest message, so that not every message of every member
/// competes to write this one record. This client finds the newest message in the messages themselves.
///
/// Source: decision 4; docs/chat-format.md.
package struct SessionRecord: ChatRecord {
  package static let recordType = "ChatSession"
  /// The record name of a session that is created here; another client may choose another name.
  package static let defaultRecordName = "session"

  package enum Key {
    package static let name = "name"
    package static let renamedAt = "renamedAt"
    package static let createdAt = "createdAt"
    package static let lastMessageAt = "lastMessageAt"
    package static let known: Set<String> = [name, renamedAt, createdAt, lastMessageAt]
  }

  /// The time by which `lastMessageAt` may lag behind the newest message before it is worth a write.
  ///
  /// Our choice: short enough to order a list of chats, and one write a minute is few beside the messages that cause
  /// it.
  package static let lastMessageInterval: TimeInterval = 60

  package var recordName = Self.defaultRecordName
  package var name: String
  package var renamedAt: Date
  package var createdAt: Date
  package var lastMessageAt: Date
  package var changeTag: String?
  package var unknownFields = UnknownFields()

  package init(name: String, renamedAt: Date, createdAt: Date, lastMessageAt: Date) {
    self.name = name
    self.renamedAt = renamedAt
    self.createdAt = createdAt
    self.lastMessageAt = lastMessageAt
  }

  package init(_ record: CloudRecord) {
    recordName = record.recordID.recordName
    name = ChatTitle.bounded(record[Key.name]?.stringValue ?? "")
    createdAt = record[Key.createdAt]?.dateValue ?? record.creationDate ?? .distantPast
    renamedAt = record.believed(record[Key.renamedAt]?.dateValue) ?? createdAt
    lastMessageAt = record.believed(record[Key.lastMessageAt]?.dateValue) ?? createdAt
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known)
  }

  package func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType,
      recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    if !name.isEmpty {
      record[Key.name] = .string(name)
    } else if changeTag != nil {
      record.clearedKeys = [Key.name]
    }
    record[Key.renamedAt] = .date(renamedAt)
    record[Key.lastMessageAt] = .date(lastMessageAt)
    if changeTag == nil { record[Key.createdAt] = .date(createdAt) }
    return record
  }

  package func isVersion(of other: Self) -> Bool { true }

  /// The name of a new session where another record has taken the name of the last one.
  package static func recordName(after taken: String) -> String {
    let start = defaultRecordName + "-"
    let number = taken.hasPrefix(start) ? Int(taken.dropFirst(start.count)) : nil
    if let number, (2..<Int(Int32.max)).contains(number) { return "\(start)\(number + 1)" }
    return taken == defaultRecordName ? start + "2" : defaultRecordName
  }

  /// Whether the first of two sessions in one zone is the chat's.
  ///
  /// The default name comes first, then the order of the names.
  package static func counts(_ recordName: String, before other: String) -> Bool {
    let (isDefault, isOtherDefault) = (
      recordName == defaultRecordName, other == defaultRecordName
    )
    return isDefault == isOtherDefault ? recordName < other : isDefault
  }
}
