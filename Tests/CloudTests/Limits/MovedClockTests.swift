import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Foundation
import NIOHTTP1
import Testing

/// The clock of a machine can go back; what lasts for a time still ends.
@Suite struct MovedClockTests {
  private static let year: TimeInterval = 365 * 24 * 3600

  @Test func `a throttle goes on filling`() async throws {
    try await AccessWorld.run(over: .inProcess) { world in
      let token = try #require(try await world.signIn("alice").json["webAuthToken"] as? String)
      _ = try await world.wire.send(
        .POST, "/extension/1/limits", headers: try world.wire.administrator,
        body: Array(#"{"throttle":{"perSecond":1,"burst":2}}"#.utf8))
      var outcomes: [String] = []
      for step in [0, 0, 0, -Self.year, 1] {
        world.clock.advance(seconds: step)
        let answer = try await world.operate(
          "zones/list", in: "private", query: AccessWorld.query(token: token))
        outcomes.append(answer.outcome)
      }
      #expect(outcomes == ["200", "200", "429 THROTTLED", "429 THROTTLED", "200"])
    }
  }

  @Test func `a session of the console and a strict key end`() async throws {
    try await ConsoleWorld.run { world in
      let alice = try await world.browser(of: world.alice)
      world.clock.advance(seconds: -60)
      #expect(try await alice.open("/console/account?account=alice").status == 200)
      world.clock.advance(seconds: -Self.year)
      #expect(try await alice.open("/console/account?account=alice").status == 403)
    }
    try await AccessWorld.run(over: .inProcess, settings: .init(tokenRotation: .strict)) { world in
      var token = try #require(try await world.signIn("alice").json["webAuthToken"] as? String)
      for (step, outcome) in [(-60.0, "200"), (-Self.year, "421 AUTHENTICATION_REQUIRED")] {
        world.clock.advance(seconds: step)
        let answer = try await world.operate(
          "zones/list", in: "private", query: AccessWorld.query(token: token))
        #expect(answer.outcome == outcome)
        token = answer.nextToken ?? token
      }
    }
  }

  @Test func `a right to upload and a signed link end`() async throws {
    try await AssetWorld.run { world in
      let asset = try await world.upload("bytes")
      let holder = AssetHolder(world.alice, in: world.service.partition, .private)
      let path = try #require(world.assets.path(of: asset, for: holder))
      let parts = try #require(path.firstMatch(of: /\/assets\/([^\/]+)\/.*o=(.+)$/))
      let link = (token: String(parts.1), holder: String(parts.2))
      let right = try world.link()
      world.time.advance(seconds: -3600)
      _ = try world.assets.target(ofToken: link.token, holder: link.holder)
      world.time.advance(seconds: -Self.year)
      #expect(throws: AssetLinks.Failure.expired) {
        try world.assets.target(ofToken: link.token, holder: link.holder)
      }
      _ = try world.assets.sweep()
      await #expect(throws: (any Error).self) {
        try await world.assets.receive(
          world.chunks(["bytes"]), contentType: nil, contentLength: 5, token: right)
      }
      #expect(try world.files().kept == 0, "the bytes that nobody saved are gone")
    }
  }
}
