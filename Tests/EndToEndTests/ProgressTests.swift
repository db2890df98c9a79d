import Foundation
import Testing

/// Long work says on a terminal how far it is, and leaves nothing of that.
@Suite(.timeLimit(.minutes(15)))
struct ProgressTests {
  @Test func `a wait shows a line that goes away, and none where nobody sees it`() async throws {
    try await World.with { world in
      try await world.chat("Crew", of: ["alice"])
      try await world.did(
        nil, "cloud", "faults", "add", "delay", "--milliseconds", "2500", "--operation",
        "records/modify")
      for (words, isShown) in [([String](), true), (["--quiet"], false), (["--json"], false)] {
        let command =
          [Program.executable.path, "--profile", "alice", "send", "Crew", "hello", "--wait"] + words
        try await PseudoTerminal.with(world, command) { terminal in
          #expect(await terminal.ended() == .exited(0))
          let output = terminal.text
          #expect(
            output.contains("\rSending (1 s)\u{1B}[K") == isShown, "\(output.debugDescription)")
          // Drawn at most five times a second, and removed before anything else is said.
          #expect(output.split(separator: "Sending (").count <= 15)
          if isShown { #expect(output.contains("\r\u{1B}[K") && output.hasSuffix("Sent.\r\n")) }
        }
      }
      let piped = try await world.run("alice", "send", "Crew", "hello", "--wait")
      #expect(piped.code == 0 && piped.words == "Sent.\n", "\(piped)")
    }
  }
}
