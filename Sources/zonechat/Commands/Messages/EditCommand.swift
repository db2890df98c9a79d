import ArgumentParser
import ChatCore

struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the text of a message of yours, for everyone.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: ArgumentHelp("The chat's id, the start of it, or its title.", valueName: "chat"))
  var chat: String

  @Argument(
    help: ArgumentHelp(
      "The message's id, the start or the end of it, or ‘last’.", valueName: "message"))
  var message: String

  @Argument(help: "The new text.")
  var text: String

  func run() async throws {
    try await Session.with(options) { session in
      let found = try await session.repository.chat(matching: chat)
      let id = try await session.repository.message(matching: message, in: found.id)
      try await session.repository.edit(id, to: text)
      try await session.report(on: id, in: found, json: options.json)
    }
  }
}

struct UnsendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsend", abstract: "Take a message of yours back, for everyone.",
    discussion: "A mark stays in its place, unless the cloud has never had it.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: ArgumentHelp("The chat's id, the start of it, or its title.", valueName: "chat"))
  var chat: String

  @Argument(
    help: ArgumentHelp(
      "The message's id, the start or the end of it, or ‘last’.", valueName: "message"))
  var message: String

  func run() async throws {
    try await Session.with(options) { session in
      let found = try await session.repository.chat(matching: chat)
      let id = try await session.repository.message(matching: message, in: found.id)
      try await session.repository.delete(id)
      try await session.noteIfOffline("others see it until you are online")
    }
  }
}
