import ArgumentParser
import CloudClient
import CloudModel
import CloudWire
import CommandSupport
import Foundation

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
      try Output.json(ContainerChange(action: "reset", container: container))
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
  @Flag(help: "Let the time stand still.") var freeze = false
  @Flag(help: "Let the time go on.") var noFreeze = false

  func validate() throws {
    if advance != nil, now != nil {
      throw ValidationError("--advance and --now cannot be used together.")
    }
    if freeze, noFreeze {
      throw ValidationError("--freeze and --no-freeze cannot be used together.")
    }
    guard advance?.isFinite ?? true else {
      throw ValidationError("--advance must be a number of seconds.")
    }
  }

  func run() async throws {
    let isFrozen = freeze ? true : noFreeze ? false : nil
    let change = ClockRequest(now: now, advance: advance, isFrozen: isFrozen)
    let isChange = now != nil || advance != nil || isFrozen != nil
    let clock = try await administration.ask {
      isChange ? try await $0.change(change) : try await $0.clock()
    }
    if administration.options.json { return try Output.json(clock) }
    let time = Output.time(Date(millisecondsSince1970: clock.now), to: .seconds)
    let ahead = abs(clock.ahead) < 1 ? "" : ", \(Int(clock.ahead.rounded())) s ahead"
    try Output.line(time + ahead + (clock.isFrozen ? ", standing still" : ""))
  }
}
