import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport

struct AccountMoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Follow the account's server to another address.",
    discussion: """
      The server has to say that it is the same one, before the account's keys are sent to it. The chats of this \
      machine stay, also what was not sent. Close the windows of the profile first.

      The authority that vouches for the server stays the same. A link of the server, https://SERVER/join, takes the \
      one that the link names, or those of this machine if it names none.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(
    name: .long,
    help: "Go on where the profile has never heard from its server which one it is.")
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
