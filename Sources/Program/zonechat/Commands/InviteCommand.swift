import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CloudModel
import CommandSupport

struct InviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Invite accounts to one of your chats, or print its link.",
    discussion: """
      The link lets in invited accounts only. --open-link lets in everyone who has the link, until \
      --close-link. --close-link also removes those who joined by the open link.

      --new-person makes a link by which one person who has no account can make one, where the server lets members \
      invite. If the link of the chat is not open, invite the new account by its name then.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Argument(help: "The names of accounts to invite.")
  var users: [String] = []

  @Flag(name: .long, help: "Give the right to read, not to write.")
  var readOnly = false

  @Flag(name: .long, help: "Open the chat to everyone who has the link.")
  var openLink = false

  @Flag(name: .long, help: "Close the chat to everyone but invited accounts.")
  var closeLink = false

  @Flag(name: .long, help: "Make a link for one person who has no account on the server.")
  var newPerson = false

  func validate() throws {
    let ways = [!users.isEmpty, openLink, closeLink, newPerson].count { $0 }
    guard ways <= 1 else {
      throw ValidationError(
        "Account names, --open-link, --close-link and --new-person cannot be used together.")
    }
  }

  func run() async throws {
    try await Session.with(options) { session in
      // The chat itself may still wait in the outbox.
      try await session.syncOnce(limit: .seconds(10))
      let found = try await session.repository.chat(matching: target.chat)
      try session.ensureCloud()
      let permission: Participant.Permission = readOnly ? .readOnly : .readWrite
      let link: InvitationLink
      let note: String
      if openLink {
        link = try await session.sharing.openLink(of: found.id, permission: permission)
        note =
          "Everyone who has this link may join and \(readOnly ? "read" : "read and write"). "
          + "Opening the link withdraws invitations that nobody has accepted."
      } else if closeLink {
        link = try await session.sharing.openLink(of: found.id, permission: .none)
        note =
          "Only invited accounts can use this link now. "
          + "Closing the link removes members who joined by it."
      } else if newPerson {
        let made = try await session.sharing.newPersonLink(of: found.id)
        link = made.link
        note = NewPersonWords.sentences(about: made).joined(separator: " ")
      } else if users.isEmpty {
        let (present, openTo) = try await session.sharing.link(of: found.id)
        link = present
        note =
          openTo == .none
          ? "Only invited accounts can use this link. Name accounts to invite, or use --open-link."
          : "Everyone who has this link may join and "
            + (openTo == .readOnly ? "read." : "read and write.")
      } else {
        let (members, invited) = InviteWords.standing(
          of: users, among: try await session.repository.currentMembers(of: found.id))
        link = try await session.sharing.invite(users, to: found.id, permission: permission)
        let known = members.map { InviteWords.isMember($0, way: "‘zonechat permission’") }
        note =
          (known + (invited.isEmpty ? [] : ["Invited \(invited.joined(separator: ", "))."])
          + ["Only invited accounts can use this link."]).joined(separator: " ")
      }
      if options.json {
        let (_, openTo) = try await session.sharing.link(of: found.id)
        try Output.json(LinkJSON(link: link.description, invited: users, openTo: openTo.rawValue))
      } else {
        try Output.line("\(link)")
      }
      if !options.json {
        Output.note([note, LinkWords.reach(of: link)].compactMap(\.self).joined(separator: " "))
      }
    }
  }
}

/// A chat's link, as `--json` prints it.
private struct LinkJSON: Encodable {
  var link: String
  /// The accounts that were invited just now.
  var invited: [String]
  /// The right of everybody who has the link.
  var openTo: String
}
