import Foundation
import Subprocess
import Testing

/// `docs/protocol.md` and `docs/cloud.md` are a fixture: their commands run as written, and the answers
/// are those they show.
@Suite(.timeLimit(.minutes(15)))
struct ProtocolDocumentTests {
  @Test func `the commands in the protocol's pages work as written`() async throws {
    try await World.with { world in
      try await CloudProcess.with(world) { cloud in
        let count = try await DocumentedExample.expectAnswers(
          of: ["docs/protocol.md", "docs/cloud.md"], against: cloud, in: world)
        #expect(count > 40)
      }
    }
  }
}
