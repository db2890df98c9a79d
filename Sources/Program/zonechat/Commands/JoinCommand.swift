import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CommandSupport
import TerminalUI

struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .join,
    discussion: "Without a link, this lists your invitations. You can join a chat again.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The invitation link, which begins with zonechat://join/.")
  var link: String?

  func run() async throws {
    try await Session.with(options) { session in
      guard let link else { return try await list(session) }
      let parsed = try InvitationLink(parsing: link)
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
