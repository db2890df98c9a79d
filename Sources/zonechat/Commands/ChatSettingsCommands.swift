import ArgumentParser
import ChatCore
import ChatModel
import Composition

struct PinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pin", abstract: "Put a chat before all that are not pinned, on all your devices.")

  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.setPinned(true, of: found.id)
      try await session.noteSettings()
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
      try await session.noteSettings()
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
      try await session.noteSettings()
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
      try await session.noteSettings()
    }
  }
}

struct NotifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Set of which messages of a chat you want to be told.")

  @OptionGroup var target: ChatArgument

  @Argument(help: "all messages, only those that mention you (mentions), or none.")
  var messages: ChatNotifications

  func run() async throws {
    try await target.with { session, found in
      try await session.repository.setNotifications(messages, of: found.id)
      try await session.noteSettings()
    }
  }
}

extension ChatNotifications: ExpressibleByArgument {}

extension Session {
  /// Sends the settings, or says that they wait.
  fileprivate func noteSettings() async throws {
    try await noteIfOffline("Your other devices learn it later.")
  }
}
