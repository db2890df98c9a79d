import ArgumentParser
import ChatCore
import Composition

struct EditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit", abstract: "Change the text of one of your messages, for everyone.")

  @OptionGroup var target: MessageArgument

  @Argument(help: "The message's new text.")
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
    commandName: "unsend", abstract: "Remove one of your messages, for everyone.",
    discussion:
      "Others see ‘(removed)’ in its place. A message that the cloud never had leaves no trace.")

  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.with { session, id, _ in
      try await session.repository.delete(id)
      try await session.noteIfOffline("Others see the message until then.")
    }
  }
}
