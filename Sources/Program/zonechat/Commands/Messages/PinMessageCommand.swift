import ArgumentParser
import ChatCore
import ChatModel
import CommandSupport
import Foundation

struct PinMessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin-message", abstract: "Pin a message, for everyone in its chat.")

  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.with(last: .any) { session, id, found in
      try await session.withFreshRights {
        try await session.repository.setPinned(true, message: id)
      }
      try await session.finish(
        try await session.done("pin-message", id, in: found), of: found.id, [.mark(.pin)],
        json: target.options.json,
        words: "Pinned the message.", later: "Others see the pin later.")
    }
  }
}

struct UnpinMessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin-message", abstract: "Take the pin of a message back, for everyone.")

  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.with(last: .any) { session, id, found in
      try await session.withFreshRights {
        try await session.repository.setPinned(false, message: id)
      }
      try await session.finish(
        try await session.done("unpin-message", id, in: found), of: found.id, [.mark(.pin)],
        json: target.options.json,
        words: "The message is not pinned any more.", later: "Others see the pin until then.")
    }
  }
}

struct PinnedCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pinned", abstract: "Print the pinned messages of a chat, the newest pin first.")

  @OptionGroup var freshness: FreshnessOptions
  @OptionGroup var target: ChatArgument

  @Flag(name: .long, help: "Print each message's id before it.")
  var ids = false

  func run() async throws {
    try await Session.with(target.options) { session in
      try await freshness.refresh(session, target.options)
      let found = try await session.repository.chat(matching: target.chat)
      let pins = try await session.repository.currentPinnedMessages(in: found.id)
      let printer = MessagePrinter(json: target.options.json, namesMessages: ids)
      if pins.isEmpty, !target.options.json { Output.note("No message is pinned.") }
      for pin in pins {
        if target.options.json {
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
