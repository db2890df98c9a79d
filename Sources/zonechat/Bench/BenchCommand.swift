import ArgumentParser
import Foundation

#if canImport(Glibc)
import Glibc
#endif

struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench", abstract: "Measure sending and fetching, in a separate cloud.",
    discussion: """
      Uses a real cloud process, real sockets and replicas on disk, in a temporary folder that is \
      removed at the end. The figures depend on the machine and its load. Compare them only with \
      figures of the same machine.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(name: .long, help: "How many messages to write offline and then send.")
  var messages = 10_000

  @Option(name: .long, help: "How many messages a new device fetches.")
  var history = 100_000

  @Option(name: .long, help: "How many chats these messages are in.")
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
