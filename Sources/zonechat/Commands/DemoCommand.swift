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
    abstract: "Show an owner and a participant side by side, in a separate cloud.",
    discussion: """
      Opens tmux with Alice's client on the left and Bob's on the right, in one chat. Everything \
      is in a temporary folder, which is removed when you leave. Without a terminal, or with \
      --headless, the demo runs commands instead, prints them and checks their output.
      """)

  @Flag(name: .long, help: "Print what each side sees, and open no windows.")
  var headless = false

  func run() async throws {
    let stage = try DemoStage()
    defer { stage.tearDown() }
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if headless || !isTerminal {
      if !headless { Output.note("There is no terminal, so the demo runs without windows.") }
      try DemoTour(stage: stage).run()
    } else {
      try await show(DemoWindows(stage: stage))
    }
  }

  /// Shows the windows until they are left, or a signal ends them: the terminal is put in order first.
  private func show(_ windows: DemoWindows) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try windows.run() }
      group.addTask {
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup) {
          windows.close()
          throw Failure("The demo was interrupted.")
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
