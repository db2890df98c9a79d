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
      environment["ZONECHAT"] = Program.executable.path
      let result = try await Program(environment: environment).run(
        .name("python3"), [copy.appendingPathComponent("test_lists.py").path])
      #expect(result.code == 0 && result.words.contains("Ran 6 tests"), "\(result.words)")
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
