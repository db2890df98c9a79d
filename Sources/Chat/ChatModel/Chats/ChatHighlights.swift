package import Foundation

/// What stands out among the messages of a chat: the newest pins, files and web addresses.
///
/// Nothing of it is of a blocked person, except a pinned message, which is shown folded.
package struct ChatHighlights: Sendable, Equatable {
  /// The entries of a part that are read.
  package static let limit = 10
  /// More files are not counted, and in no more messages web addresses are looked for than `linkMessageLimit`, so that
  /// nobody can make a chat slow.
  package static let countLimit = 100
  package static let linkMessageLimit = 20

  package var pins: Part<PinnedMessage>
  /// Messages with a file.
  package var files: Part<Message>
  package var links: Part<Link>

  package init(pins: Part<PinnedMessage>, files: Part<Message>, links: Part<Link>) {
    self.pins = pins
    self.files = files
    self.links = links
  }

  package var isEmpty: Bool { pins.count + files.count + links.count == 0 }

  /// The newest entries of one kind, and how many there are.
  package struct Part<Entry: Sendable & Equatable>: Sendable, Equatable {
    /// The newest first.
    package var newest: [Entry]
    package var count: Int
    /// Whether there may be more than were counted.
    package var hasMore: Bool

    package init(newest: [Entry], count: Int, hasMore: Bool = false) {
      self.newest = newest
      self.count = count
      self.hasMore = hasMore
    }

    /// `12`, or `100+` where more were not counted.
    package var countText: String { hasMore ? "\(count)+" : "\(count)" }
  }

  /// A web address in a message.
  package struct Link: Sendable, Hashable {
    package var message: MessageID
    /// As it stands in the text; not sanitised.
    package var address: String
    package var sentAt: Date

    package init(message: MessageID, address: String, sentAt: Date) {
      self.message = message
      self.address = address
      self.sentAt = sentAt
    }
  }
}
