import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport

struct CloudRequestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests", abstract: "Show who has asked the cloud for what, newest last.",
    discussion: """
      Each line has the time, the account, the database, the operation, the outcome, the zone, and what came of \
      it: the errors of single records, the change token that came and the one that was given, the accounts whose \
      devices were told. The cloud remembers its newest 4096 requests. Polls for notifications are left out, \
      unless --polls is given. In a terminal the columns have titles, and each zone has a colour of its own: the \
      same zone in the private database of its owner and in the shared database of a participant looks alike.

      A cloud that was started with ‘--journal-bodies’ also remembers what was sent. --bodies shows it, without keys,       tokens and links.
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var revealing: RevealOptions

  @Flag(help: "Go on with the requests that come, until Ctrl+C.") var follow = false
  @Option(help: "Show only requests after the one with this number.") var after: Int64 = 0
  @Option(help: "Show only requests of this account.") var account: String?
  @Option(
    help: "Show only this database: public, private or shared.",
    completion: .databases)
  var database: String?
  @Option(help: "Show only this operation, for example records/modify.") var operation: String?
  @Flag(help: "Show the polls for notifications too.") var polls = false
  @Flag(help: "Show what was sent, as far as the cloud remembers it.") var bodies = false
  @Option(
    help: ArgumentHelp(
      "Call zones by the titles in this file: on each line the zone's name, a tab and its title.",
      valueName: "file"),
    completion: .file())
  var zoneNames: String?

  func validate() throws {
    guard after >= 0 else { throw ValidationError("--after must be 0 or more.") }
    if revealing.reveal, !bodies { throw ValidationError("--reveal needs --bodies.") }
    if let database, DatabaseScope(pathComponent: database) == nil {
      throw ValidationError("--database is public, private or shared.")
    }
  }

  func run() async throws {
    let json = administration.options.json
    try await administration.ask { administration in
      var next = after
      var isEmpty = true
      var page = RequestPage(isFollowed: follow)
      if follow, !json { try Output.write(page.begin(on: screen)) }
      repeat {
        let answer = try await administration.requests(
          after: next, waiting: follow ? 25 : 0, filter: filter)
        if let zoneNames { page.zones.learn(try NamedFile.text(zoneNames)) }
        for request in answer.requests where polls || request.operation != "courier" {
          isEmpty = false
          if json {
            try Output.json(request)
          } else {
            try Output.write(page.add(request, on: screen))
          }
        }
        // Without --follow a full answer may have left some out.
        if !follow, answer.next == next { break }
        next = answer.next
      } while true
      guard isEmpty else { return }
      // Throws where there is no such account.
      if let account {
        _ = try await administration.inspect(
          .accounts, options: [("account", account), ("limit", "1")])
      }
      if !json { Output.note("There are no such requests.") }
    }
  }

  private var screen: RequestPage.Screen? {
    Output.size.map { size in
      RequestPage.Screen(
        columns: size.columns, rows: size.rows, isColored: Output.isColored,
        movesCursor: Live.environment["TERM"] != "dumb")
    }
  }

  private var filter: [(name: String, value: String)] {
    [
      ("account", account), ("database", database), ("operation", operation),
      ("bodies", bodies ? "true" : nil), ("reveal", revealing.reveal ? "true" : nil),
    ].compactMap { name, value in value.map { (name, $0) } }
  }
}
