import ArgumentParser
import Composition
import Foundation
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
      when you leave. With --tour the people act by themselves, with captions. Without a terminal, or with \
      --headless, the tour is printed and its output is checked, and there are no windows.

      EXAMPLES:
        zonechat demo
        zonechat demo --participants 3 --tour --slow
        zonechat demo --headless
      """)

  @Option(
    name: .long,
    help: "How many people Alice has invited, 1 to \(DemoPeople.mostParticipants).")
  var participants = 1

  @Flag(name: .long, help: "Show by itself what the chats can do, step by step.")
  var tour = false

  @Flag(name: .long, help: "Leave more time between the steps of the tour.")
  var slow = false

  @Flag(name: .long, help: "Print what each side sees, and open no windows.")
  var headless = false

  func validate() throws {
    guard 1...DemoPeople.mostParticipants ~= participants else {
      throw ValidationError("--participants is 1 to \(DemoPeople.mostParticipants).")
    }
    if tour, headless {
      throw ValidationError("--headless prints the tour already; leave --tour out.")
    }
  }

  func run() async throws {
    let home = try TemporaryHome()
    defer { home.tearDown() }
    let people = DemoPeople(shell: home.shell, participantCount: participants)
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if headless || !isTerminal {
      if !headless { Output.note("There is no terminal, so the demo runs without windows.") }
      try people.prepare()
      var tour = DemoTour(shell: home.shell)
      if slow { tour.pause = { DemoPace.wait(DemoPace.usual) } }
      try tour.run()
    } else {
      let pace = tour ? slow ? DemoPace.slow : DemoPace.usual : nil
      try await show(DemoWindows(people: people, tourPace: pace))
    }
  }

  /// Shows the windows until they are left, or a signal ends them: the terminal is put in order first.
  private func show(_ windows: DemoWindows) async throws {
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try windows.run() }
      group.addTask {
        for await _ in signals {
          windows.close()
          throw Failure("The demo was interrupted.")
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
