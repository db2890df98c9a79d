import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#endif

/// The full-screen client in terminals of all kinds, byte by byte.
@Suite(.timeLimit(.minutes(15)))
struct OddTerminalTests {
  private static let client = [Program.executable.path, "--profile", "alice"]
  private static let quit = "\u{11}"

  private func withAlice(_ body: (World) async throws -> Void) async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await body(world)
    }
  }

  /// The numbers of all styles (SGR) that were sent.
  private func styles(_ text: String) -> Set<Int> {
    var numbers: Set<Int> = []
    for part in text.components(separatedBy: "\u{1B}[").dropFirst() {
      let parameters = part.prefix { $0.isNumber || $0 == ";" }
      guard part.dropFirst(parameters.count).first == "m" else { continue }
      numbers.formUnion(parameters.split(separator: ";").compactMap { Int($0) })
    }
    return numbers
  }

  private static let colors = Set(30...38).union(40...48).union(90...107)

  @Test func `a terminal that cannot be used gets one line`() async throws {
    try await withAlice { world in
      let environment = ["TERM": "no-such-terminal"]
      try await PseudoTerminal.with(world, Self.client, environment: environment) { terminal in
        #expect(await terminal.ended() == .exited(1))
        try await terminal.sees("is not supported. Set TERM")
        #expect(!terminal.text.contains("\u{1B}") && terminal.isCooked)
      }
    }
  }

  @Test func `a terminal like xterm of which the host has no description is used like xterm`()
    async throws
  {
    try await withAlice { world in
      let environment = ["TERM": "xterm-nobody-has-this"]
      try await PseudoTerminal.with(world, Self.client, environment: environment) { terminal in
        try await terminal.sees("xterm-nobody-has-this")
        terminal.type(Self.quit)
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.isCooked)
      }
    }
  }

  @Test(arguments: ["dumb", nil])
  func `a terminal that can only show lines gets lines`(type: String?) async throws {
    try await withAlice { world in
      try await PseudoTerminal.with(world, Self.client, environment: ["TERM": type]) { terminal in
        try await terminal.sees("line by line, as alice")
        terminal.type("quit\r")
        #expect(await terminal.ended() == .exited(0))
        #expect(!terminal.text.contains("\u{1B}") && terminal.isCooked)
      }
    }
  }

  @Test func `each number of colours has its styles, and without colours the emphasis stays`()
    async throws
  {
    try await withAlice { world in
      let cases: [(environment: [String: String?], hasColors: Bool)] = [
        (["TERM": "xterm-256color"], true), (["TERM": "xterm"], true), (["TERM": "vt100"], false),
        (["TERM": "xterm-mono"], false), (["NO_COLOR": "1"], false),
        (["NO_COLOR": "1", "COLORTERM": "truecolor"], false),
      ]
      for (environment, hasColors) in cases {
        try await PseudoTerminal.with(world, Self.client, environment: environment) { terminal in
          // The chat is open: no Enter counts in the moment in which one comes up.
          try await terminal.sees("No messages in this chat")
          // An unknown command is told of in the colour of mistakes.
          terminal.paste("/nonsense")
          try await terminal.sees("nonsense")
          terminal.type("\r")
          try await terminal.sees("no command")
          terminal.type(Self.quit)
          _ = await terminal.ended()
          let styles = styles(terminal.text)
          #expect(styles.isDisjoint(with: Self.colors) == !hasColors, "\(environment): \(styles)")
          #expect(styles.contains(1), "\(environment): \(styles)")
        }
      }
    }
  }

  @Test func `a storm of sizes ends with the picture of the last one`() async throws {
    try await withAlice { world in
      try await PseudoTerminal.with(world, Self.client) { terminal in
        try await terminal.sees("help")
        for step in 0..<100 {
          let (columns, rows) =
            switch step % 4 {
            case 0: (1, 1)
            case 1: (500, 200)
            case 2: (1 + step * 5, 1 + step)
            default: (500 - step * 4, 1 + step % 30)
            }
          terminal.resize(columns: columns, rows: rows)
        }
        terminal.resize(columns: 83, rows: 24)
        let before = terminal.output.count
        terminal.paste("after the storm")
        try await terminal.waits(for: "the text") {
          String(decoding: $0.output[before...], as: UTF8.self).contains("after the storm")
        }
        terminal.type(Self.quit)
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.ledger.isClean && terminal.isCooked, "\(terminal.ledger)")
      }
    }
  }

  @Test func `answers that come late, twice, in pieces or unasked are not typed`() async throws {
    try await withAlice { world in
      try await PseudoTerminal.with(world, Self.client) { terminal in
        try await terminal.sees("help")
        let answers =
          "\u{1B}[?0u\u{1B}[?2026;2$y\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[2;21R\u{1B}[?62;c"
        for character in answers + answers { terminal.type(String(character)) }
        terminal.type(answers)
        terminal.paste("typed")
        try await terminal.sees("typed")
        terminal.type(Self.quit)
        #expect(await terminal.ended() == .exited(0))
        #expect(!terminal.text.contains("rgb") && !terminal.text.contains("2026;2"))
        #expect(terminal.ledger.isClean, "\(terminal.ledger)")
      }
    }
  }

  @Test func `answers change the sequences for emoji, links and the background, and no column`()
    async throws
  {
    try await withAlice { world in
      let link = "https://example.org/page"
      try await world.did("alice", "send", "Crew", "one 👩\u{200D}💻 two \(link)")
      // Nobody answers: the first part of the emoji, with a line under it.
      try await PseudoTerminal.with(world, Self.client) { terminal in
        try await terminal.sees("\u{1B}]8;id=")
        try await terminal.sees(";\(link)\u{1B}\\\(link)\u{1B}]8;;\u{1B}\\")
        let pictures = terminal.text.components(separatedBy: "\u{1B}[c").dropFirst().joined()
        #expect(pictures.contains("👩") && !pictures.contains("👩\u{200D}💻"))
        terminal.type(Self.quit)
        _ = await terminal.ended()
      }
      let answers: PseudoTerminal.Answers = [
        ("👩\u{200D}💻\u{1B}[6n", "\u{1B}[2;21R"), ("\u{1B}]11;?", "\u{1B}]11;rgb:ff/ff/ff\u{1B}\\"),
        ("\u{1B}[?2026$p", "\u{1B}[?2026;2$y"),
      ]
      try await PseudoTerminal.with(world, Self.client, answers: answers) { terminal in
        try await terminal.waits(for: "the whole emoji") {
          $0.text.components(separatedBy: "\u{1B}[c").dropFirst().joined()
            .contains("👩\u{200D}💻")
        }
        try await terminal.waits(for: "a picture at once") {
          $0.text.contains("\u{1B}[?2026h") && $0.text.contains("\u{1B}[?2026l")
        }
        terminal.type(Self.quit)
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.ledger.isClean, "\(terminal.ledger)")
      }
    }
  }

  @Test func `Shift+Enter begins a line in a terminal that answers like xterm`() async throws {
    try await withAlice { world in
      let answers: PseudoTerminal.Answers = [
        ("\u{1B}[>q", "\u{1B}P>|XTerm(384)\u{1B}\\"), ("\u{1B}[c", "\u{1B}[?64;1;2c"),
      ]
      try await PseudoTerminal.with(world, Self.client, answers: answers) { terminal in
        try await terminal.sees("\u{1B}[>4;1m")
        try await terminal.sees("only you")
        terminal.type("one\u{1B}[27;2;13~two\r")
        try await terminal.waits(for: "two rows") { $0.text.contains("two") }
        terminal.type(Self.quit)
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.ledger.isClean, "\(terminal.ledger)")
      }
      #expect(try await world.messages("alice", in: "Crew").map(\.text) == ["one\ntwo"])
    }
  }

  @Test func `notes in one write are one text, and a command in them is none`() async throws {
    try await withAlice { world in
      let answers: PseudoTerminal.Answers = [
        ("\u{1B}[?u", "\u{1B}[?0u"), ("\u{1B}[c", "\u{1B}[?64;1;2c"),
      ]
      try await PseudoTerminal.with(world, Self.client, answers: answers) { terminal in
        try await terminal.sees("\u{1B}[>5u")
        try await terminal.sees("only you")
        terminal.type("notes:\r/delete\r\rthe rest\r")
        try await terminal.sees("the rest")
        terminal.type("\r")
        try await terminal.sees("the beginning of the chat")
        // Ctrl+Й of a terminal with the kitty protocol.
        terminal.type("\u{1B}[1081::113;5u")
        #expect(await terminal.ended() == .exited(0))
        #expect(terminal.ledger.isClean, "\(terminal.ledger)")
      }
      #expect(
        try await world.messages("alice", in: "Crew").map(\.text) == ["notes:\n/delete\n\nthe rest"]
      )
    }
  }

  @Test func `an idle client writes nothing and wakes up for nothing`() async throws {
    try await withAlice { world in
      try await PseudoTerminal.with(world, Self.client) { terminal in
        try await terminal.sees("help")
        // The start does its work, and now and then a long poll of the engine ends; between, there is silence.
        var quietest = Int.max
        for _ in 1...4 where quietest > Self.ownSwitches {
          while await terminal.writesSomething(within: .seconds(2)) {}
          let before = Self.switches(of: terminal.process)
          #expect(await !terminal.writesSomething(within: .seconds(3)))
          quietest = min(quietest, Self.switches(of: terminal.process) - before)
        }
        #expect(quietest <= Self.ownSwitches)
        terminal.type(Self.quit)
        _ = await terminal.ended()
      }
    }
  }

  /// The switches of the runtime itself in three seconds: libdispatch looks after its threads once a second.
  private static let ownSwitches = 4

  /// The number of times that the threads of a process went to sleep, and so were woken up.
  private static func switches(of process: pid_t) -> Int {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return threads.reduce(0) { sum, thread in
      // A thread may end while the folder is read.
      let status =
        (try? String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }
}
