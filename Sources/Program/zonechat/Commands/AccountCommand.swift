import ArgumentParser
import ChatCore
import ChatModel
import ChatStore
import CloudClient
import CloudModel
import CloudSync
import CommandSupport
import Foundation

struct AccountCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "account",
    abstract: "Create and delete an account, sign in and out, and show who is signed in.",
    subcommands: [
      AccountCreateCommand.self, AccountSignInCommand.self, AccountSignOutCommand.self,
      AccountStatusCommand.self, AccountKeysCommand.self, AccountSessionsCommand.self,
      AccountPassphraseCommand.self,
      AccountLinkDeviceCommand.self, AccountInvitationsCommand.self, AccountMoveCommand.self,
      AccountDeleteCommand.self,
    ])
}

extension ConnectionStatus.Trouble.Subject {
  /// The name of the subject in the command's output.
  fileprivate func name(among chats: [ChatSummary]) -> String {
    switch self {
    case .chat(let id): "news of ‘\(chats.first { $0.id == id }?.name ?? "a chat")’"
    case .chats(let ownOnes): ownOnes ? "news of your own chats" : "news of others' chats"
    case .invitations: "invitations"
    }
  }
}

struct AccountCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Create an account in the cloud, and sign in to it.",
    discussion: PassphraseOptions.discussion)

  @OptionGroup var options: GlobalOptions

  @OptionGroup var passphrase: PassphraseOptions

  @Option(
    help: ArgumentHelp(
      "Make the account on the server of this link, which can carry an invitation.",
      valueName: "link"))
  var invitation: String?

  @Argument(help: "The account's name, not in use yet: 1 to 32 letters, digits, - _ and .")
  var name: String

  func run() async throws {
    let server = try await FoundServer.ask(ifGiven: invitation, options)
    if let server {
      switch server.entry {
      case .signUpOrSignIn: break
      case .signInOnly(let reason): throw Failure(reason)
      case .newPassphrase(let account), .device(let account):
        throw Failure(
          "This link is for the account ‘\(account)’, which exists. Use ‘zonechat account sign-in \(account) --link LINK’.",
          code: .usage)
      }
    }
    let signIn = try await SignUp(
      options: options, server: server, passphraseFile: passphrase.file,
      allowsPlainHTTP: passphrase.insecure
    ).create(name: name)
    try signIn.report(options)
  }
}

