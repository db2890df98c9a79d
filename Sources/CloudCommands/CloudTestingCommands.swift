import ArgumentParser
import CloudClient
import CloudModel
import Composition
import Foundation
import TerminalUI

struct CloudResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset", abstract: "Put a cloud that keeps nothing back to its start.",
    discussion: """
      Everything is as it was when the cloud was ready: what its containers file says, no other accounts, no \
      faults, the usual limits, the machine's time. Only a cloud with --ephemeral can be reset; with \
      --container, one container of any cloud.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Option(help: "Reset only this container; accounts stay.") var container: String?

  func run() async throws {
    try await administration.ask { try await $0.reset(container: container) }
    if administration.options.json {
      try Output.json(["action": "reset", "container": container])
    } else {
      Output.note(
        container.map { "\($0) is as it was at the start." }
          ?? "The cloud is as it was at the start.")
    }
  }
}

struct CloudClockCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Show the cloud's time, or move it forward.",
    discussion: "Links, tokens, channels and faults grow old by this clock. ‘reset’ puts it back.")

  @OptionGroup var administration: AdministrationOptions

  @Option(help: ArgumentHelp("Move the time on.", valueName: "seconds")) var advance: Double?
  @Option(help: ArgumentHelp("Set the time, in milliseconds since 1970.", valueName: "time"))
  var now: Int64?
  @Flag(inversion: .prefixedNo, help: "Let the time stand still, or go on.") var freeze: Bool?

  func validate() throws {
    if advance != nil, now != nil {
      throw ValidationError("--advance and --now cannot be used together.")
    }
  }

  func run() async throws {
    let change = ClockRequest(now: now, advance: advance, isFrozen: freeze)
    let isChange = now != nil || advance != nil || freeze != nil
    let clock = try await administration.ask {
      isChange ? try await $0.change(change) : try await $0.clock()
    }
    if administration.options.json { return try Output.json(clock) }
    let time = Date(millisecondsSince1970: clock.now).formatted(.iso8601)
    let ahead = abs(clock.ahead) < 1 ? "" : ", \(Int(clock.ahead.rounded())) s ahead"
    try Output.line(time + ahead + (clock.isFrozen ? ", standing still" : ""))
  }
}

struct CloudRequestsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "requests", abstract: "Show who has asked the cloud for what, newest last.",
    discussion: """
      Each line has the time, the account, the database, the operation, the zones, the outcome and the \
      milliseconds. The cloud remembers its newest 4096 requests. Polls for notifications are left out, unless \
      --polls is given.
      """)

  @OptionGroup var administration: AdministrationOptions

  @Flag(help: "Go on with the requests that come, until Ctrl+C.") var follow = false
  @Option(help: "Show only requests after the one with this number.") var after: Int64 = 0
  @Option(help: "Show only requests of this account.") var account: String?
  @Option(help: "Show only this database: public, private or shared.") var database: String?
  @Option(help: "Show only this operation, for example records/modify.") var operation: String?
  @Flag(help: "Show the polls for notifications too.") var polls = false

  func run() async throws {
    try await administration.ask { administration in
      var next = after
      repeat {
        let answer = try await administration.requests(
          after: next, waiting: follow ? 25 : 0, filter: filter)
        for request in answer.requests where polls || request.operation != "courier" {
          try show(request)
        }
        // Without --follow a full answer may have left some out.
        if !follow, answer.next == next { return }
        next = answer.next
      } while true
    }
  }

  /// Our choice: from this width on the lines are longer.
  private static let wide = 110

  private var filter: [(name: String, value: String)] {
    [("account", account), ("database", database), ("operation", operation)]
      .compactMap { name, value in value.map { (name, $0) } }
  }

  private func show(_ request: JournaledRequest) throws {
    if administration.options.json { return try Output.json(request) }
    let isWide = (Output.columns ?? .max) >= Self.wide
    let time = Date(millisecondsSince1970: request.at).formatted(
      Date.ISO8601FormatStyle().time(includingFractionalSeconds: isWide))
    let zones = request.zones?.map { $0.truncated(to: isWide ? 24 : 13) } ?? []
    let columns = [
      (time, isWide ? 12 : 8), (request.account ?? "-", 8), (request.database ?? "-", 7),
      (request.operation, 16), (request.code, isWide ? 14 : 8),
      ("\(Int(request.milliseconds.rounded())) ms", 6),
    ]
    let line =
      columns.map { text, width in
        text.truncated(to: max(width, isWide ? 24 : width)).padded(to: width)
      } + zones
    try Output.line(
      Output.harmless(line.joined(separator: "  ")).trimmingCharacters(in: .whitespaces)
        .truncated(to: Output.columns ?? 400))
  }
}
