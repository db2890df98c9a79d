/// A chat that was marked as read as a whole, and what had been seen of it before.
package struct ReadChat: Sendable, Equatable {
  package var chat: ChatID
  /// The messages after this one, by arrival, were unread.
  package var after: MessageID
  /// The last message that is read now.
  package var through: MessageID

  package init(chat: ChatID, after: MessageID, through: MessageID) {
    self.chat = chat
    self.after = after
    self.through = through
  }
}
