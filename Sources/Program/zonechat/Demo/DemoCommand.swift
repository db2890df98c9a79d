import ArgumentParser
import CommandSupport
import Foundation
import Scenarios
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
      chat; below them stands what the cloud is asked. Everything is in a temporary folder, which is removed \
      when you leave. With --tour the people act by themselves, with captions: the tour is the scenario \
      docs/scenarios/tour.yaml. Without a terminal, or with --headless, it is printed with what goes over the wire, \
      and there are no windows. With --scenario another scenario is played; docs/scenarios.md says what stands \
      in a file.

      EXAMPLES:
        zonechat demo
        zonechat demo --scenario docs/scenarios/first-chat.yaml
        zonechat demo --participants 3 --tour --slow
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
  }

  func run() async throws {
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    let isPrinted = headless || json
    let hasWindows = isTerminal && !isPrinted
    if !isTerminal, !isPrinted {
      Output.note("There is no terminal, so the demo runs without windows.")
    }
    if let played = try played(hasWindows: hasWindows) {
      let demo = try DemoScenario(
        played, file: scenario ?? DemoTour.file, isTour: scenario == nil,
        pace: slow ? DemoPace.slow : DemoPace.usual)
      if hasWindows { return try await demo.show { try await show($0, beside: $1) } }
      return json ? try await demo.printJSON(slowly: slow) : try await demo.print(slowly: slow)
    }
    let home = try TemporaryHome()
    defer { home.tearDown() }
    let people = DemoPeople(shell: home.shell, participantCount: participants)
    Output.note("Preparing a cloud, people and their chats …")
    try people.prepare()
    try await show(DemoWindows(shell: home.shell, clients: people.clients, play: nil))
  }

  /// The scenario that plays by itself; nil where people use the windows alone.
  private func played(hasWindows: Bool) throws -> Scenario? {
    if let scenario { return try ScenarioRunCommand.read(scenario) }
    return tour || !hasWindows ? try DemoTour.scenario(participantCount: participants) : nil
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
