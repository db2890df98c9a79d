import Foundation
import Subprocess
import Testing

/// The files and examples of the pages for people who test their own programs work as they stand.
@Suite(.timeLimit(.minutes(15)))
struct ExamplePagesTests {
  @Test func `the suite of the page about testing passes`() async throws {
    try await World.with { world in
      let examples = Checkout.root.appendingPathComponent("docs/examples")
      let copy = world.home.appendingPathComponent("lists-tests")
      try FileManager.default.copyItem(at: examples, to: copy)
      var environment = world.program.environment
      environment["ZONECHAT_PROGRAM"] = Program.executable.path
      let result = try await Program(environment: environment).run(
        .name("python3"), [copy.appendingPathComponent("test_lists.py").path])
      #expect(result.code == 0 && result.words.contains("Ran 7 tests"), "\(result.words)")
    }
  }

  @Test func `the thirty seconds at the beginning of the page about testing work`() async throws {
    try await World.with { world in
      let page = try Checkout.text("docs/testing-your-app.md")
      let start = try #require(page.range(of: "## Thirty seconds")).upperBound
      let blocks = page[start...].components(separatedBy: "```")
      let (script, answer) = (blocks[1], blocks[3])
      #expect(script.hasPrefix("sh\n") && answer.hasPrefix("text\n"))
      var environment = world.program.environment
      environment["HOME"] = world.home.path
      environment["ZONECHAT_PROGRAM"] = Program.executable.path
      let command = "set -e; cd '\(Checkout.root.path)'; \(script.dropFirst(3))"
      let result = try await Program(environment: environment).run(.name("sh"), ["-c", command])
      #expect(result.code == 0 && result.output == String(answer.dropFirst(5)), "\(result.words)")
    }
  }

  @Test func `the cloud answers the questions to Apple with our choices`() async throws {
    try await World.with { world in
      var environment = world.program.environment
      environment["ZONECHAT_PROGRAM"] = Program.executable.path
      let questions = Checkout.root.appendingPathComponent("scripts/ask-apple").path
      let result = try await Program(environment: environment).run(
        .name("python3"), [questions, "--try"])
      #expect(result.code == 0, "\(result.words)")
    }
  }

  @Test(arguments: ["README.md", "docs/cloud.md"])
  func `the containers file of a page starts a cloud`(page: String) async throws {
    try await World.with { world in
      let text = try Checkout.text(page)
      // The file begins with its first container, and ends with the block or the shell's word.
      let start = try #require(text.range(of: "\n[[container]]")?.upperBound)
      let rest = "[[container]]" + text[start...]
      let ends = ["\nEND\n", "\n```"].compactMap { rest.range(of: $0)?.lowerBound }
      let end = try #require(ends.min())
      let file = world.home.appendingPathComponent("lists.toml")
      try Data(rest[..<end].utf8).write(to: file)
      try await CloudProcess.with(world, "--containers", file.path) { cloud in
        let shown = try await world.did(
          nil, "cloud", "containers", "show", "iCloud.com.example.Lists", "--cloud", cloud.url,
          "--admin-token-file", world.home.appendingPathComponent("admin.token").path)
        #expect(shown.contains("token web"), "\(shown)")
      }
    }
  }

  @Test func `the tutorial fails and passes where it says so`() async throws {
    try await World.with { world in
      let page = try Checkout.text("docs/tutorial.md")
      let blocks = page.components(separatedBy: "```").map { $0.split(separator: "\n") }
      let scenarios = blocks.filter { $0.first == "yaml" }
      let scenario = try #require(scenarios.first).dropFirst().joined(separator: "\n")
      let folder = world.home.appendingPathComponent("tutorial")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try Data(scenario.utf8).write(to: folder.appendingPathComponent("lost.yaml"))
      // What is installed is this program; each line is typed in the folder.
      let lines = blocks.filter { $0.first == "sh" }.flatMap { $0.dropFirst() }
        .filter { !$0.hasPrefix("make ") }.map(String.init)
      var codes: [String: [Int32]] = [:]
      for line in lines {
        let command =
          "cd '\(folder.path)' && zonechat() { '\(Program.executable.path)' \"$@\"; }; \(line)"
        let result = try await world.program.run(.name("sh"), ["-c", command])
        codes[line, default: []].append(result.code)
        if line.hasSuffix("--wire") {
          #expect(result.output.contains("alice records/modify private ‘Weekend’ → lost"))
        }
      }
      #expect(codes["zonechat demo --headless"] == [0], "\(codes)")
      #expect(codes["zonechat scenario run lost.yaml"] == [1, 0])
      #expect(codes["zonechat scenario run lost.yaml --processes --junit results.xml"] == [0])
      #expect(codes["zonechat simulate --seeds 20 --mutation overwrites --save small.yaml"] == [1])
      #expect(codes["zonechat scenario run small.yaml"] == [1])
    }
  }

  @Test func `a socket may lie in the folder where one works`() async throws {
    try await World.with { world in
      let folder = world.home.appendingPathComponent("project")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
      let command =
        "cd '\(folder.path)' && '\(Program.executable.path)' cloud serve --socket cloud.sock --ephemeral "
        + "--ready-file ready & serving=$!; until [ -e '\(folder.path)/ready' ]; do kill -0 $serving || exit 1; done; "
        + "cat '\(folder.path)/ready'; kill $serving; wait $serving"
      let result = try await world.program.run(.name("sh"), ["-c", command])
      #expect(result.output.hasPrefix("unix:") && result.code == 0, "\(result)")
    }
  }
}
