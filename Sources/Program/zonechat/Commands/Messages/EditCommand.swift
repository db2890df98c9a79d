import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CommandSupport

struct EditCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(.edit)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: MessageArgument

  @Argument(help: "The message's new text.")
  var text: String

  func run() async throws {
    try await target.with(options, last: .own) { session, id, found in
      try await session.withFreshRights { try await session.repository.edit(id, to: text) }
      try await session.report(
        on: id, in: found, json: options.json, words: "Changed the message.")
    }
  }
}

struct UnsendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .unsend,
    discussion:
      """
      Others see ‘(removed)’ in its place. A message that the cloud never had leaves no trace. \
      ‘last’ is the newest of your messages that is not removed, so a second ‘unsend CHAT last’ \
      removes the message before it.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.with(options, last: .own) { session, id, found in
      let done = try await session.done("unsend", id, in: found)
      try await session.withFreshRights { try await session.repository.delete(id) }
      try await session.finish(
        done, of: found.id, [.message], json: options.json, words: "Removed the message.",
        later: "Others see the message until then.")
    }
  }
}
