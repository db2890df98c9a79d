package import ChatModel

/// A slash command of the person's own, `[commands]` in the settings, that is to be run.
///
/// Only Enter on what the person has typed runs one. No shell reads its words.
package struct OwnCommand: Sendable, Equatable {
  /// Without the slash.
  package var name: String
  /// The program, its arguments, and what was typed behind the name as the last one, if anything was.
  package var words: [String]
  /// The text of the message that is being answered, for standard input; else empty.
  package var input: String
  /// The chat into whose text the output goes.
  package var chat: ChatID?
}
