import ArgumentParser
import Composition

struct AccountSignOutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign-out", abstract: "Sign out, and remove this machine's copy of the chats.",
    discussion: """
      The account and its chats stay in the cloud; ‘account sign-in’ brings them back. Changes \
      that were not sent are kept aside, and are sent when the same account signs in to this \
      profile again.
      """)

  struct Report: Encodable {
    var name: String
    var kept: Int
  }

  @OptionGroup var options: GlobalOptions

  @Flag(name: .long, help: "Discard the changes that were not sent.")
  var discard = false

  func run() async throws {
    let (name, kept) = try await SignUp(options: options).signOut(discarding: discard)
    if options.json { return try Output.json(Report(name: name, kept: kept)) }
    try Output.line("Signed out. The chats of \(name) stay in the cloud.")
    guard kept > 0 else { return }
    let what =
      kept == 1 ? "1 unsent change is" : "\(kept) unsent changes are"
    Output.note("\(what) kept, and sent when \(name) signs in to this profile again.")
  }
}
