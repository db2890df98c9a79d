package import CloudModel
package import Foundation

/// The record `MessageReaction`: one emoji of one person at one message, present or removed.
///
/// Source: docs/chat-format.md; docs/sync.md.
package struct ReactionRecord: MarkRecord {
  package static let kind = MarkKind.reaction
  package static let recordType = "MessageReaction"
  package static let timeKey = "createdAt"
  package static let knownKeys: Set<String> = [
    MarkKey.message, MarkKey.userID, emojiKey, timeKey, MarkKey.isRemoved,
  ]
  package static let canBeTakenBack = true
  package static let emojiKey = "emoji"

  package var messageName: String
  package var userID: String
  package var emoji: String
  package var changedAt: Date
  package var isRemoved: Bool
  package var changedBy: String?
  package var changeTag: String?
  package var unknownFields = UnknownFields()
  package var recordName = ""

  package var owner: String? { userID }
  package var firstName: String {
    "reaction_\(messageName)_\(userID)_\(emoji.utf8.hexadecimal)"
  }
  package var fixedFields: [String: FieldValue] {
    [MarkKey.userID: .string(userID), Self.emojiKey: .string(emoji)]
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

  /// Refuses what is not one emoji, and what was made in another's name.
  package init?(of messageName: String, fixedFieldsOf record: CloudRecord) {
    guard let userID = record.owner(named: MarkKey.userID),
      let emoji = record[Self.emojiKey]?.stringValue, Emoji.isOne(emoji)
    else { return nil }
    self.init(
      messageName: messageName, userID: userID, emoji: emoji, changedAt: .distantPast,
      isRemoved: false)
  }
}

/// The record `MessageRead`: the position up to which a user has read.
///
/// A member keeps only the newest; older ones go when it is saved.
///
/// Source: docs/chat-format.md; docs/sync.md.
package struct ReadMarkRecord: MarkRecord {
  package static let kind = MarkKind.readMark
  package static let recordType = "MessageRead"
  package static let timeKey = "readAt"
  package static let knownKeys: Set<String> = [MarkKey.message, MarkKey.userID, timeKey]
  package static let canBeTakenBack = false
  package static let namePrefix = "read_"

  package var messageName: String
  package var userID: String
  package var changedAt: Date
  /// Always false: nobody takes back what was read.
  package var isRemoved = false
  package var changedBy: String?
  package var changeTag: String?
  package var unknownFields = UnknownFields()
  package var recordName = ""

  package var owner: String? { userID }
  package var firstName: String { "\(Self.namePrefix)\(messageName)_\(userID)" }
  package var fixedFields: [String: FieldValue] { [MarkKey.userID: .string(userID)] }
  package var readAt: Date { changedAt }

  package init(messageName: String, userID: String, readAt: Date) {
    self.messageName = messageName
    self.userID = userID
    changedAt = readAt
    recordName = firstName
  }

  /// Refuses what was made in another's name.
  package init?(of messageName: String, fixedFieldsOf record: CloudRecord) {
    guard let userID = record.owner(named: MarkKey.userID) else { return nil }
    self.init(messageName: messageName, userID: userID, readAt: .distantPast)
  }
}

/// The record `MessagePin`: one message that stands out in its chat, for everyone in it.
///
/// There is one for each message, and everybody who may write sets it or takes it back.
///
/// Source: docs/chat-format.md.
package struct MessagePinRecord: MarkRecord {
  package static let kind = MarkKind.pin
  package static let recordType = "MessagePin"
  package static let timeKey = "pinnedAt"
  package static let knownKeys: Set<String> = [MarkKey.message, timeKey, MarkKey.isRemoved]
  package static let canBeTakenBack = true

  package var messageName: String
  package var changedAt: Date
  package var isRemoved: Bool
  package var changedBy: String?
  package var changeTag: String?
  package var unknownFields = UnknownFields()
  package var recordName = ""

  package var owner: String? { nil }
  package var firstName: String { "pin_" + messageName }
  package var fixedFields: [String: FieldValue] { [:] }

  package init(messageName: String, changedAt: Date, isRemoved: Bool, changedBy: String?) {
    self.messageName = messageName
    self.changedAt = changedAt
    self.isRemoved = isRemoved
    self.changedBy = changedBy
    recordName = firstName
  }

  package init?(of messageName: String, fixedFieldsOf record: CloudRecord) {
    self.init(
      messageName: messageName, changedAt: .distantPast, isRemoved: false, changedBy: nil)
  }
}
