package import CloudModel
package import Foundation

/// The record `MessageReaction`: one emoji of one person at one message, present or removed.
///
/// Its name contains all three, so that adding a reaction twice is harmless. A removal is a mark and not
/// a deletion: if two devices of one person disagree, they need both times to find out which was later.
///
/// Source: docs/chat-format.md; docs/sync.md.
package struct ReactionRecord: NamedByContents {
  package static let recordType = "MessageReaction"
  package enum Key {
    package static let message = "messageRef"
    package static let userID = "userID"
    package static let emoji = "emoji"
    package static let createdAt = "createdAt"
    package static let isRemoved = "isRemoved"
    package static let known: Set<String> = [message, userID, emoji, createdAt, isRemoved]
  }

  package var messageName: String
  package var userID: String
  package var emoji: String
  /// When it was last put there or taken away.
  package var changedAt: Date
  package var isRemoved: Bool
  /// The account that last changed the reaction, if it is not its user; it then counts for nobody and is not shown.
  package var changedBy: String?
  package var changeTag: String?
  package var unknownFields = UnknownFields()

  package var recordName = ""

  package var firstName: String {
    "reaction_\(messageName)_\(userID)_\(emoji.utf8.hexadecimal)"
  }

  package init(messageName: String, userID: String, emoji: String, changedAt: Date, isRemoved: Bool)
  {
    self.messageName = messageName
    self.userID = userID
    self.emoji = emoji
    self.changedAt = changedAt
    self.isRemoved = isRemoved
    recordName = firstName
  }

  /// Reads a record as it came; nil where its name, its fields and its creator do not agree, since
  /// nobody reacts in another's name, and where it is not one emoji.
  package init?(_ record: CloudRecord) {
    guard let mark = record.mark(message: Key.message, user: Key.userID),
      let emoji = record[Key.emoji]?.stringValue, Emoji.isOne(emoji)
    else { return nil }
    (messageName, userID) = mark
    self.emoji = emoji
    changedAt = record.believed(record[Key.createdAt]?.dateValue) ?? .distantPast
    isRemoved = record[Key.isRemoved] == .int64(1)
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
    record[Key.createdAt] = .date(changedAt)
    record[Key.isRemoved] = .int64(isRemoved ? 1 : 0)
    record.lastModifiedUserRecordName = changedBy
    // The stored form keeps who has changed a record only together with the time.
    record.modificationDate = changedBy == nil ? nil : changedAt
    guard changeTag == nil else { return record }
    record[Key.message] = .reference(Reference(recordName: messageName, action: .none))
    record[Key.userID] = .string(userID)
    record[Key.emoji] = .string(emoji)
    return record
  }

  package func isVersion(of other: Self) -> Bool { recordName == other.recordName }
}
