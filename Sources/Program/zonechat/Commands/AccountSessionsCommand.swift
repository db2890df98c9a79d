import ArgumentParser
import CloudClient
import CloudCommands
import CloudModel
import CloudWire
import CommandSupport
import Foundation

struct AccountSessionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions", abstract: "List the devices that are signed in, and sign them out.",
    discussion: """
      A session is a device that has signed in, with the network address that it has used last. The last use is \
      noted once an hour. If you do not know a device, change the passphrase with ‘account passphrase’: that signs out \
      all others.

      EXAMPLES
        zonechat account sessions
        zonechat account sessions --end 3f2a91c0
      """)

  /// A session as `--json` prints it.
  struct Line: Encodable {
    var id: String
    /// The name of the device; empty if it has not said it.
    var device: String
    /// The network address; empty for the cloud's own machine.
    var address: String
    var signedInAt: Date
    var lastUsedAt: Date
    /// Whether it is the session of this profile.
    var isCurrent: Bool

    init(_ session: SessionEntry) {
      id = session.id
      device = session.deviceName
      address = session.address
      signedInAt = Date(millisecondsSince1970: session.createdAt)
      lastUsedAt = Date(millisecondsSince1970: session.lastUsedAt)
      isCurrent = session.isCurrent
    }
  }

  /// What `--json` prints after sessions were ended.
  struct Ended: Encodable { var ended: Int }

  /// The beginning of an id that the list shows; 32 bits tell the sessions of an account apart.
  private static let shownLength = 8
  private static let shortest = 4

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "End the session with this id, or with this beginning of it.", valueName: "id"))
  var end: String?

  @Flag(name: .customLong("end-others"), help: "End all sessions but the one of this profile.")
  var endOthers = false

  func validate() throws {
    if end != nil, endOthers {
      throw ValidationError("Use either --end or --end-others.")
    }
    if let end, end.count < Self.shortest {
      throw ValidationError(
        "‘\(end)’ is too short. Write at least \(Self.shortest) characters of the id.")
    }
  }

  func run() async throws {
    try await Session.with(options) { session in
      try session.ensureCloud()
      try await run(in: session)
    }
  }

  private func run(in session: Session) async throws {
    if endOthers { return try report(try await session.container.endOtherSessions()) }
    let found = try await session.container.sessions()
    if let end {
      try await session.container.endSession(id: try Self.session(end, among: found))
      return try report(1)
    }
    if options.json {
      for entry in found { try Output.json(Line(entry)) }
      return
    }
    let table = TextTable(
      ["id", "device", "place", "signedIn", "lastUsed"],
      found.map { entry in
        let line = Line(entry)
        return [
          String(line.id.prefix(Self.shownLength)),
          (line.device.isEmpty ? "unknown" : line.device)
            + (line.isCurrent ? " (this one)" : ""),
          line.address.isEmpty ? "the cloud's machine" : line.address,
          Output.time(line.signedInAt), Output.time(line.lastUsedAt),
        ]
      })
    try table.write()
  }

  /// The id of the session that a person means.
  private static func session(
    _ beginning: String, among sessions: [SessionEntry]
  ) throws(Failure) -> String {
    let found = sessions.filter { $0.id.hasPrefix(beginning.lowercased()) }
    guard let first = found.first else {
      throw Failure(
        "No session has an id that begins with ‘\(beginning)’. ‘zonechat account sessions’ lists them."
      )
    }
    guard found.count == 1 else {
      throw Failure("\(found.count) sessions begin with ‘\(beginning)’. Write more of the id.")
    }
    guard !first.isCurrent else {
      throw Failure(
        "That is the session of this profile. ‘zonechat account sign-out’ ends it.", code: .usage)
    }
    return first.id
  }

  private func report(_ count: Int) throws {
    if options.json { return try Output.json(Ended(ended: count)) }
    try Output.line(count == 1 ? "1 session was ended." : "\(count) sessions were ended.")
  }
}
