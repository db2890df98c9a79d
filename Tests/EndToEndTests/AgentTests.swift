import Foundation
import Subprocess
import Testing

/// The agent, which works while no window is open.
@Suite(.timeLimit(.minutes(10)))
struct AgentTests {
  @Test func `it sends, fetches and tells, and leaves that to a window while one is open`()
    async throws
  {
    try await withDesktop { world, told in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("bob", "notify", "Crew", "all")
      try await withAgent(world, of: "bob") { _ in
        try await until("the agent") { try await status(world).state == "works" }
        // A text that looks like options and markup.
        try await world.did("alice", "send", "Crew", "--", "--help <b>&")
        try await until("the notification") { try !told().isEmpty }
        #expect(
          try told() == [
            "--app-name=ZoneChat|--category=im.received|--|Crew|alice: --help &lt;b&gt;&amp;|"
          ])
        #expect(try await world.messages("bob", in: "Crew").map(\.text) == ["--help <b>&"])
        try await Terminal.with(world, "--profile", "bob") { window in
          try await window.sees("Crew")
          try await until("the window's turn") { try await status(world).state == "waits" }
          try await world.did("alice", "send", "Crew", "in a window")
          try await window.sees("in a window")
          try await window.type("and back")
          try await window.press("Enter")
          try await window.sees("✓")
          try await window.press("C-q")
          try await window.waitsForPrompt()
        }
        try await until("the agent's turn") { try await status(world).state == "works" }
        try await world.did("alice", "send", "Crew", "after the window")
        try await until("another notification") { try told().count == 2 }
        #expect(try told().last?.contains("alice: after the window") == true)
      }
    }
  }

  @Test func `a notification names the server where several profiles are signed in`()
    async throws
  {
    try await withDesktop { world, told in
      try await SelfMadeServer.with(world) { server in
        for name in ["alice", "bob"] {
          try await server.signUp(name, on: world, profile: name)
        }
        try await world.did("alice", "new", "Crew")
        let link = try await world.did("alice", "invite", "Crew", "bob")
        try await world.did("bob", "join", link)
        try await world.did("bob", "notify", "Crew", "all")
        try await withAgent(world, of: "bob") { _ in
          try await until("the agent") { try await status(world).state == "works" }
          try await world.did("alice", "send", "Crew", "hello")
          try await until("the notification") { try !told().isEmpty }
          #expect(
            try told() == [
              "--app-name=ZoneChat|--category=im.received|--|Crew — \(server.host)|alice: hello|"
            ])
        }
      }
    }
  }

  @Test func `a notification service that does not answer holds neither it nor a sign-out`()
    async throws
  {
    try await withDesktop { world, told in
      let hanging = world.home.appendingPathComponent("hanging")
      try #require(mkfifo(hanging.path, 0o600) == 0)
      let script = try String(
        contentsOf: world.home.appendingPathComponent("bin/notify-send"), encoding: .utf8)
      try executable(
        "notify-send", in: world,
        script + "echo $$ >> '\(hanging.path).ids'; read line < '\(hanging.path)'")
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did("bob", "notify", "Crew", "all")
      try await withAgent(world, of: "bob") { _ in
        try await until("the agent") { try await status(world).state == "works" }
        for number in 1...2 {
          try await world.did("alice", "send", "Crew", "number \(number)")
          try await until("notification \(number)") { try told().count == number }
        }
        try await world.did("bob", "account", "sign-out")
      }
      let ids = try lines(of: URL(fileURLWithPath: hanging.path + ".ids")).compactMap { pid_t($0) }
      #expect(ids.count == 2)
      try await until("the end of the programs") { !ids.contains(where: isRunning) }
    }
  }

  @Test func `commands run for what needs the person, once, with hostile words only as data`()
    async throws
  {
    try await withDesktop { world, _ in
      let runs = world.home.appendingPathComponent("runs")
      for (name, variable) in [("away", "SUMMARY"), ("hook", "TEXT")] {
        let words = "\"$0 $*\" \"$ZONECHAT_\(variable)\" \"$line\""
        try executable(
          name, in: world, "read -r line; printf '%s|%s|%s\\n' \(words) >> '\(runs.path)'")
      }
      let settings = world.home.appendingPathComponent("hooks.toml")
      try Data(
        """
        [away]
        command = ["away", "a b"]
        delay = 1
        [hooks]
        on-message = ["hook"]
        """.utf8
      ).write(to: settings)
      var program = world.program
      program.environment["ZONECHAT_CONFIG"] = settings.path
      let own = World(home: world.home, program: program)
      try await own.chat("Crew", of: ["alice", "bob"])
      try await own.did("bob", "notify", "Crew", "all")
      let text = "$(touch owned); `id` \u{1B}[2J"
      func began(_ name: String) throws -> [String] {
        try lines(of: runs).filter { $0.contains("/\(name) ") }
      }
      // Killed in between, it runs nothing for what it has run before.
      for round in 1...2 {
        try await withAgent(own, of: "bob") { process in
          try await until("the agent") { try await status(own).state == "works" }
          try await own.did("alice", "send", "Crew", "--", text)
          try await until("both runs") {
            try began("away").count == round && began("hook").count == round
          }
          kill(process, SIGKILL)
          try await until("its end") { try await status(own).state == "off" }
        }
      }
      for line in try began("away") {
        #expect(line.contains("/away a b|1 new message in Crew|{\"chats\":["))
        #expect(!line.contains("touch"), "words only on request: \(line)")
      }
      for line in try began("hook") {
        #expect(line.contains("|$(touch owned); `id` ␛[2J|{"))
        #expect(!line.contains("\u{1B}"))
      }
    }
  }

  @Test func `the agent finishes the work that a command leaves`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice", "bob"])
      try await world.did(nil, "cloud", "stop")
      try await world.did("alice", "send", "Crew", "for later")
      try await withAgent(world, of: "alice") { _ in
        try await world.did(nil, "cloud", "start")
        var isSent = false
        while !isSent {
          isSent = try await world.messages("alice", in: "Crew").last?.state == "sent"
        }
      }
    }
  }

  @Test func `one may sign out and in while it runs`() async throws {
    try await World.with { world in
      try await world.did("bob", "account", "create", "bob")
      try await withAgent(world, of: "bob") { _ in
        try await until("the agent") { try await status(world).state == "works" }
        try await world.did("bob", "account", "sign-out")
        #expect(try await status(world).state == "signedOut")
        try await world.did("bob", "account", "sign-in", "bob")
        try await until("the agent") { try await status(world).state == "works" }
        try await world.did("bob", "new", "Later")
      }
    }
  }

  @Test func `there is one of each profile, and it says whether it runs`() async throws {
    try await World.with { world in
      let nobody = try await world.run("bob", "agent", "run")
      #expect(nobody.code == 3)
      try await world.did("bob", "account", "create", "bob")
      try await withAgent(world, of: "bob") { process in
        try await until("the agent") { try await status(world).state == "works" }
        #expect(try await status(world).processID == process)
        let second = try await world.run("bob", "agent", "run")
        #expect(second.code == 1)
        #expect(second.words.contains("runs already (process \(process))"))
        kill(process, SIGKILL)
        try await until("its end") { try await status(world).state == "off" }
      }
      let after = try await world.run("bob", "agent")
      #expect(after.code == 1 && after.output.contains("does not run"))
    }
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `it ends in order when it is asked to`(signal: Int32) async throws {
    try await World.with { world in
      try await world.did("bob", "account", "create", "bob")
      let result = try await Subprocess.run(
        world.program.configuration(["--profile", "bob", "agent", "run"]), input: .none,
        output: .discarded, error: .discarded
      ) { execution in
        try await until("the agent") { try await status(world).state == "works" }
        kill(pid_t(execution.processIdentifier.value), signal)
      }
      #expect(result.terminationStatus == .exited(0))
    }
  }

  @Test func `its unit is written, enabled and removed`() async throws {
    try await withDesktop { world, _ in
      let calls = world.home.appendingPathComponent("calls")
      try executable("systemctl", in: world, "echo \"$@\" >> '\(calls.path)'")
      let home = world.home.appendingPathComponent("50% \"off\" $HOME\\").path
      var program = world.program
      program.environment["ZONECHAT_HOME"] = home
      program.environment["XDG_CONFIG_HOME"] = world.home.appendingPathComponent("xdg").path
      let elsewhere = World(home: world.home, program: program)
      #expect(try await elsewhere.run("bob", "agent", "install").code == 3)
      try await elsewhere.did("bob", "account", "create", "bob")
      try await elsewhere.did("bob", "agent", "install")
      let unit = world.home.appendingPathComponent("xdg/systemd/user/zonechat-agent-bob.service")
      let text = try String(contentsOf: unit, encoding: .utf8)
      #expect(
        text.contains(
          "\nExecStart=\"\(Program.executable.resolvingSymlinksInPath().path)\" \"--profile\" "
            + "\"bob\" \"agent\" \"run\"\n"))
      let quoted = home.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        .replacing("%", with: "%%")
      #expect(text.contains("\nEnvironment=\"ZONECHAT_HOME=\(quoted)\"\n"))
      #expect(try await elsewhere.did("bob", "agent", "install", "--print") + "\n" == text)
      try await elsewhere.did("bob", "agent", "remove")
      #expect(!FileManager.default.fileExists(atPath: unit.path))
      #expect(
        try lines(of: calls).map { $0.replacing("--user --no-pager ", with: "") } == [
          "show-environment", "daemon-reload", "enable zonechat-agent-bob.service",
          "restart zonechat-agent-bob.service", "disable --now zonechat-agent-bob.service",
          "daemon-reload",
        ])
      #expect(try await elsewhere.run("bob", "agent", "remove").code == 1)
      if let cloud = await elsewhere.cloudProcess() { kill(cloud, SIGKILL) }
    }
  }

  @Test func `without systemd nothing is written, and there is a way out`() async throws {
    try await withDesktop { world, _ in
      try executable(
        "systemctl", in: world, "echo 'Failed to connect to bus: No medium found' >&2; exit 1")
      var program = world.program
      program.environment["XDG_CONFIG_HOME"] = world.home.appendingPathComponent("xdg").path
      let elsewhere = World(home: world.home, program: program)
      try await elsewhere.did("bob", "account", "create", "bob")
      let refused = try await elsewhere.run("bob", "agent", "install")
      #expect(refused.code == 1)
      #expect(refused.words.contains("(Failed to connect to bus: No medium found)"))
      #expect(refused.words.contains("‘zonechat --profile bob agent run’"))
      let folder = world.home.appendingPathComponent("xdg").path
      #expect(!FileManager.default.fileExists(atPath: folder))
    }
  }

  /// The status of bob's agent, as `agent --json` prints it.
  private struct Status: Decodable {
    var state: String
    var processID: pid_t?
  }

  private func status(_ world: World) async throws -> Status {
    let output = try await world.run("bob", "agent", "--json").output
    return try JSONDecoder().decode(Status.self, from: Data(output.utf8))
  }

  /// Runs the agent of a profile while `body` runs.
  private func withAgent(
    _ world: World, of person: String, _ body: (pid_t) async throws -> Void
  ) async throws {
    _ = try await Subprocess.run(
      world.program.configuration(["--profile", person, "agent", "run"]), input: .none,
      output: .discarded, error: .discarded
    ) { execution in
      defer { try? execution.send(signal: .kill) }  // It may have ended.
      try await body(pid_t(execution.processIdentifier.value))
    }
  }

  /// A world with a desktop; `body` also gets the notifications so far, their words divided by `|`.
  private func withDesktop(
    _ body: (World, () throws -> [String]) async throws -> Void
  ) async throws {
    try await World.with { world in
      let told = world.home.appendingPathComponent("told")
      try executable(
        "notify-send", in: world,
        "{ printf '%s|' \"$@\"; echo; } >> '\(told.path)'")
      var program = world.program
      program.environment["PATH"] =
        world.home.appendingPathComponent("bin").path + ":"
        + (program.environment["PATH"] ?? "")
      try await body(World(home: world.home, program: program)) { try lines(of: told) }
    }
  }

  /// A program that is found before the system's.
  private func executable(_ name: String, in world: World, _ script: String) throws {
    let folder = world.home.appendingPathComponent("bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appendingPathComponent(name)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
  }

  /// The lines of a file; none if it is not there.
  private func lines(of file: URL) throws -> [String] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
