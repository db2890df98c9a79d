import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport
import Foundation

struct CloudAccountsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts",
    abstract: "List and make accounts, sign them in, disable and delete them.",
    discussion: """
      For administrators, and for tests: an account needs no passphrase, and takes a millisecond. ‘cloud log’ shows who \
      was changed here.

      EXAMPLES
        zonechat cloud accounts create alice --container iCloud.net.zonechat
        zonechat cloud accounts token alice
        zonechat cloud accounts disable mallory
      """,
    subcommands: [
      AccountsListCommand.self, AccountsCreateCommand.self, AccountsTokenCommand.self,
      AccountsResetCommand.self,
      AccountsDisableCommand.self, AccountsEnableCommand.self, AccountsEndSessionsCommand.self,
      AccountsCloseLinksCommand.self, AccountsDeleteCommand.self,
    ], defaultSubcommand: AccountsListCommand.self)
}

struct AccountsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accounts, with what they use.",
    discussion: """
      The last use is that of a session; who is signed in nowhere has none. The quota is that of one container.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Flag(name: .long, help: "List deleted accounts too, whose names nobody else gets.")
  var all = false

  func run() async throws {
    let found = try await administration.askStarted { administration in
      var page = try await administration.accounts()
      var accounts = page.accounts
      while let next = page.next {
        page = try await administration.accounts(after: next)
        accounts += page.accounts
      }
      return accounts
    }
    let accounts = all ? found : found.filter { $0.state != .deleted }
    if administration.options.json {
      for account in accounts { try Output.json(AccountUseJSON(account)) }
      return
    }
    if accounts.isEmpty { return Output.note("There are no accounts.") }
    try TextTable(
      ["name", "state", "lastUse", "used", "quota", "zones", "sessions", "made", "userRecordName"],
      accounts.map { account in
        [
          account.name, account.state.rawValue, account.lastUsedAt.map(Self.time) ?? "never",
          ByteWords.text(account.bytes), account.quotaBytes.map(ByteWords.text) ?? "none",
          String(account.zones), String(account.sessions),
          account.createdAt == 0 ? "" : Self.time(account.createdAt), account.userRecordName,
        ]
      }
    ).write()
  }

  private static func time(_ milliseconds: Int64) -> String {
    Output.time(Date(millisecondsSince1970: milliseconds))
  }
}

/// An account with what it uses, as `--json` prints it.
struct AccountUseJSON: Encodable {
  var name: String
  var userRecordName: String
  var state: AccountState
  /// Nil if it was not noted yet.
  var createdAt: Date?
  var lastUsedAt: Date?
  var bytes: Int64
  var quotaBytes: Int64?
  var zones: Int
  var sessions: Int

  init(_ entry: AccountEntry) {
    name = entry.name
    userRecordName = entry.userRecordName
    state = entry.state
    createdAt = entry.createdAt == 0 ? nil : Date(millisecondsSince1970: entry.createdAt)
    lastUsedAt = entry.lastUsedAt.map(Date.init(millisecondsSince1970:))
    bytes = entry.bytes
    quotaBytes = entry.quotaBytes
    zones = entry.zones
    sessions = entry.sessions
  }
}

struct AccountsCreateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create", abstract: "Make an account, and print its keys.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: KeysPlace
  @Argument(help: "The name of the account.") var name: String

  func run() async throws {
    let made = try await administration.askStarted {
      try await $0.createAccount(
        named: name, container: place.container, environment: place.environment)
    }
    if administration.options.json { return try Output.json(made) }
    try Output.line(
      """
      account         \(made.name)
      user record     \(made.userRecordName)
      container       \(made.containerIdentifier), \(made.environment)
      API token       \(made.apiToken)
      web auth token  \(made.webAuthToken)
      """)
  }
}

struct AccountsTokenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Sign an account in, and print its web auth token.",
    discussion:
      "No passphrase is asked for. The token is shown only once; --json also prints the API token.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var place: KeysPlace
  @Argument(help: "The name of the account.") var name: String

  func run() async throws {
    let made = try await administration.askStarted {
      try await $0.signIn(
        name: name, container: place.container, environment: place.environment)
    }
    if administration.options.json { return try Output.json(made) }
    try Output.line(made.webAuthToken)
  }
}

/// The container and the environment in which the keys of an account are valid.
struct KeysPlace: ParsableArguments {
  @Option(help: "The container of the keys; the default is ZoneChat's own.") var container: String?
  @OptionGroup var options: EnvironmentOption

  var environment: CloudEnvironment { options.environment }
}
