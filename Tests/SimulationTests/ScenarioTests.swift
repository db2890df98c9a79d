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
    "attachment", "throttling",
  ])
  func `each scenario of the pages passes on the virtual clock`(name: String) async throws {
    let file = Self.folder.appending(path: name + ".yaml")
    let result = try await play(try String(contentsOf: file, encoding: .utf8))
    #expect(result.isPassed, "\(ScenarioStory().failures(result))")
    #expect(SequenceDiagram.text(result).contains("cloud"))
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
