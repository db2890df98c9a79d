import ArgumentParser
import ChatCore

struct ReactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "react", abstract: "Put an emoji at a message, or take yours away.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: ArgumentHelp("The chat's id, the start of it, or its title.", valueName: "chat"))
  var chat: String

  @Argument(
    help: ArgumentHelp(
      "The message's id, the start or the end of it, or ‘last’.", valueName: "message"))
  var message: String

  @Argument(help: "One emoji.")
  var emoji: String

  @Flag(name: .long, help: "Take it away again.")
  var remove = false

  func run() async throws {
    try await Session.with(options) { session in
      let found = try await session.repository.chat(matching: chat)
      let id = try await session.repository.message(matching: message, in: found.id)
      try await session.repository.react(emoji, to: id, isRemoved: remove)
      try await session.report(on: id, in: found, json: options.json)
    }
  }
}
