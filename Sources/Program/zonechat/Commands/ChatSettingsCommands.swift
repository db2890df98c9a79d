import ArgumentParser
import ChatCore
import ChatModel
import CommandSupport

struct PinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Put a chat before all that are not pinned, on all your devices.")

  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.setPinned(true, of: found.id)
      try await session.finishSettings(
        "pin", of: found, json: target.options.json, words: "Pinned \(found.quotedName).")
    }
  }
}

struct UnpinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Let a pinned chat stand among the others again.")

  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.setPinned(false, of: found.id)
      try await session.finishSettings(
        "unpin", of: found, json: target.options.json,
        words: "\(found.quotedName) is not pinned any more.")
    }
  }
}

struct ArchiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "archive", abstract: "Put a chat behind all others until a newer message comes.",
    discussion: "A chat that is muted comes back only with a message that mentions you.")

  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.setArchived(true, of: found.id)
      try await session.finishSettings(
        "archive", of: found, json: target.options.json, words: "Archived \(found.quotedName).")
    }
  }
}

struct UnarchiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unarchive", abstract: "Take a chat out of the archive.")

  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.setArchived(false, of: found.id)
      try await session.finishSettings(
        "unarchive", of: found, json: target.options.json,
        words: "\(found.quotedName) is out of the archive.")
    }
  }
}

struct NotifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Set which messages of a chat notify you.")

  @OptionGroup var target: ChatArgument

  @Argument(help: "all messages, only those that mention you (mentions), or none.")
  var messages: ChatNotifications

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.setNotifications(messages, of: found.id)
      try await session.finishSettings(
        "notify", of: found, json: target.options.json,
        words: "\(messages.sentence) \(found.quotedName).")
    }
  }
}

extension ChatNotifications: ExpressibleByArgument {
  fileprivate var sentence: String {
    switch self {
    case .all: "You are told of all messages in"
    case .mentions: "You are told only of messages that mention you in"
    case .none: "You are told of no messages in"
    }
  }
}

extension Session {
  /// Sends the settings, or says that they wait.
  fileprivate func finishSettings(
    _ action: String, of chat: ChatSummary, json: Bool, words: String
  ) async throws {
    try await finish(
      DoneJSON(action: action, chat: chat.zoneName), of: chat.id, [], json: json, words: words,
      later: "Your other devices learn it later.")
  }
}
