import ArgumentParser
import Bench
import CloudClient
import CloudModel
import CommandSupport
import Foundation
import LocalFiles

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

      With --cloud it only measures how fast that cloud answers, for example one on a PostgreSQL \
      beside one with a file. It makes accounts and records there, so it needs a new cloud at a \
      Unix socket each time. With --also it asks several servers of one cloud at once.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(name: .long, help: "How many messages to write offline and then send.")
  var messages = 5000

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

  @Option(
    name: .long,
    help: ArgumentHelp(
      "With --cloud: spread the clients over this server of the same cloud too; may be repeated.",
      valueName: "url"))
  var also: [String] = []

  private var servers: [String] { (options.cloud.map { [$0] } ?? []) + also }
  private var historyCount: Int { history ?? (long ? 1_000_000 : 100_000) }
  private var chatCount: Int { chats ?? (long ? 500 : 50) }

  func validate() throws {
    guard messages > 0, historyCount > 0, (1...10_000).contains(chatCount) else {
      throw ValidationError(
        "--messages and --history must be positive numbers, and --chats 1 to 10000.")
    }
    guard options.cloud != nil || also.isEmpty else {
      throw ValidationError("--also needs --cloud, the first server.")
    }
    guard servers.allSatisfy({ $0.hasPrefix("unix:") }) else {
      throw ValidationError(
        "--cloud and --also must be Unix sockets, unix:/path: accounts have no passphrases there.")
    }
    guard historyCount >= chatCount else {
      throw ValidationError("--history must be at least --chats: each chat has a message.")
    }
  }

  func run() async throws {
    let earlier = try compare.map(Self.earlier)
    if !servers.isEmpty {
      let bench = CloudBench(addresses: try servers.map { try CloudAddress($0) })
      let figures = try await bench.run() + bench.senders()
      if options.json {
        for figure in figures { try Output.json(figure) }
      } else {
        for line in FigureTable.lines(figures, since: earlier) { try Output.line(line) }
      }
      return
    }
    let home = try TemporaryHome()
    defer { home.tearDown() }
    setenv("ZONECHAT_HOME", home.folder.path, 1)
    let sync = SyncBench(home: home)
    var figures: [Figure] = []
    func note(_ new: [Figure]) throws {
      figures += new
      // What is known is not lost if something fails later.
      if options.json { for figure in new { try Output.json(figure) } }
    }
    try note(
      try await sync.run(
        messages: messages, history: historyCount, chats: chatCount, devices: long ? 2 : 5))
    Output.note("Asking the cloud …")
    let cloud = try Self.cloud(home)
    let address = try CloudAddress("unix:" + cloud.socket)
    try note(try await CloudBench(addresses: [address]).run())
    let screen = try screen(home, CloudProbe(process: cloud.process, socket: cloud.socket))
    try note(try screen.run())
    if long { try note(try await grow(screen, home, at: address)) }
    guard !options.json else { return }
    for line in FigureTable.lines(figures, since: earlier) { try Output.line(line) }
  }

  /// The figures of an earlier run, read before anything is measured.
  private static func earlier(_ path: String) throws -> EarlierFigures {
    do {
      return try EarlierFigures(try Data(contentsOf: URL(fileURLWithPath: path)))
    } catch is DecodingError {
      throw Failure("\(path) is not an output of ‘zonechat bench --json’.")
    } catch {
      throw Failure("\(path) cannot be read: \(SystemReason.of(error))")
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

  /// Chats of more and more people, and what it costs when more and more is there.
  private func grow(
    _ screen: ScreenBench, _ home: TemporaryHome, at address: CloudAddress
  ) async throws -> [Figure] {
    Output.note("Letting 99 people join …")
    let chats = [2, 10, 100].map { (title: "Chat of \($0)", participants: $0) }
    for chat in chats { try home.shell.zonechat("bob", "new", chat.title) }
    for number in 2...100 {
      let guest = "guest-\(number)"
      try home.shell.zonechat(guest, "account", "create", guest)
      for chat in chats where number <= chat.participants {
        try home.shell.admit(guest, to: chat.title, of: "bob")
      }
    }
    let connection = CloudConnection(to: address)
    do {
      let devices = 5000
      let administration = CloudAdministration(connection: connection)
      var accounts: [AccountCredentials] = []
      while accounts.count * CloudLimits.channelsPerUser < devices {
        accounts.append(
          try await administration.createAccount(named: "many-devices-\(accounts.count)"))
      }
      let figures = try await screen.grow(
        ScreenBench.Growth(messages: 100_000, devices: devices, chats: chats)
      ) { [accounts] device in
        try await HTTPCloudContainer(
          connection: connection, credentials: accounts[device % accounts.count],
          clientID: "device-\(device)"
        ).openNotificationChannel().courierPath
      }
      await connection.shutDown()
      return figures
    } catch {
      await connection.shutDown()
      throw error
    }
  }

  /// The measurement of the screen, with the people and the chats that `SyncBench` has left.
  private func screen(_ home: TemporaryHome, _ cloud: CloudProbe) throws -> ScreenBench {
    try home.shell.zonechat("carol", "account", "create", "carol")
    try home.shell.admit("carol", to: SyncBench.title, of: "alice")
    try home.shell.zonechat("alice", "send", SyncBench.title, ScreenBench.lastMessage)
    for person in ["bob", "carol", SyncBench.laptop] {
      // What is read opens at its end.
      try home.shell.zonechat(person, "read", SyncBench.title, "--limit", "1")
    }
    return ScreenBench(
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
  }
}
