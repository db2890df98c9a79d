import Foundation
import Subprocess
import Testing

/// The bots of docs/bots.md, as they stand in docs/examples.
@Suite(.timeLimit(.minutes(10)))
struct BotTests {
  @Test(arguments: [("python3", "bot.py"), ("sh", "bot.sh")])
  func `a bot that is killed misses no message and answers none twice`(
    interpreter: String, script: String
  ) async throws {
    try await World.with { world in
      var program = world.program
      program.environment["ZONECHAT_PROFILE"] = "bob"
      program.environment["PATH"] =
        Program.executable.deletingLastPathComponent().path + ":"
        + (program.environment["PATH"] ?? "")
      let tools = script == "bot.sh" ? ["jq"] : [interpreter]
      for tool in tools {
        let found = try await program.run(.name("sh"), ["-c", "command -v \(tool)"])
        try #require(found.code == 0, "\(tool) is not on this machine. Install it for this test.")
      }
      try await world.chat("Crew", of: ["alice", "bob"])
      let file = Checkout.root.appendingPathComponent("docs/examples/\(script)").path
      var configuration = program.configuration(.name(interpreter), [file, "Crew"])
      configuration.platformOptions.processGroupID = 0
      for round in 1...2 {
        // In the second round this one came while no bot was there.
        if round == 2 { try await world.did("alice", "send", "Crew", "ping", "--wait") }
        _ = try await Subprocess.run(
          configuration, input: .none, output: .discarded, error: .discarded
        ) { bot in
          defer { try? bot.send(signal: .kill, toProcessGroup: true) }  // It may have ended.
          if round == 1 {
            // Bob's copy learns of this message only by the bot, which then waits for the next ones.
            try await world.did("alice", "send", "Crew", "no question", "--wait")
            try await until("the bot") {
              try await world.messages("bob", in: "Crew").map(\.text).contains("no question")
            }
            try await world.did("alice", "send", "Crew", "ping", "--wait")
          }
          try await until("answer \(round)") {
            try await world.messages("bob", in: "Crew").count { $0.text == "pong" } == round
          }
        }
      }
      let texts = try await world.messages("bob", in: "Crew").map(\.text)
      #expect(texts == ["no question", "ping", "pong", "ping", "pong"])
    }
  }
}
