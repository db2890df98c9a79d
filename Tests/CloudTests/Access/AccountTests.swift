import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import NIOHTTP1
import Testing

/// Signing up and in over TCP.
@Suite struct AccountTests {
  private static let wrong = "401 AUTHENTICATION_FAILED"

  private func signUp(_ world: AccessWorld, _ body: String) async throws -> AccessWorld.Answer {
    try await world.send(.POST, "/extension/1/accounts", body: body)
  }

  @Test func `over TCP an account needs a passphrase of some length`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      for passphrase in ["", #","passphrase":"short""#, #","passphrase":"""#] {
        let answer = try await signUp(world, #"{"name":"carol"\#(passphrase)}"#)
        #expect(answer.outcome == "400 BAD_REQUEST")
      }
      let long = String(repeating: "x", count: 1025)
      #expect(
        try await signUp(world, #"{"name":"carol","passphrase":"\#(long)"}"#).outcome
          == "400 BAD_REQUEST")
      let made = try await signUp(world, #"{"name":"carol","passphrase":"long enough"}"#)
      #expect(made.outcome == "200")
      #expect(made.json["containerIdentifier"] as? String == "iCloud.net.zonechat")
      #expect(try await world.signIn("carol", passphrase: "long enough").outcome == "200")
    }
  }

  @Test(arguments: WireKind.allCases)
  func `an unknown name is told from a wrong passphrase by nothing`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let wrong = try await world.signIn("alice", passphrase: "wrong horse")
      let unknown = try await world.signIn("nobody", passphrase: "wrong horse")
      #expect(wrong.outcome == Self.wrong)
      #expect(unknown.outcome == Self.wrong)
      #expect(wrong.json["reason"] as? String == unknown.json["reason"] as? String)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `after five failures one waits, and a good passphrase waits too`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      for _ in 0..<5 {
        #expect(try await world.signIn("alice", passphrase: "wrong horse").outcome == Self.wrong)
      }
      let limited = try await world.signIn("ALICE")
      #expect(limited.outcome == "429 THROTTLED")
      #expect(limited.json["retryAfter"] as? Double == 1)
      #expect(limited.headers.first(name: "Retry-After") == "1")
      #expect(try await world.signIn("bob").outcome == "200")
      world.clock.advance(seconds: 1)
      #expect(try await world.signIn("alice").outcome == "200")
      #expect(try await world.signIn("alice", passphrase: "wrong horse").outcome == Self.wrong)
    }
  }

  @Test func `a client that tries many names from one address waits`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      for index in 0..<20 {
        _ = try await world.signIn("user\(index)", passphrase: "wrong horse")
      }
      #expect(try await world.signIn("bob").outcome == "429 THROTTLED")
    }
  }

  @Test(arguments: WireKind.allCases) func `a server's account cannot be signed in to`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let name = "key:\(world.keyID.prefix(16))"
      let answer = try await world.signIn(name)
      #expect(answer.outcome == Self.wrong)
    }
  }

  @Test func `nothing in the store is a token or a passphrase`() async throws {
    try await withTemporaryDirectory { directory in
      let data = directory + "/data"
      let plan = CloudPlan(
        containers: [
          .init(
            identifier: AccessWorld.container,
            environments: [
              .init(
                environment: .development,
                tokens: [.init(name: "web", token: AccessWorld.apiToken)])
            ])
        ], accounts: [.init(name: "alice", passphrase: testPassphrase)])
      let configuration = CloudHost.Configuration(
        storage: .directory(data), unixSocketPath: directory + "/cloud.sock", plan: plan)
      let credentials = try await withCloud(configuration) { connection in
        try await CloudAdministration(connection: connection).signIn(name: "alice")
      }
      var bytes = Data()
      for name in ["cloud.sqlite", "cloud.sqlite-wal"] {
        bytes += FileManager.default.contents(atPath: "\(data)/\(name)") ?? Data()
      }
      #expect(bytes.count > 1000)
      let secrets = [
        credentials.apiToken, credentials.webAuthToken, AccessWorld.apiToken, testPassphrase,
      ]
      for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
    }
  }

  @Test func `a cloud starts although its plan names an account that was deleted`() async throws {
    try await withTemporaryDirectory { directory in
      let plan = CloudPlan(
        containers: [
          .init(
            identifier: AccessWorld.container,
            environments: [
              .init(
                environment: .development,
                records: [.init(account: "Alice", recordType: "Note", recordName: "first")])
            ])
        ], accounts: [.init(name: "alice"), .init(name: "bob")])
      var configuration = CloudHost.Configuration(
        storage: .directory(directory + "/data"), unixSocketPath: directory + "/cloud.sock",
        plan: plan)
      _ = try await withCloud(configuration) { connection in
        try await CloudAdministration(connection: connection).delete(account: "alice")
      }
      // What else people may have done meanwhile: another one has the address, nobody is called so any more.
      configuration.plan.accounts[1].emailAddress = "b@example.com"
      configuration.plan.accounts.append(.init(name: "carol", emailAddress: "b@example.com"))
      configuration.plan.containers[0].environments[0].records?.append(
        .init(account: "nobody", recordType: "Note", recordName: "second"))
      configuration.plan.limits = CloudLimitChanges(account: "nobody", quotaBytes: 1_000_000)
      try await withCloud(configuration) { connection in
        let administration = CloudAdministration(connection: connection)
        _ = try await administration.signIn(name: "bob")
        await #expect(throws: CloudError.self) { try await administration.signIn(name: "alice") }
      }
    }
  }
}
