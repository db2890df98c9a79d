import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport

struct CloudInviteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "invite", abstract: "Make a link with which somebody gets a new account.",
    discussion: """
      Whoever has the link makes one account with it, also where sign-up is by invitation only. Give it to that \
      person alone. A name is kept for them while the invitation is open; they can choose another one. Before they \
      sign up they read that the administrator of the server invites them, with the name of --from.

      EXAMPLES
        zonechat cloud invite bob
        zonechat cloud invite bob --from Anna
        zonechat cloud invite --uses 20 --days 2
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var link: CodeLinkOptions
  @Option(
    help: ArgumentHelp(
      "Days until the invitation expires, 1 to 90; the default is 7.", valueName: "count"))
  var days: Int?
  @Option(
    help: ArgumentHelp(
      "Accounts that can be made with it, 1 to 100; the default is 1.", valueName: "count"))
  var uses: Int?
  @Option(
    help: ArgumentHelp(
      "The name by which the new person knows you, of letters and digits that a link can have.",
      valueName: "name"))
  var from: String?
  @Argument(help: "The name of the new account.") var name: String?

  func validate() throws {
    if let days, !(1...90).contains(days) {
      throw ValidationError("--days is a number from 1 to 90.")
    }
    if let uses, !(1...100).contains(uses) {
      throw ValidationError("--uses is a number from 1 to 100.")
    }
    if from != nil, inviter == nil {
      throw ValidationError(
        "--from must have letters from A to Z or digits, and 60 characters at most.")
    }
    if name != nil, uses ?? 1 > 1 {
      throw ValidationError("An invitation for a name is for one account. Leave --uses out.")
    }
  }

  /// The name of `--from` as a link has it.
  private var inviter: String? {
    from.flatMap { ServerLink.words(of: $0) }.flatMap { $0.utf8.count > 60 ? nil : $0 }
  }

  func run() async throws {
    let request = CodeRequest(
      kind: .invitation, name: name, uses: uses, lifeSeconds: days.map { Int64($0) * 86_400 })
    let made = try await administration.ask { try await link.make(request, by: $0, from: inviter) }
    let accounts =
      made.uses == 1
      ? "one new account" + (made.name.map { " ‘\($0)’" } ?? "") : "\(made.uses) new accounts"
    try made.write(
      "For \(accounts)", isJSON: administration.options.json, command: administration.command)
  }
}
