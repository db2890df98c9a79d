import Foundation
import Scenarios
import Simulation
import TestSupport
import Testing

/// Scenarios on the virtual clock, and the mistakes that files can have.
struct ScenarioTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/scenarios")

  private func play(_ text: String) async throws -> ScenarioResult {
    try await withTemporaryDirectory(in: Place.memory) { directory in
      let scenario = try Scenario(yaml: text)
      let stage = try await VirtualStage.open(scenario, directory: directory)
      return try await ScenarioRunner(scenario, on: stage, clock: ContinuousClock()).run()
    }
  }

  @Test(arguments: [
    "first-chat", "routing", "lost-answer", "offline-queue", "conflicting-edits",
    "permission-in-flight", "revocation", "token-expiry", "zone-purge", "re-acceptance",
    "attachment", "throttling", "sign-out", "wrong-clock", "another-application", "rights",
    "second-thoughts", "tour",
  ])
  func `each scenario of the pages passes on the virtual clock`(name: String) async throws {
    let file = Self.folder.appending(path: name + ".yaml")
    let result = try await play(try String(contentsOf: file, encoding: .utf8))
    #expect(result.isPassed, "\(ScenarioStory().failures(result))")
    #expect(SequenceDiagram.text(result).contains("cloud"))
  }

  @Test func `a scenario that is written and read again is the same`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(names.count >= 12)
    for name in names {
      let file = Self.folder.appending(path: name)
      var scenario = try Scenario(yaml: try String(contentsOf: file, encoding: .utf8))
      var again = try Scenario(yaml: scenario.yaml)
      for index in scenario.steps.indices { scenario.steps[index].line = 0 }
      for index in again.steps.indices { again.steps[index].line = 0 }
      #expect(scenario == again, "\(name):\n\(scenario.yaml)")
    }
  }

  @Test func `every step, and texts that look like the format, are written and read again`() throws
  {
    let text = """
      scenario: "- yes: {no}"
      about: "one\\ntwo\\t\\e[31m"
      people: {ann: [one, two], bob: }
      noise: {seed: 18446744073709551615, latency: 50 ms, chances: {crash: 0.01, lost-answer: 0.2},
              page-limit: 2, batch-limit: 3, from: 20 s, to: 90 s, broken-rule: overwrites,
              new-devices: yes, watched: yes}
      steps:
        - {as: ann.one, create: "&a", at: 1 s}
        - {as: ann.one, create: "*b 😀", at: 1.5 s}
        - {as: ann.one, invite: bob, in: "&a", right: read-only, at: 3 s}
        - {as: bob, accept: "&a"}
        - {as: ann.two, send: ["#1", "null", "", " two "], in: "&a"}
        - {as: ann.two, send: "'", in: "&a", answers: "#1"}
        - {as: ann.one, attach: a.txt, with: "~", content: "x: y", in: "&a"}
        - {as: ann.one, attach: b.bin, size: 12, in: "&a"}
        - {as: bob, download: a.txt, in: "&a"}
        - {as: bob, react: "👍", message: "null", in: "&a"}
        - {as: bob, react: "👍", message: "null", in: "&a", remove: yes}
        - {as: ann.one, pin: "#1", in: "&a", remove: yes}
        - {as: bob, decline: "*b 😀", refused: "no: link"}
        - {as: ann.one, permit: bob, in: "&a", to: read-write}
        - {as: ann.one, open-link: none, in: "&a", meanwhile: yes}
        - {as: ann.one, remove: bob, in: "&a", elsewhere: yes}
        - {as: ann.one, plant: topic, in: "&a", elsewhere: yes}
        - {as: ann.one, retry: ["#1", "null"], in: "&a"}
        - {as: bob, join: "zonechat://join/none", refused: "not an invitation link"}
        - {as: bob, search: "#1", in: "&a", finds: []}
        - {as: bob, search: two, in: "&a", finds: [" two ", "two: 2"]}
        - {as: bob, pin-chat: "&a"}
        - {as: bob, archive: "&a", remove: yes}
        - {as: bob, notify: mentions, in: "&a"}
        - as: bob
          expect: {in: "&a", count: 4, mentions: 0, pinned: yes, archived: no, notify: mentions,
                   messages: [{text: now, earlier: [before, "no"]}]}
        - {as: ann.one, drop: "#1", in: "&a"}
        - {as: ann.two, skew: -90 s}
        - {as: ann.two, offline: 5 minutes}
        - {as: ann.two, offline: }
        - {as: bob, sign-out: }
        - expire-tokens: "&a"
        - {expire-tokens: , of: bob, database: shared}
        - {throttle: bob, for: 20 s}
        - end-fault: x-1
      """
    var scenario = try Scenario(yaml: text)
    var again = try Scenario(yaml: scenario.yaml)
    for index in scenario.steps.indices { scenario.steps[index].line = 0 }
    for index in again.steps.indices { again.steps[index].line = 0 }
    #expect(scenario == again, "\(scenario.yaml)")
  }

  @Test func `the schema of the pages is the one that files are read with`() throws {
    let page = Self.folder.deletingLastPathComponent().appending(path: "scenarios.schema.json")
    #expect(
      try String(contentsOf: page, encoding: .utf8) == ScenarioSchema.text + "\n",
      "Run: zonechat scenario schema > docs/scenarios.schema.json")
  }

  @Test func `the tables of the page are those that files are read with`() throws {
    let page = Self.folder.deletingLastPathComponent().appending(path: "scenarios.md")
    #expect(
      try String(contentsOf: page, encoding: .utf8).contains(StepTables.text),
      "Run: zonechat scenario schema --tables")
  }

  @Test func `a list of messages is a step for each, and what waits is said as a file can have it`()
    async throws
  {
    let result = try await play(
      """
      scenario: Waiting
      people: [alice, bob]
      steps:
        - {as: alice, create: Weekend}
        - {as: alice, invite: bob}
        - {as: bob, accept: Weekend}
        - {as: alice, permit: bob, to: read-only, meanwhile: yes}
        - {as: bob, offline: }
        - {as: bob, send: [one, two, three]}
        - {as: bob, attach: a.bin, content: x}
        - as: bob
          expect: {outbox: [one, two, three, {subject: message, text: ""}, a.bin], count: 4}
        - {as: bob, drop: [one, three]}
        - as: bob
          expect: {outbox: [{subject: message, text: two, state: queued}], within: 1 s}
      """)
    #expect(result.steps.map(\.step.line) == [4, 5, 6, 7, 8, 9, 10, 11, 13, 13, 14])
    guard case .failed(let why)? = result.steps.last?.outcome else {
      Issue.record("\(ScenarioStory().failures(result))")
      return
    }
    #expect(why.contains("{subject: message, text: two, state: queued}"), "\(why)")
  }

  @Test func `the list of chats, a search, a wrong link and earlier texts can be asked for`()
    async throws
  {
    let result = try await play(
      """
      scenario: Everything else
      people: [alice, bob]
      steps:
        - {as: bob, join: "zonechat://join/none", refused: is not an invitation link}
        - {as: alice, create: Weekend}
        - {as: alice, invite: bob}
        - {as: bob, accept: Weekend}
        - {as: alice, send: [Hello @bob, Nobody]}
        - as: bob
          expect: {count: 2, unread: 2, mentions: 1, pinned: no, archived: no, notify: all}
        - {as: bob, search: hello, finds: Hello @bob}
        - {as: bob, search: never, finds: []}
        - {as: alice, edit: Nobody, to: Somebody}
        - as: bob
          expect: {includes: [{text: Somebody, edited: yes, earlier: Nobody}]}
        - {as: bob, pin-chat: }
        - {as: bob, archive: Weekend}
        - {as: bob, notify: none}
        - {as: bob, expect: {pinned: yes, archived: yes, notify: none}}
        - {as: bob, pin-chat: Weekend, remove: yes}
        - {as: bob, archive: , remove: yes}
        - {as: bob, expect: {pinned: no, archived: no}}
      """)
    #expect(result.isPassed, "\(ScenarioStory().failures(result))")
  }

  @Test func `a search that finds something else fails, and is no refusal`() async throws {
    let result = try await play(
      """
      scenario: Wrong search
      people: [alice]
      steps:
        - {as: alice, create: Weekend}
        - {as: alice, send: Hello}
        - {as: alice, search: hello, finds: [], refused: finds}
      """)
    guard case .failed(let why)? = result.steps.last?.outcome else {
      Issue.record("\(result.steps)")
      return
    }
    #expect(why.contains("‘Hello’"), "\(why)")
  }

  @Test func `an expectation that is wrong fails with what is there, and ends the scenario`()
    async throws
  {
    let result = try await play(
      """
      scenario: Wrong
      people: [alice]
      steps:
        - {as: alice, create: Weekend}
        - {as: alice, send: Hello}
        - as: alice
          expect: {messages: [Goodbye], within: 1 s}
        - {as: alice, send: Never}
      """)
    #expect(!result.isPassed)
    guard case .failed(let why) = result.steps[2].outcome else {
      Issue.record("\(result.steps[2].outcome)")
      return
    }
    #expect(why.contains("‘Hello’") && result.steps[2].step.line == 6)
    #expect(result.steps[3].outcome == .notRun)
    let xml = JUnitReport.text([(file: "wrong.yaml", result: result)])
    #expect(xml.contains("failures=\"1\" skipped=\"1\"") && xml.contains("line 6"))
  }

  @Test func `a wrong count of requests and a missing refusal fail`() async throws {
    let head = "scenario: S\npeople: [alice]\nsteps:\n  - {as: alice, create: C}\n"
    let requests = try await play(
      head + "  - requests:\n      - {by: alice, operation: zones/modify, times: 7}\n")
    #expect(!requests.isPassed)
    let refusal = try await play(head + "  - {as: alice, send: Hi, refused: never}\n")
    #expect(!refusal.isPassed)
  }

  @Test(arguments: [
    ("", 1, 1, "is empty"), ("steps: [", 2, 1, "not YAML"),
    ("scenario: A\npeople: [a]\nsteps:\n  - {as: b, create: C}", 4, 10, "no device ‘b’"),
    ("scenario: A\npeople: [a]\nsteps:\n  - {as: a, sing: C}", 4, 13, "no step ‘sing’"),
    ("scenario: A\npeople: [a]\nsteps:\n  - {as: a, send: Hi}", 4, 5, "no chat is made"),
    (
      "scenario: A\npeople: [a]\nsteps:\n  - {as: a, create: C}\n  - {as: a, send: Hi, too: x}", 5,
      23, "has no ‘too’"
    ),
    ("scenario: A\npeople: [a]\nsteps:\n  - advance: soon", 4, 14, "not ‘soon’"),
    (
      "scenario: A\npeople: [a]\nsteps:\n  - {as: a, create: C, at: -5 s}", 4, 28,
      "before the start"
    ),
    (
      "scenario: A\npeople: [a]\nsteps:\n  - {as: a, create: C}\n  - {as: a, drop: []}", 5, 18,
      "empty list"
    ),
    ("scenario: A\npeople: &p [a]\nsteps: *p", 2, 9, "anchors"),
    ("scenario: A\npeople: [a]\nsteps:\n  - fault: {effect: burn}", 4, 21, "the effects are"),
  ])
  func `a mistake has its line and column`(
    text: String, line: Int, column: Int, words: String
  ) throws {
    let problem = try #require(throws: ScenarioProblem.self) { try Scenario(yaml: text) }
    #expect(problem.place == .init(line: line, column: column), "\(problem)")
    #expect(problem.text.contains(words), "\(problem)")
  }

  @Test func `a title and a text that a device keeps in another form break no invariant`()
    async throws
  {
    let result = try await play(
      """
      scenario: Odd texts
      people: [alice]
      steps:
        - {as: alice, create: " \\e[31mred "}
        - {as: alice, rename: "blue\\u0007 "}
        - {as: alice, send: Hello}
        - {as: alice, edit: Hello, to: "Goodbye\\n"}
      """)
    #expect(result.isPassed, "\(ScenarioStory().failures(result))")
  }

  @Test func `nesting without end is refused`() {
    for deep in [String(repeating: "[", count: 100_000), String(repeating: "- ", count: 100_000)] {
      #expect(throws: ScenarioProblem.self) { try Scenario(yaml: "steps: \n" + deep) }
    }
  }
}
