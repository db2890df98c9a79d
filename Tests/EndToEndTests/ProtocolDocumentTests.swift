import Foundation
import Subprocess
import Testing

/// `docs/protocol.md` and `docs/cloud.md` are a fixture: their commands run as written, and the answers
/// are those they show.
@Suite(.timeLimit(.minutes(15)))
struct ProtocolDocumentTests {
  @Test func `the commands in the protocol's pages work as written`() async throws {
    let examples = try ["docs/protocol.md", "docs/cloud.md"].flatMap(Self.examples)
    #expect(examples.count > 40)
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        let answers = try await Self.run(examples, against: cloud, world)
        for (example, answer) in zip(examples, answers) {
          guard let promised = example.answer else { continue }
          let given = try? JSONDecoder().decode(JSONValue.self, from: Data(answer.utf8))
          let differences = given.map { promised.differences(from: $0) } ?? ["no JSON: \(answer)"]
          #expect(differences == [], "\(example.place)")
        }
      }
    }
  }

  private static func examples(in page: String) throws -> [DocumentedExample] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../\(page)")
    return try DocumentedExample.all(in: try String(contentsOf: file, encoding: .utf8), of: page)
  }

  /// Runs every command in one shell; what each printed.
  private static func run(
    _ examples: [DocumentedExample], against cloud: CloudProcess, _ world: World
  ) async throws -> [String] {
    let mark = "\u{1E}"
    let commands = examples.map { "\($0.command)\nprintf '\(mark)'" }.joined(separator: "\n")
      .replacing("http://127.0.0.1:8080", with: cloud.url)
    let result = try await world.program.run(
      .name("bash"), ["-eo", "pipefail", "-c", "cd '\(world.home.path)'\n\(commands)"])
    let answers = result.output.split(separator: Character(mark), omittingEmptySubsequences: false)
    #expect(
      result.code == 0 && answers.count == examples.count + 1,
      """
      \(examples[min(answers.count, examples.count) - 1].place): \
      \(answers.last ?? "") \(result.words)
      """)
    return answers.map(String.init)
  }
}
