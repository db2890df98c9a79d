import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport

struct CloudAccountsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "accounts", abstract: "List and make accounts, and sign them in.",
    discussion: """
      For administrators, and for tests: an account needs no passphrase, and takes a millisecond.

      EXAMPLES
        zonechat cloud accounts create alice --container iCloud.net.zonechat
        zonechat cloud accounts token alice
      """,
    subcommands: [
      AccountsListCommand.self, AccountsCreateCommand.self, AccountsTokenCommand.self,
      AccountsResetCommand.self,
    ], defaultSubcommand: AccountsListCommand.self)
}

struct AccountsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the accounts.")

  @OptionGroup var administration: AdministrationOptions

  func run() async throws {
    let found = try await administration.askStarted { administration in
      var found = try await administration.inspect(.accounts, options: [])
      while let next = found.next {
        let page = try await administration.inspect(.accounts, options: [("after", next)])
        found.rows += page.rows
        found.next = page.next
      }
      return found
    }
    if administration.options.json {
      for row in found.rows { try Output.json(row) }
      return
    }
    if found.rows.isEmpty { return Output.note("There are no accounts.") }
    try InspectionWords.table(found).write()
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
