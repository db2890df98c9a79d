package import Foundation

/// A message that stands out in its chat for everyone, and who has pinned it.
package struct PinnedMessage: Sendable, Equatable, Identifiable {
  package var message: Message
  package var pinnedAt: Date
  /// The account that has pinned it; nil where the cloud does not say.
  package var pinnedBy: String?

  package init(message: Message, pinnedAt: Date, pinnedBy: String?) {
    self.message = message
    self.pinnedAt = pinnedAt
    self.pinnedBy = pinnedBy
  }

  package var id: MessageID { message.id }

  /// The pinned messages of a chat that are shown; of more, the newest.
  package static let limit = 100
}
