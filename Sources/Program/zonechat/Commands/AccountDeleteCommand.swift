import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CloudModel
import CommandSupport
import Foundation
import TerminalUI

#if canImport(Glibc)
import Glibc
#endif

struct AccountDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete the account, with the chats that it owns.",
    discussion: """
      Says first what goes and what stays: your own chats end for everybody in them, and what you have written in chats \
      of others stays there. Then all chats with their files are exported to a folder in your home, which ‘zonechat \
      import’ reads, and you are asked for the name of the account. Nobody else ever gets that name. This cannot be \
      undone. Close the windows of the profile first.

      EXAMPLES
        zonechat account delete
        zonechat account delete --yes bob --passphrase-file secret.txt
      """)

  struct Report: Encodable {
    var name: String
    /// Own zones, which are gone for everybody.
    var endedZones: Int
    var leftZones: Int
    /// The folder with the exported chats.
    var exportedTo: String?
  }

  @OptionGroup var options: GlobalOptions

  @OptionGroup var passphrase: PassphraseOptions

  @Flag(name: .long, help: "Export nothing.")
  var noExport = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Confirm it by the name; without a terminal nobody is asked.", valueName: "name"))
  var yes: String?

  func run() async throws {
    let deletion = AccountDeletion(
      options: options, passphraseFile: passphrase.file, allowsPlainHTTP: passphrase.insecure,
      sendsWhole: passphrase.source.isWhole)
    let account = try await deletion.account()
    let asks = yes == nil && isatty(STDIN_FILENO) == 1
    if !asks { try TypedName.confirm(account.name, given: yes, to: Self.order) }
    let folder = try await Session.with(options) { session -> URL? in
      let chats = try await AccountExport.fetchAll(session, options)
      try await say(chats, session)
      return noExport ? nil : try await AccountExport(session: session, options: options).run(chats)
    }
    if asks { try TypedName.confirm(account.name, given: nil, to: Self.order) }
    let gone = try await deletion.run(of: account)
    if options.json {
      return try Output.json(
        Report(
          name: account.name, endedZones: gone.endedZones, leftZones: gone.leftZones,
          exportedTo: folder?.path))
    }
    try Output.line("The account \(account.name) is deleted, and this machine has forgotten it.")
  }

  private static let order = "delete the account"

  /// Says what goes, what stays and with whom.
  private func say(_ chats: [ChatSummary], _ session: Session) async throws {
    let open = chats.filter { AccessWords.closing(of: $0) == nil }
    var lines: [String] = []
    let name = session.credentials.name
    for chat in open where chat.isOwn {
      let others = try await session.repository.currentMembers(of: chat.id)
        .filter { !$0.isMe && $0.status == .accepted }
      let names = PersonWords.list(others.map(\.name), limit: 10)
      lines.append("  \(chat.quotedName) \(others.isEmpty ? "(nobody else)" : "with \(names)")")
    }
    if !lines.isEmpty { lines.insert("These chats end for everybody in them:", at: 0) }
    let others = open.filter { !$0.isOwn }
    if !others.isEmpty {
      lines.append("In these chats of others, what you have written stays:")
    }
    for chat in others {
      let owner = try await session.repository.currentMembers(of: chat.id)
        .first { $0.role == .owner }
      lines.append("  \(chat.quotedName)\(owner.map { " of \($0.name)" } ?? "")")
    }
    let counts = try await session.repository.currentConnectionStatus()
    let unsent = counts.queuedCount + counts.failedCount
    if unsent > 0 { lines.append("Not sent, and lost: \(DisplayText.count(unsent, "change")).") }
    lines.insert(
      "The account ‘\(name)’ goes on all devices, with everything that it stores: its settings and blocks, invitations "
        + "that wait for it, and the data of other programs. This machine forgets its copy.", at: 0)
    lines.append("The name ‘\(name)’ is not given again, not even to you.")
    Output.note(lines.joined(separator: "\n"))
  }
}
