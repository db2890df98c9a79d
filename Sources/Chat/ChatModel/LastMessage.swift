/// The meaning of the word `last` where a command takes a message.
///
/// It never means a removed message.
package enum LastMessage: Sendable, Equatable {
  /// The newest message of the chat.
  case any
  /// The newest of the account's own messages.
  case own
  /// The newest message that has a file.
  case withFile
}
