package import Foundation

/// A message as a person reads it.
package struct Message: Sendable, Equatable, Identifiable {
  package var id: MessageID
  package var recordName: String
  package var senderID: String
  /// The sender's name in the chat; not sanitised.
  package var senderName: String
  package var isOwn: Bool
  /// Not sanitised; may hold anything that somebody sent.
  package var text: String
  /// When it was written, by the sender's clock; messages stand in this order.
  package var timestamp: Date
  package var delivery: Delivery
  package var attachment: Attachment?
  /// Whether the sender has changed the text since.
  package var isEdited = false
  /// Whether it was taken back; its text is empty then.
  package var isDeleted = false
  /// Who has changed or removed it, where that was not its sender; not sanitised.
  ///
  /// The text is not the sender's word then.
  package var changedBy: String?
  /// In the order in which they were first put there.
  package var reactions: [Reaction] = []

  /// What is known about the way of a message.
  package enum Delivery: Sendable, Equatable {
    /// Somebody else's.
    case received
    /// In the outbox, with its place among all that wait in this chat, from 1.
    case queued(place: Int)
    /// On its way now, or its file is.
    case sending
    /// In the outbox, and the cloud is to be left alone until a time.
    case waiting(until: Date, reason: String)
    case sent
    /// Read by so many of the others in the chat.
    case read(by: Int, of: Int)
    /// Will not be tried again by itself; the text stays.
    case failed(reason: String)

    /// Whether the cloud does not have it yet, and will be told.
    package var isPending: Bool {
      switch self {
      case .queued, .sending, .waiting: true
      case .received, .sent, .read, .failed: false
      }
    }
  }

  /// One emoji at a message, and whose it is.
  package struct Reaction: Sendable, Equatable {
    package var emoji: String
    /// Not sanitised.
    package var names: [String]
    package var isOwn: Bool
  }

  /// Source: a record holds at most 1 MB; a message that long belongs into a file.
  package static let textLimitBytes = 64 * 1024

  package var cursor: MessageCursor { MessageCursor(timestamp: timestamp, recordName: recordName) }
}

/// A place between messages; pages begin and end at one.
package struct MessageCursor: Sendable, Hashable, Comparable {
  package var timestamp: Date
  package var recordName: String

  package init(timestamp: Date, recordName: String) {
    self.timestamp = timestamp
    self.recordName = recordName
  }

  package static func < (a: MessageCursor, b: MessageCursor) -> Bool {
    (a.timestamp, a.recordName) < (b.timestamp, b.recordName)
  }
}
