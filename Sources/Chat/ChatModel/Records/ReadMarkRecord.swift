package import CloudModel
package import Foundation

/// The record `MessageRead`: the position up to which a user has read.
///
/// A member keeps only the newest; older ones go when it is saved.
///
/// Source: docs/chat-format.md; docs/sync.md.
package struct ReadMarkRecord: NamedByContents {
  package static let recordType = "MessageRead"

  package enum Key {
    package static let message = "messageRef"
    package static let userID = "userID"
    package static let readAt = "readAt"
    package static let known: Set<String> = [message, userID, readAt]
  }

  package var messageName: String
  package var userID: String
  package var readAt: Date
  /// The account that last changed the read mark, if it is not its user; the mark then counts for nobody.
  package var changedBy: String?
  package var changeTag: String?
  package var unknownFields = UnknownFields()

  package var recordName = ""

  package var firstName: String { "read_\(messageName)_\(userID)" }

  package var isRemoved: Bool { false }

  package init(messageName: String, userID: String, readAt: Date) {
    self.messageName = messageName
    self.userID = userID
    self.readAt = readAt
    recordName = firstName
  }

  /// Reads a record as it came; nil where its name, its fields and its creator do not agree, since
  /// nobody reads in another's name.
  package init?(_ record: CloudRecord) {
    guard let mark = record.mark(message: Key.message, user: Key.userID) else { return nil }
    (messageName, userID) = mark
    readAt = record.believed(record[Key.readAt]?.dateValue) ?? .distantPast
    changedBy = record.changer(otherThan: userID)
    changeTag = record.recordChangeTag
    unknownFields = UnknownFields(of: record, except: Key.known)
    recordName = record.recordID.recordName
    guard isNamedByContents else { return nil }
  }

  package func record(in zoneID: RecordZoneID) -> CloudRecord {
    var record = CloudRecord(
      recordType: Self.recordType, recordID: RecordID(recordName: recordName, zoneID: zoneID),
      fields: changeTag == nil ? unknownFields.sendable : [:], recordChangeTag: changeTag)
    record[Key.readAt] = .date(readAt)
    guard changeTag == nil else { return record }
    record[Key.message] = .reference(Reference(recordName: messageName, action: .none))
    record[Key.userID] = .string(userID)
    return record
  }

  package func isVersion(of other: Self) -> Bool { recordName == other.recordName }
}
