import ArgumentParser
import Foundation
import UnixSignals

#if canImport(Glibc)
import Glibc
#endif

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Owner and participant side by side, in a cloud of their own.",
    discussion: """
      Opens tmux with Alice's client on the left and Bob's on the right, in one chat, ready to type. \
      Everything is in a temporary folder and gone when you leave. Without a terminal, or with \
      --headless, the same is done by commands, printed and checked.
      """)

  @Flag(name: .long, help: "Print what each side sees instead of opening windows.")
  var headless = false

  func run() async throws {
    let stage = try DemoStage()
    defer { stage.tearDown() }
    let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    if headless || !isTerminal {
      if !headless { Output.note("No terminal here; this is the tour without windows.") }
      try await untilInterrupted { try DemoTour(stage: stage).run() }
    } else {
      let windows = DemoWindows(stage: stage)
      try await untilInterrupted(windows.run, interrupted: windows.close)
    }
  }

  /// Runs `body`, which ends soon after `interrupted` is called.
  ///
  /// A terminal that closes, or a `kill`, leaves nothing behind either.
  private func untilInterrupted(
    _ body: @escaping @Sendable () throws -> Void,
    interrupted: @escaping @Sendable () -> Void = {}
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try body() }
      group.addTask {
        for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup) {
          interrupted()
          throw Failure("The demo was interrupted.")
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }
}
