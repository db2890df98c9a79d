import Foundation
import TestSupport
import Testing

/// Scenarios with a process for each device and for the cloud.
struct ScenarioProcessTests {
  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      "first-chat", "routing", "lost-answer", "offline-queue", "conflicting-edits",
      "permission-in-flight", "revocation", "token-expiry", "zone-purge", "re-acceptance",
      "attachment", "throttling",
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
