import ArgumentParser
import ChatCore

struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the text of a message of yours, for everyone.")

  @OptionGroup var target: MessageArgument

  @Argument(help: "The new text.")
  var text: String

  func run() async throws {
    try await target.with { session, id, found in
      try await session.repository.edit(id, to: text)
      try await session.report(on: id, in: found, json: target.options.json)
    }
  }
}

struct UnsendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unsend", abstract: "Take a message of yours back, for everyone.",
    discussion: "A mark stays in its place, unless the cloud has never had it.")

  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.with { session, id, _ in
      try await session.repository.delete(id)
      try await session.noteIfOffline("others see it until you are online")
    }
  }
}
