package import Foundation

/// The contents of the outbox of all chats.
package struct OutboxContents: Sendable, Equatable {
  package var items: [OutboxItem]
  /// When the cloud confirmed something the last time; nil where that is not known any more.
  package var lastSent: Date?

  package init(items: [OutboxItem] = [], lastSent: Date? = nil) {
    self.items = items
    self.lastSent = lastSent
  }
}
