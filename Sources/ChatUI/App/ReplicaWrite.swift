package import ChatModel

/// A change of the local replica.
package enum ReplicaWrite: Sendable, Equatable {
  case createChat(title: String)
  case rename(ChatID, title: String)
  case setPinned(Bool, ChatID)
  case setArchived(Bool, ChatID)
  case setNotifications(ChatNotifications, ChatID)
  case leave(ChatID)
  /// An own chat, for everyone.
  case deleteChat(ChatID)
  /// An own chat that was deleted elsewhere is uploaded from the local copy.
  case uploadAgain(ChatID)
  /// A message, which answers the one with a record name.
  case send(String, to: ChatID, replyingTo: String?)
  /// An own message gets another text.
  case edit(MessageID, String, in: ChatID)
  /// An own message is taken back, for everyone.
  case delete(MessageID)
  case react(String, MessageID, isRemoved: Bool)
  case markUnread(ChatID, from: MessageID)
  /// The file at a path.
  case attach(path: String, to: ChatID, replyingTo: String?)
  /// A message's file, into a folder; fetched first where it is not here.
  case retry(MessageID)
  /// The text goes back to the composer of the chat.
  case drop(MessageID, in: ChatID)
  /// What failed is queued again.
  case retryItems([OutboxItem])
  /// Unsent messages, or unsent changes of messages; their texts are gone.
  case discard([MessageID])
  case saveDraft(Draft, in: ChatID)
  case markSeen(ChatID, through: MessageID)
  /// Older messages are fetched from the cloud, if it has any.
  case requestOlder(ChatID)
}
