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
      Without a link, this lists your invitations. The title of one of them is enough in the place of its link. You can \
      join a chat again.

      The link of a server is opened by the profile that uses this server. If there is none, the command makes an \
      account there, or signs in, in a profile of its own: with --name and --passphrase-file it asks nothing. A name \
      that is taken is signed in to if the passphrase is its own. Where another account uses this server already, a \
      link for one account needs --name too, unless you are asked at a terminal.

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
      "The invitation link, which begins with https://SERVER/join/ or zonechat://join/, or the title of an invitation; - reads it from standard input."
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
    let text = try Arrival.link(given: argument)
    guard text.contains("://") else { return try await join(titled: text) }
    switch try Arrival.Target(parsing: text) {
    case .server(let link):
      guard let opened = try await open(link) else { return }
      guard opened.link.shortGUID != nil else {
        let paths = Paths(environment: Live.environment)
        return try Profile(name: opened.options.profile, paths: paths).requireSignIn()
          .report(opened.options)
      }
      let invitation = try InvitationLink(parsing: opened.link.description)
      try await Session.with(opened.options) { try await join(invitation, $0) }
    case .machine(let link):
      try checkOptions("This link is of the cloud of one machine.")
      try await Session.with(options) { try await join(link, $0) }
    }
  }

  private func join(titled title: String) async throws {
    try checkOptions("‘\(title)’ is no link.")
    try await Session.with(options) { session in
      try await session.syncOnce(limit: .seconds(5))
      let invitations = try await session.repository.currentInvitations()
      guard let invitation = Invitation.titled(title, in: invitations) else {
        throw ChatError.malformedLink(title)
      }
      try await join(invitation.link, session)
    }
  }

  private func join(_ link: InvitationLink, _ session: Session) async throws {
    let link = session.sharing.own(link)
    try session.ensureCloud()
    let invitation = try await session.sharing.preview(link)
    let id = try await session.sharing.join(link)
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

  private func checkOptions(_ why: String) throws(Failure) {
    guard name == nil, passphrase.file == nil else {
      throw Failure(
        "--name and --passphrase-file are for the link of a server. \(why)", code: .usage)
    }
  }

  /// Finds or makes the profile that opens a link; nil if the person has left.
  @MainActor private func open(_ link: ServerLink) async throws -> Arrival.Opened? {
    guard name == nil, passphrase.file == nil, isatty(STDIN_FILENO) == 1 else {
      let order = OrderAnswers(name: name, passphraseFile: passphrase.file)
      return try await Arrival.open(link, options, account: name, asking: order)
    }
    return try await Arrival.open(link, options, asking: LineAnswers())
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
