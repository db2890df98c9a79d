import ArgumentParser
import ChatCore
import ChatModel

struct ReactCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "react", abstract: "Put an emoji at a message, or take yours away.")

  @OptionGroup var target: MessageArgument

  @Argument(help: "One emoji.")
  var emoji: String

  @Flag(name: .long, help: "Take it away again.")
  var remove = false

  func run() async throws {
    try await target.with { session, id, found in
      try await session.repository.react(emoji, to: id, isRemoved: remove)
      try await session.report(on: id, in: found, json: target.options.json)
      let message = try await session.repository.message(id)
      let isThere = message.reactions.contains { $0.isOwn && $0.emoji == emoji }
      guard remove || isThere || message.moreReactions > 0 else {
        throw Failure(
          "The reaction was not saved: you may not write, or another record has taken its place. "
            + "‘zonechat events’ shows the reason. Choose another emoji.")
      }
    }
  }
}
