package import ChatModel

/// A change of the local replica.
package enum ReplicaWrite: Sendable, Equatable {
  case createChat(title: String)
  case rename(ChatID, title: String)
  case send(String, to: ChatID)
  /// The file at a path.
  case attach(path: String, to: ChatID)
  /// A message's file, into a folder; fetched first where it is not here.
  case saveFile(MessageID, folder: String)
  case retry(MessageID)
  /// The text goes back to the composer of the chat.
  case drop(MessageID, in: ChatID)
  case saveDraft(String, in: ChatID)
  case markSeen(ChatID, through: MessageID)
  /// Older messages are fetched from the cloud, if it has any.
  case requestOlder(ChatID)
}
