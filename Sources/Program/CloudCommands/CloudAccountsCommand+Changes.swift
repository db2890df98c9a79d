import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport
import Foundation
import TerminalUI

/// The account that a command of the administrator changes.
struct ChangedAccount: ParsableArguments {
  @OptionGroup var administration: AdministrationOptions
  @Argument(help: "The name of the account.") var name: String

  /// Makes the change, and says it; with --json the account as it is then.
  func make(_ change: AccountChange, saying words: (AccountEntry) -> String) async throws {
    let account = try await administration.ask { try await $0.change(account: name, change) }
    try report(account, saying: words(account))
  }

  func report(_ account: AccountEntry, saying words: String) throws {
    if administration.options.json { return try Output.json(AccountUseJSON(account)) }
    try Output.line(Output.harmless(words))
  }
}

struct AccountsDisableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "disable", abstract: "Let nobody use an account any more.",
    discussion: """
      Its sessions end at once, and nobody can sign in to it. Its chats and memberships stay; ‘enable’ lets the person \
      sign in again.
      """)

  @OptionGroup var account: ChangedAccount

  func run() async throws {
    try await account.make(AccountChange(isDisabled: true)) { entry in
      let way = account.administration.command("accounts enable \(entry.name)")
      return "\(entry.name) is disabled. ‘\(way)’ undoes it."
    }
  }
}

struct AccountsEnableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enable", abstract: "Let the person of a disabled account sign in again.")

  @OptionGroup var account: ChangedAccount

  func run() async throws {
    try await account.make(AccountChange(isDisabled: false)) { "\($0.name) can sign in again." }
  }
}

struct AccountsEndSessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "end-sessions", abstract: "Sign an account out on all devices.",
    discussion: """
      What a device has not sent stays there until its person signs in again. Open links that sign in \
      to the account, such as that of ‘reset’, are taken back.
      """)

  @OptionGroup var account: ChangedAccount

  func run() async throws {
    let name = account.name
    let (entry, links) = try await account.administration.ask { administration in
      let open = try await administration.codes().filter { $0.state == .open }
      let entry = try await administration.change(account: name, AccountChange(endsSessions: true))
      let over = Set(try await administration.codes().filter { $0.state == .revoked }.map(\.id))
      return (entry, open.count { over.contains($0.id) })
    }
    let more =
      links == 0
      ? ""
      : " \(DisplayText.count(links, "open link")) of \(entry.name) \(links == 1 ? "was" : "were") taken back."
    try account.report(entry, saying: "\(entry.name) is signed out everywhere.\(more)")
  }
}

struct AccountsCloseLinksCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "close-links", abstract: "Close the open links of an account's chats.",
    discussion: """
      Only people who are invited by name can join then. Whoever has joined through a link leaves with it, as if the \
      owner had closed it.
      """)

  @OptionGroup var account: ChangedAccount

  func run() async throws {
    try await account.make(AccountChange(closesLinks: true)) {
      "The open links of \($0.name) are closed."
    }
  }
}

struct AccountsDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete an account with its chats.",
    discussion: """
      The chats that it owns end for everybody in them. What it has written in chats of others stays there. Nobody else \
      ever gets its name. This cannot be undone; a backup has it.
      """)

  struct Report: Encodable {
    var name: String
    var endedZones: Int
    var leftZones: Int
  }

  @OptionGroup var account: ChangedAccount

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Confirm it by the name; without a terminal nobody is asked.", valueName: "name"))
  var yes: String?

  func run() async throws {
    let administration = account.administration
    try TypedName.confirm(account.name, given: yes, to: "delete the account")
    let gone = try await administration.ask { try await $0.delete(account: account.name) }
    if administration.options.json {
      return try Output.json(
        Report(name: account.name, endedZones: gone.endedZones, leftZones: gone.leftZones))
    }
    try Output.line(
      "\(account.name) is deleted. \(gone.endedZones) of its zones have ended, and it has left \(gone.leftZones)."
    )
  }
}

struct CloudLogCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what administrators changed and revealed.")

  /// An entry as `--json` prints it.
  struct Deed: Encodable {
    var id: Int64
    var at: Date
    var action: String
    var subject: String

    init(_ entry: AdministrationEntry) {
      id = entry.id
      at = Date(millisecondsSince1970: entry.at)
      action = entry.action
      subject = entry.subject
    }
  }

  @OptionGroup var administration: AdministrationOptions

  @Option(name: .long, help: "Only what came after the entry with this number.")
  var after: Int64?

  func run() async throws {
    let entries = try await administration.ask { administration in
      var page = try await administration.administrationLog(after: after)
      var entries = page.entries
      while let next = page.next {
        page = try await administration.administrationLog(after: next)
        entries += page.entries
      }
      return entries
    }
    if administration.options.json {
      for entry in entries { try Output.json(Deed(entry)) }
      return
    }
    if entries.isEmpty {
      return Output.note("No administrator has changed an account or revealed a text yet.")
    }
    try TextTable(
      ["number", "time", "action", "subject"],
      entries.map { entry in
        [
          String(entry.id), Output.time(Date(millisecondsSince1970: entry.at), to: .seconds),
          entry.action, entry.subject,
        ]
      }
    ).write()
  }
}