struct AccountStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show who is signed in, and whether the cloud can be reached.",
    discussion: """
      Also shows how much of the account's storage is used, and by which chats. What members write in a chat counts \
      against the storage of its owner. If the clocks of a server with TLS and of this machine differ, it says by how \
      much, and what to do.
      """)

  struct Status: Encodable {
    var name: String
    var userRecordName: String
    var profile: String
    var cloud: String
    /// Whether the cloud has answered.
    var isReachable: Bool
    /// The reason why the cloud cannot be used; nil where it can.
    var trouble: String?
    /// The clocks of the server and of this machine; nil where they agree, or the server shows no time.
    var clock: String?
    var queued: Int
    var failed: Int
    /// The reason why the cloud does not take changes although it can be reached; nil where it takes them.
    var waiting: String?
    /// The fetches that the cloud refuses although it can be reached, with reasons.
    var refused: [String: String] = [:]
    /// Nil where the cloud did not say.
    var storage: Storage?

    struct Storage: Encodable {
      var usedBytes: Int64
      /// Nil for an account without a quota.
      var quotaBytes: Int64?
      /// Those that take most, largest first.
      var chats: [Chat]
    }

    struct Chat: Encodable {
      /// Nil for what is no chat here: the settings, and data of other programs.
      var name: String?
      var zoneName: String
      var bytes: Int64
      /// The writers, by account name; only of the largest chats, and only once half of the storage is used.
      var writers: [Writer]?
    }

    struct Writer: Encodable {
      var name: String
      var bytes: Int64
    }
  }

  /// The largest number of chats that are shown.
  private static let mostChats = 5

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    try await Session.with(options) { session in
      let trouble: String?
      do {
        trouble = try await session.syncOnce(limit: .seconds(3)).obstacle
      } catch let error as ChatError where error.isStorageTrouble {
        trouble = "not asked: \(error)"
      }
      let counts = try await session.repository.currentConnectionStatus()
      var status = Status(
        name: session.credentials.name, userRecordName: session.credentials.userRecordName,
        profile: session.profile.name, cloud: session.cloudDescription,
        isReachable: trouble == nil, queued: counts.queuedCount,
        failed: counts.failedCount)
      status.trouble = trouble
      let chats = try await session.repository.currentChatSummaries()
      for trouble in counts.troubles {
        status.refused[trouble.subject.name(among: chats)] = trouble.reason
      }
      if trouble == nil {
        // What the cloud refuses to tell is listed with its own reasons.
        if counts.troubles.isEmpty { status.waiting = counts.sync.reason }
        status.clock = await session.clockTrouble()
        status.storage = await Self.storage(session, chats)
      }
      if options.json {
        try Output.json(status)
      } else {
        try Output.line(
          """
          account  \(status.name)
          user     \(status.userRecordName)
          profile  \(status.profile)
          cloud    \(status.cloud), \(status.trouble.map(Output.addressed) ?? "reachable")
          outbox   \(status.queued) queued, \(status.failed) failed
          """)
        if let waiting = status.waiting {
          try Output.line("waiting  \(Output.harmless(waiting))")
        }
        if let clock = status.clock { try Output.line("clock    \(clock)") }
        for (subject, reason) in status.refused.sorted(by: { $0.key < $1.key }) {
          try Output.line("missing  \(Output.harmless(subject)): \(Output.harmless(reason))")
        }
        if let storage = status.storage { try Self.show(storage) }
      }
    }
  }

  /// The cloud's report of the account's storage; nil if the cloud does not report it, or cannot be asked.
  private static func storage(_ session: Session, _ chats: [ChatSummary]) async -> Status.Storage? {
    // An older cloud cannot say it, and why a cloud cannot be asked is shown already.
    guard let use = try? await session.container.storage(inZone: nil) else { return nil }
    let own = Dictionary(chats.filter(\.isOwn).map { ($0.zoneName, $0.name) }) { first, _ in first }
    var storage = Status.Storage(
      usedBytes: use.usedBytes, quotaBytes: use.quotaBytes,
      chats: use.zones.prefix(mostChats).map {
        .init(name: own[$0.zoneName], zoneName: $0.zoneName, bytes: $0.bytes)
      })
    if storage.isHalfFull, let largest = storage.chats.first {
      // The rest is worth showing without it.
      let zone = try? await session.container.storage(inZone: largest.zoneName).zones.first
      storage.chats[0].writers = zone?.writers?.prefix(mostChats).map {
        .init(name: $0.accountName ?? $0.userRecordName, bytes: $0.bytes)
      }
    }
    return storage
  }

  private static func show(_ storage: Status.Storage) throws {
    let quota = storage.quotaBytes.map { " of \(ByteWords.text($0))" } ?? ""
    try Output.line("storage  \(ByteWords.text(storage.usedBytes))\(quota) used")
    for chat in storage.chats {
      let name = chat.name.map { "‘\($0)’" } ?? chat.zoneName
      let writers = chat.writers.map { writers in
        ": " + writers.map { "\($0.name) \(ByteWords.text($0.bytes))" }.joined(separator: ", ")
      }
      try Output.line(
        "         \(ByteWords.text(chat.bytes)) in \(Output.harmless(name + (writers ?? "")))")
    }
  }
}

extension AccountStatusCommand.Status.Storage {
  fileprivate var isHalfFull: Bool {
    quotaBytes.map { Double(usedBytes) >= 0.5 * Double($0) } ?? false
  }
}
