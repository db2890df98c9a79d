import Foundation
import TestSupport
import Testing

/// Scenarios with a process for each device and for the cloud, and what the command prints.
struct ScenarioProcessTests {
  @Test func `text of a file cannot control the terminal`() async throws {
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

  /// The program of the page, which knows nothing but the web protocol.
  private static let actor =
    "bob=python3 '\(Checkout.path("docs/examples/actor.py"))'"

  @Test(.timeLimit(.minutes(3)))
  func `another program takes a person's place, and its refusals count`() async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("foreign.yaml")
      let text = """
        scenario: Foreign
        people: [alice, bob]
        steps:
          - {as: alice, create: Weekend}
          - {as: alice, invite: bob}
          - {as: bob, accept: Weekend}
          - {as: bob, send: [Hello, Anybody?]}
          - as: alice
            expect: {messages: [{text: Hello, from: bob}, Anybody?]}
          - {fault: {effect: dropAfter, of: alice, operation: records/modify, count: 1}}
          - {as: alice, send: Once}
          - as: bob
            expect: {messages: [Hello, Anybody?, {text: Once, from: alice}]}
          - {as: bob, offline: }
          - {as: bob, send: Lost, refused: cannot be reached}
          - {as: bob, online: }
          - {as: bob, crash: }
          - {as: bob, restart: }
          - {as: alice, remove: bob}
          - {as: bob, send: Late, refused: not shared}
          - as: bob
            expect: {chats: []}
        """
      try Data(text.utf8).write(to: file)
      let result = try await world.program.run(
        ["scenario", "run", file.path, "--actor", Self.actor])
      #expect(result.code == 0, "\(result.output) \(result.words)")
    }
  }

  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      ("bob=echo hello", "no reply: ‘hello’"),
      ("bob=echo why >&2", "by itself. Its last words: why"),
      ("eva=true", "There is no ‘eva’"),
    ])
  func `a program that does not answer in order fails the scenario`(
    actor: String, words: String
  ) async throws {
    try await World.with { world in
      let file = world.home.appendingPathComponent("short.yaml")
      try Data("scenario: Short\npeople: [bob]\nsteps:\n  - {as: bob, create: Weekend}\n".utf8)
        .write(to: file)
      let result = try await world.program.run(["scenario", "run", file.path, "--actor", actor])
      #expect(result.code == 1 && result.output.contains(words), "\(result.output) \(result.words)")
    }
  }

  @Test(.timeLimit(.minutes(3)))
  func `requests and notifications name each device, and one database's tokens expire alone`()
    async throws
  {
    try await World.with { world in
      let file = world.home.appendingPathComponent("devices.yaml")
      let text = """
        scenario: Devices
        people: {alice: [laptop, phone], bob: [tablet]}
        steps:
          - {as: alice.laptop, create: Weekend}
          - {as: alice.laptop, invite: bob}
          - {as: bob.tablet, accept: Weekend}
          - {as: alice.laptop, offline: }
          - {expire-tokens: , of: bob, database: private}
          - {as: alice.phone, send: Hello}
          - as: bob.tablet
            expect: {messages: [Hello]}
          - requests:
              - {by: bob, operation: changes/database, database: shared, outcome: CHANGE_TOKEN_EXPIRED, times: 0}
        """
      try Data(text.utf8).write(to: file)
      for form in [[], ["--processes"]] {
        let result = try await world.program.run(["scenario", "run", file.path, "--json"] + form)
        #expect(result.code == 0, "\(result.output) \(result.words)")
        let sending = try #require(result.lines.first { $0.contains("sends ‘Hello’") })
        for words in [
          #""device":"alice.phone","failures":[],"kind":"request","operation":"records\/modify""#,
          #""database":"shared","device":"bob.tablet","failures":[],"kind":"notice""#,
        ] {
          #expect(sending.contains(words.replacing(#"\/"#, with: "/")), "\(form): \(sending)")
        }
      }
    }
  }

  @Test(
    .timeLimit(.minutes(3)),
    arguments: [
      "first-chat", "routing", "lost-answer", "offline-queue", "conflicting-edits",
      "permission-in-flight", "revocation", "token-expiry", "zone-purge", "re-acceptance",
      "attachment", "throttling", "sign-out", "wrong-clock", "another-application", "rights",
      "second-thoughts", "tour",
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
