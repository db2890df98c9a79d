import Foundation
import Testing

/// The program's help about its commands.
struct HelpTests {
  /// The parser breaks long lines, also those of an example, which then cannot be pasted.
  @Test func `examples and tables in help texts stand as they were written`() async throws {
    let program = Program(environment: ProcessInfo.processInfo.environment)
    let dump = try await program.run(["--experimental-dump-help"])
    let root = try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
    var count = 0
    for (path, command) in root.all(below: []) {
      let written = (command.discussion ?? "").split(separator: "\n").filter { $0.hasPrefix("  ") }
      guard !written.isEmpty else { continue }
      let help = try await program.run(path + ["--help"])
      let shown = Set(help.output.split(separator: "\n"))
      for line in written {
        #expect(shown.contains(line), "zonechat \(path.joined(separator: " ")) --help: \(line)")
        count += 1
      }
    }
    #expect(count > 40)
  }

  private struct Dump: Decodable { var command: Command }

  private struct Command: Decodable {
    var commandName: String
    var discussion: String?
    var subcommands: [Command]?

    func all(below path: [String]) -> [(path: [String], command: Command)] {
      [(path, self)]
        + (subcommands ?? []).flatMap { $0.all(below: path + [$0.commandName]) }
    }
  }
}
