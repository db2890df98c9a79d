import ArgumentParser
import Bench
import CommandSupport
import Foundation

#if canImport(Glibc)
import Glibc
#endif

struct TraceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Show where the time of a message goes, from Enter to both screens.",
    discussion: """
      Opens two windows in real terminals, with a cloud process of their own, in a temporary folder that is \
      removed at the end. It writes messages in one window, and follows each through all three processes. The \
      first column has the milliseconds since Enter, the second those since the step before; both are medians.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(name: .long, help: "How many messages to follow.")
  var messages = 50

  func validate() throws {
    guard (1...10_000).contains(messages) else {
      throw ValidationError("--messages must be 1 to 10000.")
    }
  }

  func run() async throws {
    let home = try TemporaryHome()
    defer { home.tearDown() }
    let file = home.folder.appendingPathComponent("trace")
    setenv("ZONECHAT_TRACE", file.path, 1)
    let (chat, lastMessage) = ("Trace", "the-last-message")
    let shell = home.shell
    for name in ["alice", "bob"] { try shell.zonechat(name, "account", "create", name) }
    try shell.zonechat("alice", "new", chat)
    try shell.admit("bob", to: chat, of: "alice")
    try shell.zonechat("alice", "send", chat, lastMessage)
    // What is read opens at its end.
    try shell.zonechat("bob", "read", chat)
    Output.note("Following \(messages) messages …")
    let trace = MessageTrace(
      stage: MessageTrace.Stage(
        program: try shell.executable(), environment: shell.environment, file: file, chat: chat,
        lastMessage: lastMessage, writer: "alice", reader: "bob"))
    let steps = try trace.run(count: messages)
    if options.json {
      for step in steps { try Output.json(step) }
    } else {
      for line in TraceTable.lines(steps) { try Output.line(line) }
    }
  }
}
