import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CommandSupport
import Foundation

struct PinMessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.pinMessage)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.setPinned(
      true, options, Self._commandName, words: "Pinned the message.",
      later: "Others see the pin later.")
  }
}

struct UnpinMessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin-message", abstract: "Take the pin of a message back, for everyone.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.setPinned(
      false, options, Self._commandName, words: "The message is not pinned any more.",
      later: "Others see the pin until then.")
  }
}

extension MessageArgument {
  /// Pins the message for everyone in its chat, or takes the pin back.
  fileprivate func setPinned(
    _ isPinned: Bool, _ options: GlobalOptions, _ action: String, words: String, later: String
  ) async throws {
    try await with(options, last: .any) { session, id, found in
      try await session.withFreshRights {
        try await session.repository.setPinned(isPinned, message: id)
      }
      try await session.finish(
        try await session.done(action, id, in: found), of: found.id, [.mark(.pin)],
        json: options.json, words: words, later: later)
    }
  }
}

struct PinnedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .pinned,
    discussion: "The message that was pinned last comes first.\n\n\(FoldingOptions.discussion)")

  @OptionGroup var freshness: FreshnessOptions
  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument
  @OptionGroup var folding: FoldingOptions

  @Flag(name: .long, help: "Print each message's id before it.")
  var ids = false

  func run() async throws {
    try await Session.with(options) { session in
      try await freshness.refresh(session, options)
      let found = try await session.repository.chat(matching: target.chat)
      let pins = try await session.repository.currentPinnedMessages(in: found.id)
      let printer = MessagePrinter(
        json: options.json, namesMessages: ids, unfolds: folding.unfold)
      if pins.isEmpty, !options.json { Output.note("No message is pinned.") }
      for pin in pins {
        if options.json {
          try Output.json(PinJSON(pin, chat: found.zoneName))
        } else {
          try printer.print(pin.message, chat: found)
        }
      }
    }
  }
}

/// A pinned message as `--json` prints it.
private struct PinJSON: Encodable {
  var message: MessageJSON
  var pinnedAt: Date
  /// The account that has pinned it.
  var pinnedBy: String?

  init(_ pin: PinnedMessage, chat: String) {
    message = MessageJSON(pin.message, chat: chat)
    pinnedAt = pin.pinnedAt
    pinnedBy = pin.pinnedBy
  }
}
