import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport

struct AccountMoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Follow the account's server to another address.",
    discussion: """
      Before the account's keys are sent, the server at the old address has to name the new one, as its administrator \
      sets it with --public-url. If it does not answer any more, ask the administrator, and use --force. The chats of \
      this machine stay, also what was not sent. Close the windows of the profile first.

      The authority that vouches for the server stays the same. With --force, a link of the server \
      takes the authority that it names; one that names none, https://SERVER/join, takes this \
      machine's own list.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(
    name: .long,
    help:
      "Go on if the old address does not name the new one: the new address gets the keys of this account."
  )
  var force = false

  @Argument(
    help: ArgumentHelp("The new address, https://HOST, or a link of the server.", valueName: "url"))
  var address: String

  func run() async throws {
    let moved = try await ServerMove(options: options, isForced: force).run(to: address)
    if options.json { return try moved.report(options) }
    try Output.line("\(moved.credentials.name) uses \(moved.cloud ?? address) now.")
  }
}
