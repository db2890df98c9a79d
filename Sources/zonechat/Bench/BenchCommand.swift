import ArgumentParser
import Foundation

#if canImport(Glibc)
import Glibc
#endif

struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure sending and catching up, in a cloud of its own.",
    discussion: """
      A real cloud process, real sockets and replicas on disk, in a temporary folder that goes \
      afterwards. Figures depend on the machine and on what else it does; compare, do not quote.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(name: .long, help: "Messages that are written offline and then sent.")
  var messages = 10_000

  @Option(name: .long, help: "Messages that a new device has to catch up with.")
  var history = 100_000

  @Option(name: .long, help: "Chats over which that history is spread.")
  var chats = 50

  func validate() throws {
    guard messages > 0, history > 0, (1...900).contains(chats) else {
      throw ValidationError(
        "--messages and --history must be positive numbers, and --chats 1 to 900.")
    }
  }

  func run() async throws {
    let stage = try DemoStage()
    defer { stage.tearDown() }
    setenv("ZONECHAT_HOME", stage.home.path, 1)
    for figure in try await SyncBench(stage: stage).run(
      messages: messages, history: history, chats: chats)
    {
      if options.json { try Output.json(figure) } else { Output.line(figure.line) }
    }
  }
}

/// One measured thing.
struct Figure: Encodable {
  var name: String
  var value: Double
  var unit: String

  var line: String {
    let number = value.formatted(.number.precision(.fractionLength(value < 100 ? 1 : 0)))
    return "\(name): \(number) \(unit)"
  }
}
