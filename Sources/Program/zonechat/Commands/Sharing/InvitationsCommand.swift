import ArgumentParser
import ChatCore
import ChatUI
import ChatWords
import CloudModel
import CommandSupport
import TerminalUI

struct InvitationsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .invitations,
    discussion: "‘zonechat join LINK’ accepts an invitation; ‘zonechat decline LINK’ declines it.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var freshness: FreshnessOptions

  func run() async throws {
    try await Session.with(options) { session in
      try await freshness.refresh(session, options)
      let invitations = try await session.repository.currentInvitations()
      for invitation in invitations {
        if options.json {
          try Output.json(InvitationJSON(invitation))
        } else {
          let right = invitation.permission == .readOnly ? ", to read" : ""
          let stranger = invitation.isFromStranger ? " (new to you)" : ""
          try Output.line(
            "\(invitation.link)  \(PersonWords.words(of: invitation))\(right)\(stranger)")
        }
      }
      if invitations.isEmpty, !options.json { Output.note("No invitations.") }
    }
  }
}

struct DeclineCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.decline)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The invitation's link, or its title.")
  var link: String

  func run() async throws {
    try await Session.with(options) { session in
      let listed = Invitation.titled(link, in: try await session.repository.currentInvitations())
      let link = try listed?.link ?? InvitationLink(parsing: link)
      try session.ensureCloud()
      try await session.sharing.decline(link)
      try session.say(
        DoneJSON(action: "decline"), json: options.json, words: "Declined the invitation.")
    }
  }
}
