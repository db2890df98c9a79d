/// Consecutive messages of a chat, for a screen, and what lies around them.
package struct MessageWindow: Sendable, Equatable {
  /// The place of the messages to show, and the range of them that counts as unread.
  package struct Request: Sendable, Hashable {
    package var place: Place
    /// Nil if no line stands above unread messages.
    package var unread: UnreadRange?
    /// The message up to which messages do not count as unseen, whatever the replica says; nil for none.
    package var known: MessageID?
    /// The parts of the chat in which messages of blocked people are not folded.
    package var unfolded: [ClosedRange<MessageCursor>]

    package init(
      place: Place, unread: UnreadRange?, known: MessageID? = nil,
      unfolded: [ClosedRange<MessageCursor>] = []
    ) {
      self.place = place
      self.unread = unread
      self.known = known
      self.unfolded = unfolded
    }
  }

  package enum Place: Sendable, Hashable {
    /// The newest messages of the chat, `pageSize` at most.
    case newest
    /// At most `pageSize` messages before a place, and as many from it on.
    case around(MessageCursor)
  }

  /// The messages of others that arrived in some time, by the numbers of arrival.
  package struct UnreadRange: Sendable, Hashable {
    /// The last message that does not belong to it; nil if no message was ever seen.
    package var after: MessageID?
    /// The last message that does; nil for all that have arrived and will.
    package var through: MessageID?

    package init(after: MessageID?, through: MessageID? = nil) {
      self.after = after
      self.through = through
    }
  }

  /// Unread messages of the chat, wherever they are.
  package struct Unread: Sendable, Equatable {
    /// The first one, in the order of the chat.
    package var first: MessageCursor
    /// Counted up to `ChatSummary.unreadCountLimit`.
    package var count: Int

    package init(first: MessageCursor, count: Int) {
      self.first = first
      self.count = count
    }
  }

  package static let pageSize = 200

  /// Oldest first; messages of blocked people that follow one another are one (`Message.fold`).
  package var messages: [Message]
  /// The events besides the messages in their time, oldest first; up to now if the window leaves out no newer message.
  package var events: [ChatEvent] = []
  /// Whether this device has no messages older than these.
  package var isAtBeginning: Bool
  /// The messages that are newer than these; counted up to `ChatSummary.unreadCountLimit`.
  package var newerCount: Int
  /// The unread messages that were asked for; nil if there are none.
  package var unread: Unread?
  /// The messages of others that arrived after `seenThrough` and the `known` of the request; nil if there are none.
  package var unseen: Unread?
  /// The message that arrived last in the chat; nil if it has none.
  package var newestArrival: MessageID?
  /// The message up to which the account has seen what arrived, on any of its devices; nil for none.
  ///
  /// Until the end of a chat's first fetch everything counts as seen; then what is unread arrives.
  package var seenThrough: MessageID?
  /// The messages of the chat that are pinned for everyone.
  package var pinnedCount = 0

  package init(
    messages: [Message], isAtBeginning: Bool, newerCount: Int = 0, unread: Unread? = nil,
    unseen: Unread? = nil, newestArrival: MessageID? = nil, seenThrough: MessageID? = nil
  ) {
    self.messages = messages
    self.isAtBeginning = isAtBeginning
    self.newerCount = newerCount
    self.unread = unread
    self.unseen = unseen
    self.newestArrival = newestArrival
    self.seenThrough = seenThrough
  }
}
