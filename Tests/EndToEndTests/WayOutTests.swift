import Foundation
import Testing

/// Every way out of the full-screen client gives the terminal back as it was, and once.
@Suite(.timeLimit(.minutes(15)))
struct WayOutTests {
  /// A terminal that knows the kitty keyboard and synchronized output, so that there is much to be undone.
  private static let answers: PseudoTerminal.Answers = [
    ("\u{1B}[?u", "\u{1B}[?0u"), ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y"),
    ("\u{1B}[c", "\u{1B}[?62;c"),
  ]

  /// Every signal that can be caught and whose default is to end the process, but for those that the program
  /// ignores (PIPE), and the real-time ones between the first and the last.
  private static let signals: [Int32] = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGUSR1, SIGSEGV, SIGUSR2,
    SIGALRM, SIGTERM, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGPOLL, SIGPWR, SIGSYS, 34,
    64,
  ]
  /// These end the client as Ctrl+Q does.
  private static let requests: Set<Int32> = [SIGHUP, SIGINT, SIGTERM]

  private static let client = [Program.executable.path, "--profile", "alice"]

  /// A world whose account is there, so that starts are fast and alike.
  private func withAlice(_ body: (World) async throws -> Void) async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await body(world)
    }
  }

  /// Waits until the client has drawn its picture and has turned everything on.
  private func ready(_ terminal: PseudoTerminal) async throws {
    try await terminal.sees("help")
    try await terminal.waits(for: "the keyboard") { $0.ledger.keyboardDepth == 1 }
    try await terminal.waits(for: "the mouse") { $0.ledger.modes.contains(1006) }
    #expect(terminal.ledger.modes.isSuperset(of: [1049, 2004, 1004, 1000, 1006]))
    #expect(!terminal.isCooked)
  }

  /// Runs `body` when the client has given its terminal to an editor.
  private func whileEditing(
    by editor: String, in world: World, _ body: (PseudoTerminal) async throws -> Void
  ) async throws {
    try await PseudoTerminal.with(
      world, Self.client, environment: ["EDITOR": editor], answers: Self.answers
    ) { terminal in
      try await ready(terminal)
      terminal.type("\u{1B}e")
      try await terminal.sees("in-the-editor")
      try await body(terminal)
    }
  }

  private func expectRestored(_ terminal: PseudoTerminal, after way: String) {
    let ledger = terminal.ledger
    #expect(ledger.isClean, "\(way) left \(ledger)")
    #expect(terminal.isCooked, "\(way) left the terminal raw")
    for mode in [1049, 2004, 1004] {
      #expect(
        ledger.endings[mode] == 1, "\(way) turned \(mode) off \(ledger.endings[mode] ?? 0) times")
    }
  }

  @Test func `each signal that ends a program restores the terminal, once`() async throws {
    try await withAlice { world in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, signal) in Self.signals.enumerated() {
          if number >= Self.atOnce { try await group.next() }
          group.addTask { try await expectRestored(by: signal, in: world) }
        }
        try await group.waitForAll()
      }
    }
  }

  private static let atOnce = 4

  private func expectRestored(by signal: Int32, in world: World) async throws {
    try await PseudoTerminal.with(world, Self.client, answers: Self.answers) { terminal in
      try await ready(terminal)
      kill(terminal.process, signal)
      let end = await terminal.ended()
      let expected: PseudoTerminal.End =
        Self.requests.contains(signal) ? .exited(0) : .killed(signal)
      #expect(end == expected, "signal \(signal)")
      try await terminal.waits(for: "an end after \(signal)") { $0.ledger.modes.isEmpty }
      expectRestored(terminal, after: "signal \(signal)")
    }
  }

  @Test func `keys and commands that quit restore the terminal`() async throws {
    try await withAlice { world in
      for keys in ["\u{11}", "/quit\r"] {
        try await PseudoTerminal.with(world, Self.client, answers: Self.answers) { terminal in
          try await ready(terminal)
          terminal.type(keys)
          #expect(await terminal.ended() == .exited(0))
          expectRestored(terminal, after: keys.debugDescription)
        }
      }
    }
  }

  @Test func `a broken pipe does not end the client`() async throws {
    try await withAlice { world in
      try await PseudoTerminal.with(world, Self.client, answers: Self.answers) { terminal in
        // The earliest moment, and a later one.
        try await terminal.waits(for: "the screen") { $0.ledger.modes.contains(2004) }
        kill(terminal.process, SIGPIPE)
        try await ready(terminal)
        try await terminal.sees("\u{1B}]2;Crew")
        kill(terminal.process, SIGPIPE)
        terminal.paste("still here")
        try await terminal.sees("still here")
        terminal.type("\u{11}")
        #expect(await terminal.ended() == .exited(0))
        expectRestored(terminal, after: "PIPE")
      }
    }
  }

  @Test(arguments: [[SIGSEGV], [SIGHUP, SIGTERM]])
  func `neither a crash nor a second request to end waits for an editor`(
    signals: [Int32]
  ) async throws {
    try await withAlice { world in
      let script = try script("editor", in: world, "trap '' HUP; echo in-the-editor")
      try await whileEditing(by: script.path, in: world) { terminal in
        expectRestored(terminal, after: "the editor")
        try await until("the editor") { try self.id(of: script) != nil }
        let editor = try #require(try id(of: script))
        defer { kill(editor, SIGKILL) }
        for signal in signals { kill(terminal.process, signal) }
        let end = await terminal.ended()
        #expect(signals.map { .killed($0) }.contains(end))
        // What was given back already is not given back again.
        expectRestored(terminal, after: "\(signals) in the editor")
      }
    }
  }

  @Test func `Ctrl+C and Ctrl+Backslash in an editor are for the editor alone`() async throws {
    try await withAlice { world in
      let fifo = world.home.appendingPathComponent("editor.fifo").path
      let script = try script(
        "editor", in: world,
        "echo in-the-editor; read line < '\(fifo)'; echo \"$line\" > \"$1\"; exit 0")
      // A shell that waits for the editor ignores the signals too.
      let editor = "trap '' INT QUIT; exec \(script.path)"
      try await whileEditing(by: editor, in: world) { terminal in
        let keys = [("\u{3}", "^C"), ("\u{3}", "^C^C"), ("\u{1C}", "^C^C^\\")]
        for (key, echo) in keys {
          terminal.type(key)
          // The terminal shows a key when it has sent its signal.
          try await terminal.sees(echo)
        }
        // Open for both directions, so that this does not wait for an editor that has ended.
        let writer = open(fifo, O_RDWR | O_CLOEXEC)
        defer { close(writer) }
        let line = "kept-by-the-editor\n"
        #expect(write(writer, line, line.utf8.count) == line.utf8.count)
        try await goesOn(terminal, with: "kept-by-the-editor")
        await quits(terminal)
      }
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `an editor that does not end holds nobody, and its saved text is kept`(
    signal: Int32
  ) async throws {
    try await withAlice { world in
      let script = try script("editor", in: world, "echo saved >> \"$1\"; echo in-the-editor")
      try await whileEditing(by: script.path, in: world) { terminal in
        kill(terminal.process, signal)
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.ledger.isClean && terminal.isCooked, "\(terminal.ledger)")
        if let editor = try id(of: script) { #expect(!isRunning(editor)) }
      }
      try await PseudoTerminal.with(world, Self.client, answers: Self.answers) { terminal in
        try await terminal.sees("saved")
      }
    }
  }

  @Test func `a text that an editor rescues when it has to end is kept, and its place is shown`()
    async throws
  {
    try await withAlice { world in
      let script = try script(
        "editor", in: world,
        "trap 'echo rescued > \"$1.save\"; exit 1' HUP; echo in-the-editor; sleep 1000 & wait")
      try await whileEditing(by: script.path, in: world) { terminal in
        kill(terminal.process, SIGTERM)
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.ledger.isClean && terminal.isCooked, "\(terminal.ledger)")
        let folder = try #require(try rescued(in: world))
        // Only what comes after the second screen can be read by then.
        let end = terminal.text.range(of: "\u{1B}[?1049l", options: .backwards)
        let rest = try #require(end.map { terminal.text[$0.upperBound...] })
        #expect(rest.contains(folder.path), "\(rest)")
      }
    }
  }

  @Test func `a text that an editor rescues when it crashes is kept, and its place is shown`()
    async throws
  {
    try await withAlice { world in
      let script = try script(
        "editor", in: world, "echo rescued > \"$1.save\"; kill -KILL $$")
      try await PseudoTerminal.with(
        world, Self.client, environment: ["EDITOR": script.path], columns: 200,
        answers: Self.answers
      ) { terminal in
        try await ready(terminal)
        terminal.type("\u{1B}e")
        try await until("what is rescued") { try self.rescued(in: world) != nil }
        let folder = try #require(try rescued(in: world))
        try await terminal.sees(folder.lastPathComponent)
        terminal.type("\u{11}")
        #expect(await terminal.ended() == .exited(0))
        #expect(try rescued(in: world) == folder)
      }
    }
  }

  /// Waits until the client has the terminal again, and shows what an editor has written.
  private func goesOn(_ terminal: PseudoTerminal, with text: String) async throws {
    try await terminal.waits(for: "the client") {
      $0.text.contains(text) && $0.ledger.modes.contains(2004) && !$0.isCooked
    }
  }

  /// Quits the client, which gives the terminal back.
  private func quits(_ terminal: PseudoTerminal) async {
    terminal.type("\u{11}")
    #expect(await terminal.ended() == .exited(0))
    #expect(terminal.ledger.isClean && terminal.isCooked, "\(terminal.ledger)")
  }

  /// The folder in which an editor has rescued a text beside the one that it was given.
  private func rescued(in world: World) throws -> URL? {
    try FileManager.default.contentsOfDirectory(atPath: world.temporary.path)
      .map { world.temporary.appendingPathComponent($0) }
      .first {
        FileManager.default.contents(atPath: $0.path + "/message.md.save") == Data("rescued\n".utf8)
      }
  }

  @Test func `Ctrl+Z in an editor is ignored where nobody could continue the client`() async throws
  {
    try await withAlice { world in
      let editor = try script(
        "editor", in: world,
        "echo in-the-editor; kill -TSTP 0; echo went-on > \"$1\"; exit 0")
      // The client leads the session, so its process group is orphaned.
      try await whileEditing(by: editor.path, in: world) { terminal in
        try await goesOn(terminal, with: "went-on")
        await quits(terminal)
      }
    }
  }

  @Test func `an editor that is stopped stops the client with it, and both go on`() async throws {
    try await withAlice { world in
      let editor = try script(
        "editor", in: world, "echo in-the-editor; kill -TSTP 0; echo edited > \"$1\"; exit 0")
      try await PseudoTerminal.with(
        world, ["/bin/sh", "-i"], environment: ["PS1": "shell> ", "EDITOR": editor.path],
        answers: Self.answers
      ) { terminal in
        try await terminal.sees("shell> ")
        terminal.type(Self.client.joined(separator: " ") + "\r")
        try await ready(terminal)
        let locks = ["engine.lock", "attendance.lock"]
        try await until("the engine") { !locks.contains { self.isFree($0, in: world) } }
        terminal.type("\u{1B}e")
        try await terminal.sees("in-the-editor")
        try await terminal.waits(for: "a stop") { $0.text.contains("Stopped") && $0.isCooked }
        for lock in locks { #expect(isFree(lock, in: world), "\(lock)") }
        terminal.type("echo stopped-$((40 + 1))\r")
        try await terminal.sees("stopped-41")
        terminal.type("fg\r")
        try await goesOn(terminal, with: "edited")
        terminal.type("\u{11}")
        try await terminal.waits(for: "the end") {
          $0.ledger.isClean && $0.isCooked && $0.text.hasSuffix("shell> ")
        }
        terminal.type("exit\r")
        _ = await terminal.ended()
      }
    }
  }

  @Test(arguments: ["\u{11}", "SIGTERM"])
  func `a viewer that stays open does not hold the client`(way: String) async throws {
    try await withAlice { world in
      try await world.did("alice", "send", "Crew", "see https://example.com/plan")
      let opener = try script("opener", in: world, ":")
      let settings = world.home.appendingPathComponent("config")
      try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
      try Data("opener = \"\(opener.path)\"\n".utf8)
        .write(to: settings.appendingPathComponent("config.toml"))
      try await PseudoTerminal.with(world, Self.client, answers: Self.answers) { terminal in
        try await ready(terminal)
        try await terminal.sees("example.com/plan")
        terminal.paste("/open")
        try await terminal.sees("/open")
        terminal.type("\r")
        try await until("the viewer") { try self.id(of: opener) != nil }
        let viewer = try #require(try id(of: opener))
        defer { kill(viewer, SIGKILL) }
        if way == "SIGTERM" { kill(terminal.process, SIGTERM) } else { terminal.type(way) }
        #expect(await terminal.ended() == .exited(0))
        expectRestored(terminal, after: way)
        #expect(isRunning(viewer))
      }
    }
  }

  /// A program that does something, writes its id beside itself, and waits for somebody who never comes.
  private func script(_ name: String, in world: World, _ line: String) throws -> URL {
    let file = world.home.appendingPathComponent(name)
    let path = file.path
    try #require(mkfifo(path + ".fifo", 0o600) == 0)
    try Data("#!/bin/sh\n\(line)\necho $$ > '\(path).id'\nread line < '\(path).fifo'\n".utf8)
      .write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return file
  }

  /// Whether no process has a lock in alice's profile.
  private func isFree(_ lock: String, in world: World) -> Bool {
    let path = world.home.appendingPathComponent("data/profiles/alice/\(lock)").path
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    return descriptor < 0 || flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  private func id(of script: URL) throws -> pid_t? {
    let text = try? String(contentsOfFile: script.path + ".id", encoding: .utf8)
    return text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  @Test(arguments: [[SIGTERM, SIGHUP], [SIGQUIT]])
  func `a client whose terminal takes nothing any more can be ended`(
    signals: [Int32]
  ) async throws {
    try await withAlice { world in
      try await PseudoTerminal.with(world, Self.client, answers: Self.answers) { terminal in
        try await ready(terminal)
        terminal.stopReading()
        var (columns, looks) = (0, 0)
        // More pictures than the kernel keeps.
        try await until("a client that waits for its terminal") {
          columns = (columns + 1) % 50
          terminal.resize(columns: 60 + columns, rows: 24)
          looks = terminal.isBlocked ? looks + 1 : 0
          return looks == 10
        }
        for signal in signals { kill(terminal.process, signal) }
        #expect(await signals.map { .killed($0) }.contains(terminal.ended()))
        expectRestored(terminal, after: "\(signals) with a terminal that hangs")
      }
    }
  }

  @Test func `stopping and continuing restores and takes the terminal again`() async throws {
    try await withAlice { world in
      let shell = ["/bin/sh", "-i"]
      try await PseudoTerminal.with(
        world, shell, environment: ["PS1": "shell> "], answers: Self.answers
      ) { terminal in
        try await terminal.sees("shell> ")
        terminal.type(Self.client.joined(separator: " ") + "\r")
        try await ready(terminal)
        for round in 1...2 {
          terminal.type("\u{1A}")
          // The client discards what is typed before it stops, so the shell has to speak first.
          try await terminal.waits(for: "a stop") {
            $0.text.split(separator: "Stopped").count > round && $0.isCooked
          }
          terminal.type("echo stopped-$((\(round) + 40))\r")
          try await terminal.sees("stopped-\(round + 40)")
          #expect(terminal.ledger.isClean, "\(terminal.ledger)")
          terminal.type("fg\r")
          try await terminal.waits(for: "the client") {
            $0.ledger.modes.contains(2004) && $0.ledger.keyboardDepth == 1 && !$0.isCooked
          }
        }
        terminal.type("\u{11}")
        // What is typed before the client has ended is discarded, so the shell has to speak first.
        try await terminal.waits(for: "the end") {
          $0.ledger.modes.isEmpty && $0.isCooked && $0.text.hasSuffix("shell> ")
        }
        #expect(terminal.ledger.isClean, "\(terminal.ledger)")
        #expect(terminal.ledger.endings[1049] == 3)
        terminal.type("exit\r")
        _ = await terminal.ended()
      }
    }
  }

  @Test(arguments: ["linux", "vt100"])
  func `a terminal without a second screen is left empty, without a byte that it would print`(
    type: String
  ) async throws {
    try await withAlice { world in
      try await PseudoTerminal.with(world, Self.client, environment: ["TERM": type]) { terminal in
        try await terminal.sees("help")
        terminal.paste("hello")
        try await terminal.sees("hello")
        terminal.type("\u{11}")
        #expect(await terminal.ended() == .exited(0))
        let text = terminal.text
        // No control strings, no questions, and no sequences with another introducer than these know.
        for strange in ["\u{1B}]", "\u{1B}P", "\u{1B}_", "\u{1B}[>", "\u{1B}[<", "[6n", "[c", "$p"]
        {
          #expect(!text.contains(strange), "\(strange.debugDescription)")
        }
        #expect(terminal.ledger.isClean && terminal.isCooked, "\(terminal.ledger)")
        let clear = text.range(of: "\u{1B}[H\u{1B}[J", options: .backwards)
        let rest = try #require(clear.map { text[$0.upperBound...] })
        #expect(!rest.contains("help") && !rest.contains("hello"))
      }
    }
  }

  /// `delay` is longer than most terminals need.
  @Test(arguments: [0, 300])
  func `answers that come after the end are not typed into the shell`(
    delay: Int32
  ) async throws {
    try await withAlice { world in
      // The fence is answered only when the client leaves the second screen.
      let late: PseudoTerminal.Answers = [("\u{1B}[?1049l", "\u{1B}[?0u\u{1B}[?62;c")]
      try await PseudoTerminal.with(
        world, Self.client, answers: late, answerMilliseconds: delay
      ) { terminal in
        try await terminal.sees("help")
        terminal.type("\u{11}")
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.ledger.isClean && terminal.isCooked)
        #expect(terminal.unreadCount() == 0)
      }
    }
  }
}
