import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudClient
import CloudModel
import CloudSync
import CommandSupport

extension SettingsFile {
  /// Whether the person's settings make new chats sealed.
  static var sealsNewChats: Bool {
    SettingsFile(Paths(environment: Live.environment).settings).news().usable.chats.sealed
  }
}

struct NewCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(
    .new,
    discussion: """
      This prints the chat's id. A chat without a title has the name of the other person in it, on each side; with \
      more people it has their names:

        zonechat invite "$(zonechat new)" bob

      A sealed chat is read by its members only, and not by who runs the cloud (docs/sealed-chats.md). Its members need \
      keys: ‘zonechat account keys make’. A chat never changes its kind. New chats are plain, unless your settings say \
      otherwise.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The chat's title; without it, the chat has the names of the others in it.")
  var title = ""

  @Flag var kind: Kind?

  enum Kind: EnumerableFlag {
    case sealed
    case plain

    static func help(for kind: Kind) -> ArgumentHelp? {
      switch kind {
      case .sealed: "Make a sealed chat, which the cloud cannot read."
      case .plain: "Make a plain chat, whatever your settings say."
      }
    }
  }

  func run() async throws {
    let isSealed = kind.map { $0 == .sealed } ?? SettingsFile.sealsNewChats
    try await Session.with(options) { session in
      let id = try await session.repository.createChat(title: title, isSealed: isSealed)
      let status = try await session.syncAfterWriting()
      let chats = try await session.repository.currentChatSummaries()
      guard let chat = chats.first(where: { $0.id == id }) else {
        throw Failure("The chat has disappeared. ‘zonechat chats’ lists the chats.")
      }
      if options.json { try Output.json(ChatJSON(chat)) } else { try Output.line(chat.zoneName) }
      let waiting = try await session.repository.outbox(of: id)
      let refused = waiting.lazy.compactMap { item in
        if case .failed(let reason) = item.state { reason } else { nil }
      }.first
      if let refused {
        throw Failure("The cloud does not accept the chat, which stays here: \(refused)")
      }
      if let reason = waiting.isEmpty ? status.obstacle : status.reason {
        Output.note("Not sent yet: \(reason). The chat is kept, and created in the cloud later.")
      }
    }
  }
}

struct RenameCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(.rename)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Argument(help: "The chat's new title; an empty one takes the title away.")
  var title: String

  func run() async throws {
    try await target.with(options) { session, found in
      try await session.withFreshRights {
        try await session.repository.rename(found.id, to: title)
      }
      try await session.finish(
        DoneJSON(action: "rename", chat: found.zoneName), of: found.id, [.title],
        json: options.json,
        words: ChatTitle.isVisible(title)
          ? "Renamed \(found.quotedName) to ‘\(title)’."
          : "Took away the title of \(found.quotedName).",
        later: "Others see it later.")
    }
  }
}
