import Foundation
import Subprocess
import Testing

/// Whatever ends a demo, a measurement or a cloud, nothing of it stays.
@Suite(.timeLimit(.minutes(15)))
struct LeftBehindTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGKILL, SIGPIPE])
  func `a demo and a measurement leave nothing`(signal: Int32) async throws {
    for command in [
      "demo --headless", "bench --messages 10 --history 20 --chats 2", "trace",
    ] {
      try await World.with { world in
        let words = command.split(separator: " ").map(String.init)
        _ = try await Subprocess.run(
          world.program.configuration(words), input: .none, output: .discarded, error: .discarded
        ) { execution in
          let stage = try await demoFolder(world)
          // The cloud of the stage runs, so there is something to leave behind; one of a scenario keeps no data.
          try await until("a cloud") {
            let hasData = FileManager.default.fileExists(atPath: stage + "/data/cloud/server.lock")
            return try hasData || !processes(naming: stage).isEmpty
          }
          kill(pid_t(execution.processIdentifier.value), signal)
          try await until("\(command) to be removed") {
            !FileManager.default.fileExists(atPath: stage)
          }
          try await until("its processes to end") { try processes(naming: stage).isEmpty }
        }
      }
    }
  }

  @Test func `the next measurement removes a demo that was killed with its keeper`() async throws {
    try await World.with { world in
      let other = world.temporary.appendingPathComponent("zonechat-demo-other")
      _ = try await Subprocess.run(
        world.program.configuration(["demo", "--headless"]), input: .none, output: .discarded,
        error: .discarded
      ) { execution in
        let demo = pid_t(execution.processIdentifier.value)
        let stage = try await demoFolder(world)
        try await until("its keeper") { try !processes(naming: stage).isEmpty }
        // It stays where it is while others look at its folder.
        kill(demo, SIGSTOP)
        let keepers = try processes(naming: stage).filter { $0 != demo }
        #expect(!keepers.isEmpty)
        // One that was being started appears later.
        try await until("its keeper to end") {
          let left = try processes(naming: stage).filter { $0 != demo }
          for process in left { kill(process, SIGKILL) }
          return left.isEmpty
        }
        try await world.did(nil, "trace", "--messages", "1")
        #expect(FileManager.default.fileExists(atPath: stage), "the demo still runs")
        kill(demo, SIGKILL)
        try await until("all its processes to end") {
          let left = try processes(withHome: stage)
          for process in left { kill(process, SIGKILL) }
          return left.isEmpty
        }
        #expect(FileManager.default.fileExists(atPath: stage))
        // What no demo has made is not its business.
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        try await world.did(nil, "trace", "--messages", "1")
        #expect(!FileManager.default.fileExists(atPath: stage))
        #expect(FileManager.default.fileExists(atPath: other.path))
      }
    }
  }

  @Test(arguments: [SIGTERM, SIGKILL])
  func `a simulation leaves nothing in memory`(signal: Int32) async throws {
    try await World.with { world in
      _ = try await Subprocess.run(
        world.program.configuration(["simulate", "--seeds", "100000"]), input: .none,
        output: .discarded, error: .discarded
      ) { execution in
        let process = pid_t(execution.processIdentifier.value)
        try await until("replicas") { Self.openHome(of: process) != nil }
        let home = try #require(Self.openHome(of: process))
        kill(process, signal)
        try await until("\(home) to be removed") { !FileManager.default.fileExists(atPath: home) }
      }
    }
  }

  /// The temporary home in which a process has files open.
  private static func openHome(of process: pid_t) -> String? {
    let folder = "/proc/\(process)/fd/"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.lazy.compactMap { name -> String? in
      // A descriptor may be closed while the list is read.
      let file = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + name)
      guard let match = file?.firstMatch(of: /^.*\/zonechat-demo-[^\/]+/) else { return nil }
      return String(match.output)
    }.first
  }

  @Test func `a measurement refuses settings that it cannot measure`() async throws {
    try await World.with { world in
      let refused = try await world.run(
        nil, "bench", "--messages", "10", "--history", "2", "--chats", "5")
      #expect(refused.code == 2 && refused.words.contains("--history must be at least --chats"))
    }
  }

  @Test func `a ready file is there while the cloud listens, and only then`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("ready").path
      try Data("http://127.0.0.1:1\n".utf8).write(to: URL(fileURLWithPath: file))
      try await CloudProcess.with(world, "--ready-file", file) { cloud in
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.split(separator: "\n").contains(Substring(cloud.url)))
        kill(cloud.processID, SIGTERM)
        try await until("the file to go") { !FileManager.default.fileExists(atPath: file) }
      }
      let refused = try await world.run(
        nil, "cloud", "serve", "--ephemeral", "--listen", "127.0.0.1:0", "--ready-file",
        "/nonexistent/ready")
      #expect(refused.code == 1 && refused.words.contains("/nonexistent/ready cannot be written"))
    }
  }

  @Test func `a cloud ends with the process that has started it`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("ready").path
      // The shell stays between, as a test's own process would.
      let command =
        "\(Program.executable.path) cloud serve --ephemeral --listen 127.0.0.1:0 --ready-file "
        + "\(file) --exit-with-parent & wait"
      _ = try await Subprocess.run(
        world.program.configuration(.name("sh"), ["-c", command]), input: .none,
        output: .discarded, error: .discarded
      ) { execution in
        try await until("the cloud") { FileManager.default.fileExists(atPath: file) }
        // It does not ask again and again: the system tells it.
        try await until("the wait for the parent") {
          try processes(naming: file).contains { waitsForProcess($0) }
        }
        kill(pid_t(execution.processIdentifier.value), SIGKILL)
        try await until("the cloud to end") { !FileManager.default.fileExists(atPath: file) }
        try await until("its process to end") { try processes(naming: file).isEmpty }
      }
    }
  }

  @Test func `a cloud in memory leaves no assets, whatever ends it`() async throws {
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        try await sendFile(from: "alice", to: cloud.url, world)
        #expect(try assetFolders(world).count == 1)
        kill(cloud.processID, SIGHUP)
        try await until("the end of its assets") { try assetFolders(world).isEmpty }
      }
      try await CloudProcess.with(world) { cloud in
        try await sendFile(from: "bob", to: cloud.url, world)
        kill(cloud.processID, SIGKILL)
      }
      let left = try assetFolders(world)
      #expect(left.count == 1)
      try await CloudProcess.with(world) { cloud in
        #expect(try assetFolders(world).isEmpty)
        try await sendFile(from: "carol", to: cloud.url, world)
        // Another one leaves what is in use, and what is no such folder.
        let other = world.temporary.appendingPathComponent("zonechat-assets-other")
        try FileManager.default.createDirectory(at: other, withIntermediateDirectories: false)
        let neighbour = World(
          home: world.home.appendingPathComponent("neighbour"), program: world.program)
        try FileManager.default.createDirectory(
          at: neighbour.home, withIntermediateDirectories: false)
        try await CloudProcess.with(neighbour) { _ in
          let both = try assetFolders(world)
          #expect(both.count == 2)
        }
        try FileManager.default.removeItem(at: other)
        try await world.did("carol", "new", "Still here")
      }
    }
  }

  @Test func `a cloud under nohup outlives its terminal`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("ready").path
      let command =
        "trap '' HUP; exec \(Program.executable.path) cloud serve --ephemeral --listen 127.0.0.1:0 "
        + "--ready-file \(file)"
      _ = try await Subprocess.run(
        world.program.configuration(.name("sh"), ["-c", command]), input: .none,
        output: .discarded, error: .discarded
      ) { execution in
        try await until("the cloud") { FileManager.default.fileExists(atPath: file) }
        let url = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")[0]
        try execution.send(signal: .terminalClosed)
        for name in ["alice", "bob"] {
          try await signUp(name, at: String(url), world)
        }
        try execution.send(signal: .terminate)
      }
    }
  }

  @Test func `the administrator's token may come through a pipe`() async throws {
    try await World.with { world in
      let token = world.home.appendingPathComponent("token").path
      try Data(String(repeating: "a1", count: 32).utf8).write(to: URL(fileURLWithPath: token))
      let file = world.home.appendingPathComponent("ready").path
      let program = Program.executable.path
      let serve =
        "exec \(program) cloud serve --ephemeral --listen 127.0.0.1:0 --ready-file \(file) "
        + "--admin-token-file <(cat \(token))"
      _ = try await Subprocess.run(
        world.program.configuration(.name("bash"), ["-c", serve]), input: .none,
        output: .discarded, error: .discarded
      ) { execution in
        try await until("the cloud") { FileManager.default.fileExists(atPath: file) }
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 1, "the token is not in the ready file")
        let ask = "\(program) cloud accounts list --cloud \(lines[0]) --admin-token-file"
        for (end, code) in [
          ("<(cat \(token))", 0), ("<(echo \(String(repeating: "b2", count: 32)))", 1),
        ] {
          let answer = try await world.program.run(.name("bash"), ["-c", "\(ask) \(end)"])
          #expect(answer.code == Int32(code), "\(answer)")
        }
        try execution.send(signal: .terminate)
      }
    }
  }

  /// Makes an account on a cloud, and sends a file there.
  private func sendFile(from person: String, to url: String, _ world: World) async throws {
    let file = world.home.appendingPathComponent("note.txt")
    try Data("a note".utf8).write(to: file)
    try await signUp(person, at: url, world)
    try await world.did(person, "new", "Crew")
    try await world.did(person, "send", "Crew", "--attach", file.path, "--wait")
  }

  private func signUp(_ person: String, at url: String, _ world: World) async throws {
    let file = world.home.appendingPathComponent("passphrase")
    try Data("correct horse".utf8).write(to: file)
    try await world.did(
      person, "account", "create", person, "--cloud", url, "--passphrase-file", file.path)
  }

  /// The folders with the assets of clouds in memory.
  private func assetFolders(_ world: World) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: world.temporary.path).filter {
      $0.hasPrefix("zonechat-assets-")
    }
  }

  /// The folder of the demo that runs in a world.
  private func demoFolder(_ world: World) async throws -> String {
    var found: String?
    try await until("a stage") {
      found = try FileManager.default.contentsOfDirectory(atPath: world.temporary.path).first {
        $0.hasPrefix("zonechat-demo-")
      }
      return found != nil
    }
    return world.temporary.appendingPathComponent(try #require(found)).path
  }

  /// Whether a process holds a descriptor that tells it of another process's end.
  private func waitsForProcess(_ process: pid_t) -> Bool {
    let folder = "/proc/\(process)/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.contains { name in
      let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return place?.contains("pidfd") == true
    }
  }

  /// The processes that have `path` on their command line.
  private func processes(naming path: String) throws -> [pid_t] {
    try processes(with: path, in: "cmdline")
  }

  /// The processes that have `path` as their home.
  private func processes(withHome path: String) throws -> [pid_t] {
    try processes(with: "ZONECHAT_HOME=\(path)\0", in: "environ")
  }

  private func processes(with text: String, in file: String) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap(pid_t.init).filter {
      // A process may end while it is looked at.
      let data = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\($0)/\(file)"))
      return data.map { String(decoding: $0, as: UTF8.self).contains(text) } ?? false
    }
  }
}
