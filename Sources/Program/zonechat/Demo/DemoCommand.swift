import ArgumentParser
import ChatModel
import CommandSupport
import Foundation
import Scenarios
import Tours
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show an owner and participants side by side, in a separate cloud.",
    discussion: """
      Opens tmux with Alice's client on the left and those of the people whom she has invited beside it, in one \
      chat; below them stands what the cloud is asked. A small terminal shows one person at a time: Ctrl+B and a \
      number show another one. Everything is in a temporary folder, which is removed when you leave.

      With --tour the people act by themselves, step by step, with captions and a picture of each share that \
      changes: the tour is the scenario docs/scenarios/tour.yaml. Its keys stand below it: pause, the next step, \
      back to what earlier steps showed, and again from the start in a new cloud. With --record it is played \
      in a terminal of 80 by 24 that nobody sees, and written to a file that asciinema plays.

      Without a terminal, or with --headless, it is printed with what goes over the wire, and there are no \
      windows. With --scenario another scenario is played; docs/scenarios.md says what stands in a file.

      EXAMPLES:
        zonechat demo
        zonechat demo --scenario docs/scenarios/first-chat.yaml
        zonechat demo --participants 3 --tour --slow
        zonechat demo --record tour.cast
        zonechat demo --headless
      """)

  @Option(
    name: .long,
    help: "How many people Alice has invited, 1 to \(DemoPeople.mostParticipants).")
  var participants = 1

  @Flag(name: .long, help: "Show by itself what the chats can do, step by step.")
  var tour = false

  @Option(
    name: .long, help: ArgumentHelp("Play this scenario instead.", valueName: "file"),
    completion: .file(extensions: ["yaml", "yml"]))
  var scenario: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write what the windows show to this file, for slides (asciicast), and open none.",
      valueName: "file"),
    completion: .file(extensions: ["cast"]))
  var record: String?

  @Flag(name: .long, help: "Replace a recording that exists.")
  var force = false

  @Flag(name: .long, help: "Leave more time between the steps.")
  var slow = false

  @Flag(name: .long, help: "Print what each side sees, and open no windows.")
  var headless = false

  @Flag(
    name: .long,
    help: "Print one JSON object for each step, and one at the end, and open no windows.")
  var json = false

  func validate() throws {
    guard 1...DemoPeople.mostParticipants ~= participants else {
      throw ValidationError("--participants is 1 to \(DemoPeople.mostParticipants).")
    }
    if tour, headless || json {
      throw ValidationError(
        "--\(headless ? "headless" : "json") prints the tour already; leave --tour out.")
    }
    if scenario != nil, tour || participants != 1 {
      throw ValidationError("A scenario has its own people and steps: leave the other options out.")
    }
    if record != nil, headless || json {
      throw ValidationError(
        "--record writes a file, and --\(headless ? "headless" : "json") prints. Choose one.")
    }
    if force, record == nil {
      throw ValidationError("--force replaces a recording. Say its file with --record.")
    }
  }

  func run() async throws {
    if let record { return try await write(to: FileAddress.file(record)) }
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let isPrinted = headless || json
    let hasWindows = isTerminal && !isPrinted
    if !isTerminal, !isPrinted {
      Output.note("There is no terminal, so the demo runs without windows.")
    }
    if tour || scenario != nil || !hasWindows {
      let demo = try demoScenario()
      if hasWindows {
        while try await demo.show({ try await show($0, beside: $1) }) {
          Output.note("Again, in a new cloud …")
        }
        return
      }
      return json ? try await demo.printJSON(slowly: slow) : try await demo.print(slowly: slow)
    }
    let home = try TemporaryHome()
    defer { home.tearDown() }
    let people = DemoPeople(shell: home.shell, participantCount: participants)
    Output.note("Preparing a cloud, people and their chats …")
    try people.prepare()
    try await show(
      DemoWindows(
        shell: home.shell, clients: people.clients, play: nil,
        zoneNames: try people.writeZoneNames(), size: DemoWindows.terminalSize))
  }

  /// The scenario that plays by itself.
  private func demoScenario() throws -> DemoScenario {
    let played =
      if let scenario {
        try ScenarioRunCommand.read(scenario)
      } else {
        try DemoTour.scenario(participantCount: participants)
      }
    return try DemoScenario(
      played, file: scenario ?? DemoTour.file, isTour: scenario == nil,
      pace: slow ? DemoPace.slow : DemoPace.usual)
  }

  /// Records the scenario; the file is there when it is whole.
  private func write(to file: URL) async throws {
    let demo = try demoScenario()
    let output = OutputFile(
      file, replacing: force, alternative: "‘zonechat demo --tour’ shows it without a file")
    let isCut = try await output.with { write in
      Output.note("Recording. This takes as long as the steps do, without the time to read …")
      let recording = try await demo.record()
      try write(try recording.data())
      return recording.isCut
    }
    Output.note("Recorded: \(file.path). ‘asciinema play’ plays it.")
    if isCut { Output.note("It had become too long: its end is missing.") }
  }

  /// Shows the windows until they are left, or a signal ends them: the terminal is put in order first.
  ///
  /// `play` runs beside the windows, and ends with them.
  private func show(
    _ windows: DemoWindows, beside play: @escaping @Sendable () async throws -> Void = {}
  ) async throws {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try windows.run()
        return true
      }
      group.addTask {
        for await _ in signals {
          windows.close()
          throw Failure("The demo was interrupted.")
        }
        return false
      }
      group.addTask {
        try await play()
        return false
      }
      defer { group.cancelAll() }
      while let isLeft = try await group.next(), !isLeft {}
    }
  }
}

/// The time for which each step of a played scenario can be looked at.
enum DemoPace {
  /// Our choice: time to read a caption and to see what changes; and for a whole class.
  static let usual = Duration.seconds(4)
  static let slow = Duration.seconds(12)
}
