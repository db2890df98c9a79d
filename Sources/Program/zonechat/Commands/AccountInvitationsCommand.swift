import ArgumentParser
import CloudClient
import CloudCommands
import CloudModel
import CloudWire
import CommandSupport
import Foundation

struct AccountInvitationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invitations", abstract: "List the links that you have made, and take them back.",
    discussion: """
      These are the links for people without an account (‘zonechat invite CHAT --new-person’) and for other devices of \
      yours (‘account link-device’). The list keeps them for 30 days after their end, and never has the links \
      themselves. Invitations to chats are another thing: ‘zonechat invitations’.

      EXAMPLES
        zonechat account invitations
        zonechat account invitations revoke ab23cd45
      """,
    subcommands: [AccountInvitationsListCommand.self, AccountInvitationsRevokeCommand.self],
    defaultSubcommand: AccountInvitationsListCommand.self)
}

struct AccountInvitationsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the links, with their state and who has used them.")

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    try await Session.with(options) { session in
      try session.ensureCloud()
      let codes = try await session.container.codes()
      if options.json {
        for code in codes { try Output.json(CodeJSON(code)) }
        return
      }
      if codes.isEmpty { return Output.note("You have made no links.") }
      try TextTable(
        ["id", "for", "state", "made", "until", "usedBy"],
        codes.map { code in
          [
            code.id, code.kind.purpose, code.state.words,
            Output.time(Date(millisecondsSince1970: code.createdAt)),
            Output.time(Date(millisecondsSince1970: code.expiresAt)), code.lastUsedBy ?? "",
          ]
        }
      ).write()
    }
  }
}

struct AccountInvitationsRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Take a link back, so that it lets nobody in any more.",
    discussion: "An account that was made with it stays.")

  @OptionGroup var options: GlobalOptions
  @Argument(help: "The id of the link, as the list has it.") var id: String

  func run() async throws {
    try await Session.with(options) { session in
      try session.ensureCloud()
      guard var code = try await session.container.codes().first(where: { $0.id == id }) else {
        throw Failure(
          "You have made no link ‘\(id)’. ‘zonechat account invitations’ lists yours.")
      }
      if code.state == .open {
        try await session.container.deleteCode(id: id)
        code.state = .revoked
        Output.note("Took back the link \(id).")
      } else {
        Output.note("The link \(id) was over already (\(code.state.words)).")
      }
      if options.json { try Output.json(CodeJSON(code)) }
    }
  }
}
