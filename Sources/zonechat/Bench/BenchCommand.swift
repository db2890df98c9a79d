import ArgumentParser
import Bench
import CloudClient
import Composition
import Foundation

#if canImport(Glibc)
import Glibc
#endif

struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure sending, fetching and the screen, in a separate cloud.",
    discussion: """
      Uses a real cloud process, real sockets, replicas on disk and windows in real terminals, in a \
      temporary folder that is removed at the end. Each figure stands beside its aim, for two idle \
      cores and an optimised program. The figures depend on the machine and its load. Compare them \
      only with figures of the same machine.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(name: .long, help: "How many messages to write offline and then send.")
  var messages = 10_000

  @Option(name: .long, help: "How many messages a new device fetches; 1000000 with --long.")
  var history: Int?

  @Option(name: .long, help: "How many chats these messages are in; 500 with --long.")
  var chats: Int?

  @Flag(name: .long, help: "Measure with 1,000,000 messages in 500 chats, and for longer.")
  var long = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Also print what has changed since this output of ‘bench --json’.", valueName: "file"),
    completion: .file())
  var compare: String?

  private var historyCount: Int { history ?? (long ? 1_000_000 : 100_000) }
  private var chatCount: Int { chats ?? (long ? 500 : 50) }

  func validate() throws {
    guard messages > 0, historyCount > 0, (1...900).contains(chatCount) else {
      throw ValidationError(
        "--messages and --history must be positive numbers, and --chats 1 to 900.")
    }
    guard historyCount >= chatCount else {
      throw ValidationError("--history must be at least --chats: each chat has a message.")
    }
  }

  func run() async throws {
    let earlier = try compare.map(Self.earlier)
    let home = try TemporaryHome()
    defer { home.tearDown() }
    setenv("ZONECHAT_HOME", home.folder.path, 1)
    let sync = SyncBench(home: home)
    var figures = try await sync.run(
      messages: messages, history: historyCount, chats: chatCount, devices: long ? 2 : 5)
    Output.note("Asking the cloud …")
    let cloud = try Self.cloud(home)
    figures += try await CloudBench(address: CloudAddress("unix:" + cloud.socket)).run()
    figures += try screen(home, try CloudProbe(process: cloud.process, socket: cloud.socket))
    if options.json {
      for figure in figures { try Output.json(figure) }
    } else {
      for line in FigureTable.lines(figures, since: earlier) { try Output.line(line) }
    }
  }

  /// The figures of an earlier run, read before anything is measured.
  private static func earlier(_ path: String) throws -> EarlierFigures {
    do {
      return try EarlierFigures(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch is DecodingError {
      throw Failure("\(path) is not an output of ‘zonechat bench --json’.")
    } catch {
      throw Failure("\(path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// The process of the home's cloud, and where it listens.
  private static func cloud(_ home: TemporaryHome) throws -> (process: pid_t, socket: String) {
    struct Status: Decodable {
      var processID: pid_t
      var address: String
    }
    let text = try home.shell.zonechat(nil, "cloud", "status", "--json")
    let status = try JSONDecoder().decode(Status.self, from: Data(text.utf8))
    return (status.processID, String(status.address.trimmingPrefix("unix:")))
  }

  /// The figures of the screen, with the people and the chats that `SyncBench` has left.
  private func screen(_ home: TemporaryHome, _ cloud: CloudProbe) throws -> [Figure] {
    try home.shell.zonechat("carol", "account", "create", "carol")
    try home.shell.admit("carol", to: SyncBench.title, of: "alice")
    try home.shell.zonechat("alice", "send", SyncBench.title, ScreenBench.lastMessage)
    for person in ["bob", "carol", SyncBench.laptop] {
      // What is read opens at its end.
      try home.shell.zonechat(person, "read", SyncBench.title, "--limit", "1")
    }
    let bench = ScreenBench(
      stage: ScreenBench.Stage(
        program: try home.shell.executable(), environment: home.shell.environment,
        chat: SyncBench.title,
        profiles: (writer: "bob", reader: "carol", crowded: SyncBench.laptop),
        chatCount: chatCount,
        messageCount: historyCount / chatCount * chatCount + messages * SyncBench.runs,
        rareWord: SyncBench.rareWord, commonWord: SyncBench.commonWord, cloud: cloud,
        folder: home.folder),
      extent: long
        ? ScreenBench.Extent(starts: 20, messages: 300, pages: 100, searches: 20, idleSeconds: 60)
        : ScreenBench.Extent(starts: 5, messages: 100, pages: 30, searches: 5, idleSeconds: 10),
      note: Output.note)
    return try bench.run()
  }
}
