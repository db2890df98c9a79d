import ArgumentParser
import ChatCore
import ChatModel
import CommandSupport
import TerminalUI

/// The chat that a command is about.
struct ChatArgument: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The chat's id, the start of it, or its title.", valueName: "chat"),
    completion: Completions.chats)
  var chat: String

  /// Runs `body` with the profile's session and the chat.
  func with(
    _ options: GlobalOptions, _ body: (Session, ChatSummary) async throws -> Void
  ) async throws {
    try await Session.with(options) { session in
      try await body(session, try await session.chat(matching: chat, options))
    }
  }
}

extension ChatSummary {
  /// Its title in quotation marks, for a sentence about it.
  var quotedName: String { name.isEmpty ? "the chat" : "‘\(DisplayText.singleLine(name))’" }
}

/// The message that a command is about, in its chat.
struct MessageArgument: ParsableArguments {
  @OptionGroup var chat: ChatArgument

  @Argument(
    help: ArgumentHelp(
      "The message's id, the start or the end of it, or ‘last’.",
      discussion: "‘last’ is the newest message that the command can be about.",
      valueName: "message"), completion: Completions.messages)
  var message: String

  /// Runs `body` with the profile's session, the message and its chat.
  func with(
    _ options: GlobalOptions, last: LastMessage,
    _ body: (Session, MessageID, ChatSummary) async throws -> Void
  ) async throws {
    try await chat.with(options) { session, found in
      try await body(session, try await id(options, last: last, in: found, session), found)
    }
  }

  /// The message's id in a chat that is found already.
  func id(
    _ options: GlobalOptions, last: LastMessage, in found: ChatSummary, _ session: Session
  ) async throws -> MessageID {
    try await session.finding(options) {
      try await session.message(matching: message, last: last, in: found)
    }
  }
}
