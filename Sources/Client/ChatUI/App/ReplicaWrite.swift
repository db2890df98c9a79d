package import ChatModel
package import Foundation

/// Somebody who is to be blocked or unblocked: by the name that was typed, or by the user record name.
package enum BlockSubject: Sendable, Equatable {
  case named(String)
  case user(String)
}

/// A change of the local replica.
package enum ReplicaWrite: Sendable, Equatable {
  case createChat(title: String, isSealed: Bool)
  case rename(ChatID, title: String)
  case setPinned(Bool, ChatID)
  /// A message is pinned for everyone in its chat, or not any more.
  case setMessagePinned(Bool, MessageID)
  case setArchived(Bool, ChatID)
  case setNotifications(ChatNotifications, ChatID)
  /// A chat is muted until a time; nil ends a mute.
  case mute(until: Date?, ChatID)
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
  /// Somebody is blocked, or not any more.
  case block(Bool, BlockSubject)
  /// The number of a member of a sealed chat was compared, or not any more.
  case compare(Bool, user: String, in: ChatID)
  /// The files at some paths, a message for each; the first one has the text, and is the answer.
  case sendFiles([String], saying: String, to: ChatID, replyingTo: String?)
  /// The text and the file of a message.
  case forward(MessageID, to: ChatID)
  case retry(MessageID)
  /// The text goes back to the composer of the chat.
  case drop(MessageID, in: ChatID)
  /// The failed items are queued again.
  case retryItems([OutboxItem])
  /// Unsent messages, or unsent changes of messages; their texts are gone.
  case discard([MessageID])
  case saveDraft(Draft, in: ChatID)
  case markSeen(ChatID, through: MessageID)
  /// A part of what is unread was seen, down to a message.
  case markPartSeen(ChatID, downTo: MessageCursor, through: MessageID)
  case markRead(ChatID)
  case markAllRead
  case restoreUnread([ReadChat])
  /// Older messages are fetched from the cloud, if it has any.
  case requestOlder(ChatID)
}
