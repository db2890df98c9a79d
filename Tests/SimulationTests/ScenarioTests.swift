import CloudModel
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

  /// The lines of docs/scenarios.md, by which programs of others play people.
  @Test(arguments: [
    (DeviceOrder.look, #"{"look":true}"#),
    (.advance(60), #"{"advance":60}"#),
    (.act(.accept(link: "abc")), #"{"accept":{"link":"abc"}}"#),
    (
      .act(.send(texts: ["Hello"], chat: "z", replyTo: nil)),
      #"{"send":{"chat":"z","texts":["Hello"]}}"#
    ),
    (
      .act(.invite(people: ["bob"], chat: "z", permission: .readWrite)),
      #"{"invite":{"chat":"z","people":["bob"],"permission":"READ_WRITE"}}"#
    ),
  ])
  func `an order to a device is one object with one key`(order: DeviceOrder, text: String) throws {
    let coder = JSONEncoder()
    coder.outputFormatting = .sortedKeys
    #expect(String(decoding: try coder.encode(order), as: UTF8.self) == text)
    #expect(try JSONDecoder().decode(DeviceOrder.self, from: Data(text.utf8)) == order)
  }

  @Test func `a reply may leave out what is usual, and nothing that tells chats apart`()
    throws
  {
    let text = #"{"view":{"chats":[{"zone":"z","messages":[{"text":"Hello"}]}]}}"#
    let reply = try JSONDecoder().decode(DeviceReply.self, from: Data(text.utf8))
    let chat = try #require(reply.view?.chats.first)
    #expect(chat.messages.map(\.text) == ["Hello"] && chat.access == .readWrite)
    #expect(reply.view?.isAtRest == true && reply.refusal == nil && !reply.isMistake)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(DeviceReply.self, from: Data(#"{"view":{"chats":[{}]}}"#.utf8))
    }
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

  @Test
  func `a list of messages is a step for each, and waiting items read as in a file`()
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
        - {as: bob, offline: }
        - {as: bob, send: [one, two, three]}
        - {as: bob, attach: a.bin, content: x}
        - as: bob
          expect: {outbox: [one, two, three, {subject: message, text: ""}, a.bin], count: 4}
        - {as: bob, drop: [one, three]}
        - as: bob
          expect: {outbox: [{subject: message, text: two, state: queued}], within: 1 s}
      """)
    #expect(result.steps.map(\.step.line) == [4, 5, 6, 7, 8, 9, 10, 12, 12, 13])
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

  @Test func `a wrong expectation fails with the actual value, and ends the scenario`()
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
      "not negative"
    ),
    (
      "scenario: A\npeople: [a]\nsteps:\n  - {as: a, create: C}\n  - {as: a, drop: []}", 5, 19,
      "empty list"
    ),
    ("scenario: A\npeople: &p [a]\nsteps: *p", 2, 9, "anchors"),
    ("scenario: A\npeople: [a]\nsteps:\n  - fault: {effect: burn}", 4, 21, "the effects are"),
    ("scenario: A\npeople: [a]\nsteps:\n  - {as: a, offline: -1 h}", 4, 22, "not negative"),
  ])
  func `a mistake has its line and column`(
    text: String, line: Int, column: Int, words: String
  ) throws {
    let problem = try #require(throws: ScenarioProblem.self) { try Scenario(yaml: text) }
    #expect(problem.place == .init(line: line, column: column), "\(problem)")
    #expect(problem.text.contains(words), "\(problem)")
  }

  @Test func `files of any bytes are sent, fetched, and seen again after a crash`() async throws {
    let result = try await play(
      """
      scenario: Any bytes
      people: [alice, bob]
      steps:
        - {as: alice, create: C}
        - {as: alice, invite: bob}
        - {as: bob, accept: C}
        - {as: alice, attach: plain.bin}
        - {as: alice, attach: small.bin, with: small, size: 5}
        - {as: alice, attach: large.bin, with: large, size: 2000000}
        - {as: bob, download: large.bin}
        - {as: bob, crash: }
        - {as: bob, restart: }
        - as: bob
          expect:
            includes: [{text: large, file: large.bin, file-here: yes}, {text: small, file-here: no}]
      """)
    #expect(result.isPassed, "\(ScenarioStory().failures(result))")
  }

  @Test func `the outcomes of single records and zones are shown, and ‘ok’ means all of them`()
    async throws
  {
    func ended(_ outcome: String) async throws -> (why: String, wire: [String]) {
      let result = try await play(
        """
        scenario: Refused
        people: [alice, bob]
        steps:
          - {as: alice, create: C}
          - {as: alice, invite: bob}
          - {as: bob, accept: C}
          - requests: [{by: bob, operation: changes/zone, outcome: ok}]
          - expire-tokens: C
          - {as: bob, offline: }
          - {as: bob, send: late}
          - {as: alice, permit: bob, to: read-only}
          - {as: bob, online: }
          - requests: [{by: bob, operation: changes/zone, outcome: CHANGE_TOKEN_EXPIRED}]
          - {as: alice, permit: bob, to: read-write}
          - fault: {effect: delay, milliseconds: 3000, of: bob, operation: records/modify, count: 1}
          - {as: bob, send: later}
          - {as: alice, permit: bob, to: read-only, meanwhile: yes}
          - as: bob
            expect: {within: 60 s, access: read-only, includes: [{text: later, state: failed}]}
          - requests: [{by: bob, operation: records/modify, outcome: \(outcome)}]
        """)
      let wire = result.steps.flatMap(\.traffic).map { $0.words(result.names) }
      guard case .failed(let why) = result.steps.last?.outcome else { return ("", wire) }
      return (why, wire)
    }
    let found = try await ended("ACCESS_DENIED")
    #expect(found.why.isEmpty, "\(found)")
    #expect(found.wire.contains("bob records/modify shared ‘C’ → ok (ACCESS_DENIED)"))
    #expect(found.wire.contains("bob changes/zone shared ‘C’ → CHANGE_TOKEN_EXPIRED"))
    let refused = try await ended("ok")
    #expect(refused.why.contains("→ ok (ACCESS_DENIED)"), "\(refused.why)")
  }

  @Test func `a stage that fails is a problem of its scenario, and no error of the product`()
    async throws
  {
    let scenario = try Scenario(
      yaml: "scenario: S\npeople: [alice]\nsteps:\n  - {as: alice, create: C, refused: disk}")
    let steps = try await ScenarioRunner(
      scenario, on: BrokenStage(acts: true), clock: ContinuousClock()
    ).run()
    #expect(steps.steps.map(\.outcome) == [.failed("The run could not go on: broken disk")])
    let end = try await ScenarioRunner(
      scenario, on: BrokenStage(acts: false), clock: ContinuousClock()
    ).run()
    #expect(end.problems == ["The run could not go on: broken disk"])
  }

  /// Scenarios that random worlds have found, made small; each broke an invariant before its cause was mended.
  @Test(arguments: [forgottenChat, resetWithoutFeed])
  func `scenarios that random worlds have found keep every invariant`(yaml: String) async throws {
    let result = try await play(yaml)
    #expect(result.isPassed, "\(ScenarioStory().failures(result))")
  }

  @Test func `a sentence that the checks repeat is said once, with its count`() async throws {
    let result = try await play(
      """
      scenario: Endings that are not noticed
      people: [alice, bob]
      noise: {seed: 1, to: 60 s, broken-rule: ignoresEndings}
      steps:
        - {as: alice, create: C}
        - {as: alice, invite: bob}
        - {as: bob, accept: C}
        - {as: bob, send: one}
        - {as: alice, delete-chat: C, elsewhere: yes}
        - {as: bob, send: two}
      """)
    #expect(Set(result.problems).count == result.problems.count)
    #expect(
      result.problems.contains {
        $0.hasPrefix("I25 is broken: ") && $0.hasSuffix(" times)")
      }, "\(result.problems)")
  }

  /// Alice leaves a chat while a page that still names it is on its way.
  private static let forgottenChat = """
    scenario: A chat that was left
    people: [alice, bob]
    noise:
      seed: 1
      latency: 400 ms
      chances:
        cut-poll: 0.02388630360531207
        doubled-request: 0.12065299576243507
        empty-page: 0.22656123819970495
      from: 17617 ms
      to: 53617 ms
    steps:
    - {as: bob, create: chat 2}
    - {as: bob, invite: alice}
    - {as: alice, accept: chat 2}
    - {as: alice, accept: chat 2}
    - {at: 26634 ms, as: bob, attach: file 4, with: "file 4!", content: file 4}
    - {at: 28294 ms, as: alice, leave: chat 2}
    """

  /// The encrypted data is reset before Alice's device has heard that Bob's message is not there any more.
  private static let resetWithoutFeed = """
    scenario: A message that nobody confirms
    people: [alice, bob]
    noise:
      seed: 3
      latency: 5 ms
      chances:
        failed-items: 0.12581435470567023
        lost-answer: 0.10755072993695552
        lost-notice: 0.21467258589797172
        refusal: 0.08196074484566147
      page-limit: 4
      from: 20806 ms
      to: 51806 ms
    steps:
    - {as: alice, create: chat 1}
    - {as: alice, invite: bob}
    - {at: 20810 ms, as: bob, accept: chat 1}
    - {as: bob, send: "bob1#3"}
    - {as: bob, drop: "bob1#3"}
    - {at: 49388 ms, reset-encryption: chat 1}
    """

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

/// A stage on which nothing works: it cannot act, or cannot judge.
private struct BrokenStage: ScenarioStage {
  struct DiskFailure: Error, CustomStringConvertible { let description = "broken disk" }

  let acts: Bool

  func perform(
    _ action: DeviceAction, on device: DeviceName, waiting: Bool,
    learn: @escaping @Sendable (DeviceAnswer) -> Void
  ) async throws {
    if acts { throw DiskFailure() }
  }

  func performElsewhere(_ action: DeviceAction, by person: String) async throws -> DeviceAnswer {
    DeviceAnswer()
  }

  func happen(_ event: DeviceEvent, to device: DeviceName) async throws {}
  func happen(_ event: WorldEvent) async throws {}
  func settle(within limit: Duration) async throws -> Duration { .zero }
  func pass(_ time: Duration) async throws {}
  func proceed(to time: Duration) async throws {}
  func view(of device: DeviceName) async throws -> DeviceView { .off }
  func traffic(from number: Int) async throws -> [ScenarioTraffic] { [] }

  func finish() async throws -> [String] {
    if acts { return [] }
    throw DiskFailure()
  }
}
