import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudClient
import CommandSupport
import Foundation

/// A command that changes what the account's devices know of a chat, for this account alone.
protocol ChatSettingsCommand: AsyncParsableCommand {
  var options: GlobalOptions { get }
  var target: ChatArgument { get }

  /// Makes the change, and returns it in words.
  func change(_ chat: ChatSummary, in repository: ChatRepository) async throws -> String
}

extension ChatSettingsCommand {
  func run() async throws {
    try await target.with(options) { session, found in
      let words = try await change(found, in: session.repository)
      try await session.finish(
        DoneJSON(action: Self._commandName, chat: found.zoneName), of: found.id, [],
        json: options.json, words: words, later: "Your other devices learn it later.")
    }
  }
}

struct PinCommand: ChatSettingsCommand {
  static let configuration = CommandConfiguration(.pin)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func change(_ chat: ChatSummary, in repository: ChatRepository) async throws -> String {
    try await repository.setPinned(true, of: chat.id)
    return "Pinned \(chat.quotedName)."
  }
}

struct UnpinCommand: ChatSettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "unpin", abstract: "Let a pinned chat stand among the others again.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func change(_ chat: ChatSummary, in repository: ChatRepository) async throws -> String {
    try await repository.setPinned(false, of: chat.id)
    return "\(chat.quotedName) is not pinned any more."
  }
}

struct ArchiveCommand: ChatSettingsCommand {
  static let configuration = CommandConfiguration(
    .archive,
    discussion: "A chat that is muted comes back only with a message that mentions you.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func change(_ chat: ChatSummary, in repository: ChatRepository) async throws -> String {
    try await repository.setArchived(true, of: chat.id)
    return "Archived \(chat.quotedName)."
  }
}

struct UnarchiveCommand: ChatSettingsCommand {
  static let configuration = CommandConfiguration(
    commandName: "unarchive", abstract: "Take a chat out of the archive.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func change(_ chat: ChatSummary, in repository: ChatRepository) async throws -> String {
    try await repository.setArchived(false, of: chat.id)
    return "\(chat.quotedName) is out of the archive."
  }
}

struct NotifyCommand: ChatSettingsCommand {
  static let configuration = CommandConfiguration(.notify)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Argument(help: "all messages, only those that mention you (mentions), or none.")
  var messages: ChatNotifications

  func change(_ chat: ChatSummary, in repository: ChatRepository) async throws -> String {
    try await repository.setNotifications(messages, of: chat.id)
    var changed = chat.unmuted
    changed.chosenNotifications = messages
    return changed.notificationSentence
  }
}

struct MuteCommand: ChatSettingsCommand {
  static let configuration = CommandConfiguration(
    .mute,
    discussion: """
      The mute ends by itself, on all devices of the account; then the chat notifies you as before. ‘zonechat notify \
      CHAT none’ silences a chat for good.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Option(
    name: [.customLong("for"), .customLong("until")],
    help: ArgumentHelp("The time: \(MuteSpan.forms); without it, an hour.", valueName: "time"))
  var time: String?

  @Flag(name: .long, help: "End the mute now.")
  var off = false

  func validate() throws {
    if off, time != nil { throw ValidationError("--off takes no time.") }
    if let time, MuteSpan(time) == nil {
      throw ValidationError("The time must be \(MuteSpan.forms).")
    }
  }

  func change(_ chat: ChatSummary, in repository: ChatRepository) async throws -> String {
    if off {
      try await repository.mute(until: nil, chat.id)
      return chat.unmuted.notificationSentence
    }
    let now = Live.now()
    let words = TimeText(environment: Live.environment)
    let end = (time.flatMap { MuteSpan($0) } ?? .standard).end(from: now, words)
    try await repository.mute(until: end, chat.id)
    return words.sentence(aboutMuteOf: chat.quotedName, until: end, now: now)
  }
}

extension ChatSummary {
  /// Of which messages the person is told, as a sentence.
  fileprivate var notificationSentence: String {
    let settings = SettingsFile(Paths(environment: Live.environment).settings).news().usable
    return NotificationRule(of: self, level: settings.notifications.level)
      .sentence(about: quotedName)
  }
}

extension ChatNotifications: ExpressibleByArgument {}
