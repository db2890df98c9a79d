import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CommandSupport

struct ReactCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(.react)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: MessageArgument

  @Argument(help: "The emoji, one only.")
  var emoji: String

  @Flag(name: .long, help: "Remove your reaction.")
  var remove = false

  func run() async throws {
    try await target.with(options, last: .any) { session, id, found in
      try await session.withFreshRights {
        try await session.repository.react(emoji, to: id, isRemoved: remove)
      }
      try await session.report(
        on: id, in: found, json: options.json,
        words: remove ? "Took \(emoji) back." : "Reacted with \(emoji).")
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
