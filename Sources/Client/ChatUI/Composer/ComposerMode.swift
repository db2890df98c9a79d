package import ChatModel

/// The effect of Enter on the text in the composer.
package enum ComposerMode: Equatable, Sendable {
  /// Sends it as a message.
  case writing
  /// Sends it as the answer to a message.
  case replying(Message.Quote)
  /// Changes a message.
  case editing(Message)
}
