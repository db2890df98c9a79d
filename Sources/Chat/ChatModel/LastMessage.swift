/// What the word `last` means where a command takes a message.
///
/// Removed messages are not meant.
package enum LastMessage: Sendable, Equatable {
  /// The newest message of the chat.
  case any
  /// The newest of the account's own messages.
  case own
  /// The newest message that has a file.
  case withFile
}
