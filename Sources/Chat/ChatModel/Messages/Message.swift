package import Foundation

/// A message as a person reads it.
package struct Message: Sendable, Equatable, Identifiable {
  package var id: MessageID
  package var recordName: String
  package var senderID: String
  /// The name of the sender's account, unique in its cloud.
  package var senderName: String
  /// The display name that the sender chose, sanitised; nil if it could be mistaken for another
  /// account's name.
  package var senderDisplayName: String?
  package var isOwn: Bool
  /// Not sanitised; may hold anything that somebody sent.
  package var text: String
  /// When it was written, by the sender's clock; messages stand in this order.
  package var timestamp: Date
  package var delivery: Delivery
  package var attachment: Attachment?
  /// Whether the text or the file was changed after sending, as far as the record says or this device has seen.
  package var isEdited = false
  /// When it was changed or taken back last, by the clock of who has done it; nil if the record does not say.
  package var changedAt: Date?
  /// Whether the message is pinned, for everyone in the chat.
  package var isPinned = false
  /// Whether the message was taken back; its text is then empty.
  package var isDeleted = false
  /// Whether the message is somebody else's and the cloud has lost it with the whole zone.
  ///
  /// People without a copy do not see it until its sender uploads it again.
  package var isOnlyHere = false
  /// Whether the account has blocked its sender.
  package var isOfBlockedPerson = false
  /// The messages of blocked people for which this one stands in a window; nil where it stands for itself.
  package var fold: Fold?
  /// The account that changed or removed it last, if that is not the sender's.
  ///
  /// The text is then not the sender's own.
  package var changedBy: String?
  /// The facts of an archive about a message that its sender has imported and somebody else had written.
  ///
  /// Without reactions. It is a claim of the sender; `archivedSender` and `bareText` say whether it still counts.
  package var origin: MessageOrigin?
  /// The message that this one answers.
  package var replyTo: Quote?
  /// The messages that answer this one and are on this device, counted up to `answerCountLimit`.
  ///
  /// None that was taken back, none of a blocked person, and not the message itself.
  package var answerCount = 0
  /// The most frequent kinds, these first; at most `Reaction.kindLimit`.
  package var reactions: [Reaction] = []
  /// The number of further kinds of reactions, counted up to `Reaction.countLimit`.
  package var moreReactions = 0

  package init(
    id: MessageID, recordName: String, senderID: String, senderName: String,
    senderDisplayName: String? = nil, isOwn: Bool, text: String, timestamp: Date,
    delivery: Delivery, attachment: Attachment? = nil, isEdited: Bool = false,
    isDeleted: Bool = false, changedBy: String? = nil, reactions: [Reaction] = [],
    moreReactions: Int = 0
  ) {
    self.id = id
    self.recordName = recordName
    self.senderID = senderID
    self.senderName = senderName
    self.senderDisplayName = senderDisplayName
    self.isOwn = isOwn
    self.text = text
    self.timestamp = timestamp
    self.delivery = delivery
    self.attachment = attachment
    self.isEdited = isEdited
    self.isDeleted = isDeleted
    self.changedBy = changedBy
    self.reactions = reactions
    self.moreReactions = moreReactions
  }

  /// Messages of blocked people that follow one another, as one.
  package struct Fold: Sendable, Equatable {
    /// The names of the accounts, each once, in the order of their messages.
    package var senders: [String]
    /// The number of messages, the one that stands for them included.
    package var count: Int
    /// The place of the last of them.
    package var last: MessageCursor

    package init(senders: [String], count: Int, last: MessageCursor) {
      self.senders = senders
      self.count = count
      self.last = last
    }
  }

  /// The message as one with those of blocked people before it, if there are any.
  package func folded(behind fold: Fold?) -> Fold {
    let own = self.fold ?? Fold(senders: [senderName], count: 1, last: cursor)
    guard var all = fold else { return own }
    for sender in own.senders where !all.senders.contains(sender) { all.senders.append(sender) }
    all.count += own.count
    all.last = own.last
    return all
  }

  /// The progress of a message's delivery, as far as it is known.
  package enum Delivery: Sendable, Equatable {
    /// Somebody else's.
    case received
    /// In the outbox, with its place among all that wait in this chat, from 1.
    case queued(place: Int)
    /// The message is being sent now, or its file is still to be uploaded.
    case sending
    /// In the outbox; nothing is sent before this time.
    case waiting(until: Date, reason: String)
    case sent
    /// Read by so many of the others in the chat.
    case read(by: Int, of: Int)
    /// Will not be tried again by itself; the text stays.
    case failed(reason: String)

    /// Whether the cloud does not have the message yet, and the engine will send it.
    package var isPending: Bool {
      switch self {
      case .queued, .sending, .waiting: true
      case .received, .sent, .read, .failed: false
      }
    }
  }

  /// One kind of reaction to a message, and the people who reacted with it.
  package struct Reaction: Sendable, Equatable {
    /// The most kinds that a message shows, the most names that a kind shows, and the limit for counting
    /// the rest.
    ///
    /// The limits are chosen so that reactions can neither make a message long nor a chat slow.
    package static let kindLimit = 20
    package static let nameLimit = 20
    package static let countLimit = 999

    /// One emoji, as `Emoji` has it.
    package var emoji: String
    /// The number of people who chose this reaction.
    package var count: Int
    /// The names of the accounts, one's own first, then in the order in which they reacted; at most
    /// `nameLimit`.
    package var names: [String]
    package var isOwn: Bool

    package init(emoji: String, count: Int, names: [String], isOwn: Bool) {
      self.emoji = emoji
      self.count = count
      self.names = names
      self.isOwn = isOwn
    }
  }

  /// Source: a record holds at most 1 MB; a message that long belongs into a file.
  package static let textLimitBytes = 64 * 1024
  /// More answers are not counted, so that nobody can make a chat slow with answers to one message.
  package static let answerCountLimit = 1000

  package var cursor: MessageCursor { MessageCursor(timestamp: timestamp, recordName: recordName) }

  /// The name of the account that had written the message, as the archive says from which the sender has imported it;
  /// nil for all other messages.
  package var archivedSender: String? {
    guard let origin, origin.unheaded(text) != nil else { return nil }
    return origin.sender
  }

  /// The text without the heading of a message from an archive.
  package var bareText: String { origin?.unheaded(text) ?? text }
}

/// A place between messages; pages begin and end at one.
package struct MessageCursor: Sendable, Hashable, Comparable {
  package var timestamp: Date
  package var recordName: String

  package init(timestamp: Date, recordName: String) {
    self.timestamp = timestamp
    self.recordName = recordName
  }

  /// Before every message.
  package static let first = MessageCursor(timestamp: .distantPast, recordName: "")

  package static func < (a: MessageCursor, b: MessageCursor) -> Bool {
    (a.timestamp, a.recordName) < (b.timestamp, b.recordName)
  }
}
