import ArgumentParser
import CloudClient
package import CloudModel
import CloudWire
import CommandSupport
import Foundation
import TerminalUI

struct CloudInvitationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invitations", abstract: "List invitation links and others, and take them back.",
    discussion: """
      The list has the links of ‘cloud invite’ and of ‘cloud accounts reset’, and those that members have made. \
      It keeps them for 30 days after their end, and never has the links themselves.

      EXAMPLES
        zonechat cloud invitations
        zonechat cloud invitations revoke ab23cd45
      """,
    subcommands: [InvitationsListCommand.self, InvitationsRevokeCommand.self],
    defaultSubcommand: InvitationsListCommand.self)
}

struct InvitationsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the links, and what has become of each.")

  @OptionGroup var administration: AdministrationOptions

  func run() async throws {
    let codes = try await administration.ask { try await $0.codes() }
    if administration.options.json {
      for code in codes { try Output.json(CodeJSON(code)) }
      return
    }
    if codes.isEmpty {
      return Output.note(
        "There are no invitations. ‘\(administration.command("invite"))’ makes one.")
    }
    let rows = codes.map { code in
      [
        code.id, code.kind.purpose, code.name ?? "", code.state.words,
        Output.time(Date(millisecondsSince1970: code.expiresAt)), String(code.uses),
        code.issuer ?? "", code.lastUsedBy ?? "",
      ]
    }
    try TextTable(
      ["id", "for", "name", "state", "until", "left", "madeBy", "usedBy"], rows
    ).write()
  }
}

struct InvitationsRevokeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: "Take a link back, so that it lets nobody in any more.",
    discussion: "Accounts that were made with it stay.")

  @OptionGroup var administration: AdministrationOptions
  @Flag(help: "Take back all open links.") var all = false
  @Argument(help: "The id of the link, as the list has it.") var id: String?

  func validate() throws {
    if all == (id != nil) { throw ValidationError("Name one id, or --all.") }
  }

  func run() async throws {
    let revoked = try await administration.ask { administration in
      let codes = try await administration.codes().filter { code in
        id.map { $0 == code.id } ?? (code.state == .open)
      }
      for code in codes { try await administration.deleteCode(id: code.id) }
      return codes
    }
    if let id, revoked.isEmpty {
      throw Failure(
        "There is no invitation or other link ‘\(id)’. ‘\(administration.command("invitations"))’ lists them."
      )
    }
    if let over = revoked.first, over.state != .open {
      Output.note("The link \(over.id) was over already (\(over.state.words)).")
    } else {
      let what = revoked.allSatisfy { $0.kind == .invitation } ? "invitation" : "open link"
      Output.note("Took back \(DisplayText.count(revoked.count, what)).")
    }
    guard administration.options.json else { return }
    for var code in revoked {
      if code.state == .open { code.state = .revoked }
      try Output.json(CodeJSON(code))
    }
  }
}

extension CodeKind {
  /// What somebody gets who has such a code.
  package var purpose: String {
    switch self {
    case .invitation: "a new account"
    case .reset: "a new passphrase"
    case .device: "another device"
    }
  }
}

extension CodeState {
  package var words: String {
    switch self {
    case .open: "open"
    case .used: "used up"
    case .expired: "expired"
    case .revoked: "taken back"
    }
  }
}
