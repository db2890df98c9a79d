import Foundation
import Testing

/// A cloud that hides texts, as its administrator uses it by commands.
@Suite(.timeLimit(.minutes(10)))
struct HiddenTextCommandTests {
  @Test func `commands show a text only if they are asked for it, and the log says so`()
    async throws
  {
    try await World.with { world in
      try await CloudProcess.with(world, "--hide-texts") { cloud in
        let socket = "unix:" + world.home.appendingPathComponent("cloud.sock").path
        try await world.did(
          nil, "account", "create", "alice", "--cloud", cloud.url, "--passphrase-file",
          try SelfMadeServer.passphraseFile(on: world))
        try await world.did(nil, "new", "Trip")
        try await world.did(nil, "send", "Trip", "PRIVATEWORDS", "--wait")
        for command in [
          ["cloud", "inspect", "records", "--account", "alice"],
          ["cloud", "query", "Message", "--account", "alice", "--sort", "-timestamp"],
        ] {
          for format in [[], ["--json"]] {
            let words = command + ["--cloud", socket] + format
            let hidden = try await world.program.run(words)
            #expect(hidden.code == 0 && !hidden.output.contains("PRIVATEWORDS"), "\(hidden)")
            #expect(hidden.words.contains("--reveal shows them"), "\(hidden)")
            let shown = try await world.program.run(words + ["--reveal"])
            #expect(shown.code == 0 && !shown.words.contains("--reveal"), "\(shown)")
            // A table cuts long values off.
            guard !format.isEmpty else { continue }
            #expect(hidden.output.contains("text, 12 bytes"), "\(hidden)")
            #expect(shown.output.contains("PRIVATEWORDS"), "\(shown)")
          }
        }
        let log = try await world.did(nil, "cloud", "log", "--cloud", socket)
        #expect(log.contains("inspect records, account alice"), "\(log)")
        #expect(log.contains("alice: records/query"), "\(log)")
        #expect(!log.contains("PRIVATEWORDS"))
        // People read what is theirs.
        #expect(try await world.did(nil, "read", "Trip").contains("PRIVATEWORDS"))
      }
    }
  }
}
