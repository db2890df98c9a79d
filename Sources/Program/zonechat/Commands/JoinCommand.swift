import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CloudClient
import CloudModel
import CommandSupport
import Foundation
import TerminalUI

struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .join,
    discussion: """
      Without a link, this lists your invitations. You can join a chat again.

      The link of a server is opened by the profile that uses this server. If there is none, the command makes an \
      account there, or signs in, in a profile of its own: with --name and --passphrase-file it asks nothing. A name \
      that is taken is signed in to if the passphrase is its own.

      The link can carry a code: an invitation to the server, also without a chat; a new passphrase for an account, \
      which --passphrase-file gives; or the way in for another device, which needs neither. Such a link is a secret: \
      with ‘join -’ the command reads it from standard input, and no history of a shell keeps it.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    help: ArgumentHelp(
      "The name of the account on the server of the link, new or not.", valueName: "name"))
  var name: String?

  @OptionGroup var passphrase: PassphraseFileOption

  @Argument(
    help: ArgumentHelp(
      "The invitation link, which begins with https://SERVER/join/ or zonechat://join/; - reads it from standard input."
    ))
  var link: String?

  func validate() throws {
    guard link != nil || name == nil && passphrase.file == nil else {
      throw ValidationError("--name and --passphrase-file are for a link.")
    }
  }

  func run() async throws {
    guard let argument = link else {
      return try await Session.with(options) { try await list($0) }
    }
    let link = try Arrival.link(given: argument)
    let target = try Arrival.Target(parsing: link)
    guard let arrived = try await profile(for: target) else { return }
    if case .server(let server) = target, server.shortGUID == nil {
      let paths = Paths(environment: Live.environment)
      return try Profile(name: arrived.profile, paths: paths).requireSignIn().report(arrived)
    }
    let parsed = try InvitationLink(parsing: link)
    try await Session.with(arrived) { session in
      let parsed = session.sharing.own(parsed)
      try session.ensureCloud()
      let invitation = try await session.sharing.preview(parsed)
      let id = try await session.sharing.join(parsed)
      try await session.syncOnce(limit: .seconds(10))
      let chats = try await session.repository.currentChatSummaries()
      guard let chat = chats.first(where: { $0.id == id }) else {
        throw ChatError.unknownLink
      }
      if options.json {
        try Output.json(ChatJSON(chat))
        return
      }
      let name = DisplayText.singleLine(chat.name.isEmpty ? invitation.title : chat.name)
      let was = invitation.isAccepted ? "You are already in" : "Joined"
      try Output.line("\(was) ‘\(name)’ (\(chat.zoneName)).")
    }
  }

  /// The options with the profile that opens a link; nil if the person has left.
  @MainActor private func profile(for target: Arrival.Target) async throws -> GlobalOptions? {
    guard case .server(let link) = target else {
      guard name == nil, passphrase.file == nil else {
        throw Failure(
          "--name and --passphrase-file are for the link of a server. This link is of the cloud of one machine.",
          code: .usage)
      }
      return options
    }
    guard name == nil, passphrase.file == nil, isatty(STDIN_FILENO) == 1 else {
      let order = OrderAnswers(name: name, passphraseFile: passphrase.file)
      return try await Arrival.open(link, options, account: name, asking: order)?.options
    }
    return try await Arrival.open(link, options, asking: LineAnswers())?.options
  }

  private func list(_ session: Session) async throws {
    try await session.syncOnce(limit: .seconds(5))
    let invitations = try await session.repository.currentInvitations()
    if invitations.isEmpty, !options.json { Output.note("No invitations.") }
    for invitation in invitations {
      if options.json {
        try Output.json(InvitationJSON(invitation))
      } else {
        let owner = PersonWords.inviter(of: invitation)
        try Output.line(
          "\(invitation.link)  ‘\(DisplayText.singleLine(invitation.title))’ from \(owner)")
      }
    }
  }
}
