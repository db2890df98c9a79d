import Foundation
import TestSupport
import Testing

/// Scenarios with a process for each device and for the cloud, and what the command prints.
struct ScenarioProcessTests {
  @Test func `what a file says cannot command the terminal`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("odd.yaml")
      try Data(
        "scenario: \"\\e]0;x\\a\"\npeople: [alice]\nsteps:\n  - {as: alice, create: \"\\e[31mred\"}\n"
          .utf8
      ).write(to: file)
      for form in [[], ["--wire"], ["--diagram"], ["--json"]] {
        let result = try await world.program.run(["scenario", "run", file.path] + form)
        #expect(result.code == 0, "\(result.output) \(result.words)")
        #expect(!result.output.contains("\u{1B}") && !result.output.contains("\u{7}"))
      }
    }
  }

  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      "first-chat", "routing", "lost-answer", "offline-queue", "conflicting-edits",
      "permission-in-flight", "revocation", "token-expiry", "zone-purge", "re-acceptance",
      "attachment", "throttling", "sign-out", "wrong-clock", "another-application", "rights",
      "second-thoughts",
    ])
  func `each scenario of the pages passes with processes`(name: String) async throws {
    try await World.with { world in
      let result = try await world.program.run([
        "scenario", "run", Checkout.path("docs/scenarios/\(name).yaml"), "--processes",
      ])
      #expect(result.code == 0, "\(result.output) \(result.words)")
    }
  }
}
