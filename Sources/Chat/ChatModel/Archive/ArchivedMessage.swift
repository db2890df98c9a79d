package import Foundation

/// A message with everything that this device knows of it, as an archive keeps it.
package struct ArchivedMessage: Sendable {
  package struct Reaction: Sendable, Equatable {
    package var emoji: String
    /// The name of the account.
    package var name: String
    package var userID: String
    package var reactedAt: Date

    package init(emoji: String, name: String, userID: String, reactedAt: Date) {
      self.emoji = emoji
      self.name = name
      self.userID = userID
      self.reactedAt = reactedAt
    }
  }

  package struct Pin: Sendable, Equatable {
    package var pinnedAt: Date
    /// The name of the account that has pinned it; nil where the cloud does not say.
    package var name: String?

    package init(pinnedAt: Date, name: String?) {
      self.pinnedAt = pinnedAt
      self.name = name
    }
  }

  /// Our choice: of a message with more reactions, the others are only counted, so that no message makes a line of an
  /// archive too long.
  package static let reactionLimit = 1000

  package var id: MessageID
  package var record: MessageRecord
  /// The name of the sender's account.
  package var senderName: String
  /// The account that has changed it last, if that is not the sender's.
  package var changerName: String?
  /// The first ones, at most `reactionLimit`.
  package var reactions: [Reaction] = []
  package var moreReactions = 0
  package var pin: Pin?
  /// The earlier versions, oldest first.
  package var history: [Message.Version] = []

  package init(id: MessageID, record: MessageRecord, senderName: String) {
    self.id = id
    self.record = record
    self.senderName = senderName
  }

  package var cursor: MessageCursor {
    MessageCursor(timestamp: record.timestamp, recordName: record.recordName)
  }

  /// Whether the cloud has the message.
  package var isSent: Bool { record.changeTag != nil }
}

/// A message that was made elsewhere, with what belongs to it in the chat of which it becomes a part.
package struct ImportedMessage: Sendable {
  package var message: MessageRecord
  package var reactions: [ReactionRecord]
  package var pin: MessagePinRecord?

  package init(message: MessageRecord, reactions: [ReactionRecord], pin: MessagePinRecord?) {
    self.message = message
    self.reactions = reactions
    self.pin = pin
  }
}
