package import CloudModel
package import Foundation

/// The record `MessagePin`: one message that stands out in its chat, for everyone in it.
///
/// There is one for each message, and everybody who may write sets it or takes it back. Taken back, it stays as
/// a mark, like a reaction: of two changes the later one counts.
///
/// Source: docs/chat-format.md.
package struct MessagePinRecord: NamedByContents {
  package static let recordType = "MessagePin"

  package enum Key {
    package static let message = "messageRef"
    package static let pinnedAt = "pinnedAt"
    package static let isRemoved = "isRemoved"
    package static let known: Set<String> = [message, pinnedAt, isRemoved]
  }

  package var messageName: String
  /// When it was set or taken back last.
  package var changedAt: Date
  package var isRemoved: Bool
  /// The account that last changed the pin; nil if the cloud does not say.
  package var changedBy: String?
  package var changeTag: String?
  package var unknownFields = UnknownFields()

  package var recordName = ""

  package var firstName: String { "pin_" + messageName }

  package init(messageName: String, changedAt: Date, isRemoved: Bool, changedBy: String?) {
    self.messageName = messageName
    self.changedAt = changedAt
    self.isRemoved = isRemoved
    self.changedBy = changedBy
    recordName = firstName
  }

  /// Reads a record as it came; nil where its name and its message do not agree.
  package init?(_ record: CloudRecord) {
    guard case .reference(let message) = record[Key.message] else { return nil }
    messageName = message.recordName
    changedAt = record.believed(record[Key.pinnedAt]?.dateValue) ?? .distantPast
    isRemoved = record[Key.isRemoved] == .int64(1)
    changedBy = record.lastModifiedUserRecordName ?? record.creatorUserRecordName
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known)
    recordName = record.recordID.recordName
    guard isNamedByContents else { return nil }
  }

  package func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType, recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    record[Key.pinnedAt] = .date(changedAt)
    record[Key.isRemoved] = .int64(isRemoved ? 1 : 0)
    record.lastModifiedUserRecordName = changedBy
    // The stored form keeps who has changed a record only together with the time.
    record.modificationDate = changedBy == nil ? nil : changedAt
    guard changeTag == nil else { return record }
    record[Key.message] = .reference(Reference(recordName: messageName, action: .none))
    return record
  }

  package func isVersion(of other: Self) -> Bool { recordName == other.recordName }
}
