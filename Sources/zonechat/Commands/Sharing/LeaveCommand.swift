import ArgumentParser
import ChatCore
import ChatModel
import Composition

struct LeaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Leave a chat that you do not own; the others keep it.")

  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.leave(found.id)
      try await session.finish(
        DoneJSON(action: "leave", chat: found.zoneName), of: found.id, [.chat, .share],
        json: target.options.json,
        words: "Left \(found.quotedName).", later: "The others see you in the chat until then.")
    }
  }
}

struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete one of your chats, for everyone.")

  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.deleteChat(found.id)
      try await session.finish(
        DoneJSON(action: "delete", chat: found.zoneName), of: found.id, [.chat],
        json: target.options.json,
        words: "Deleted \(found.quotedName) for everyone.",
        later: "The others see the chat until then.")
    }
  }
}
