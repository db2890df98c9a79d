import CloudInProcess
import CloudModel
import CloudRules
import Foundation
import NIOHTTP1
import Testing

/// A passphrase that replaces another one ends what the old one has opened.
@Suite struct NewPassphraseTests {
  private static func plan(_ name: String, _ passphrase: String?) -> [UInt8] {
    let account: JSON = [
      "name": .string(name), "passphrase": passphrase.map { JSON.string($0) } ?? .null,
    ]
    return Array(JSON.object(["containers": [], "accounts": [account]]).text.utf8)
  }

  private static func apply(
    _ name: String, _ passphrase: String?, to cloud: WireCloud
  ) async throws -> JSON {
    let answer = try await cloud.send(
      .POST, "/extension/1/plan", headers: try cloud.administrator,
      body: plan(name, passphrase))
    #expect(answer.status == 200, "\(answer.text)")
    return JSON(bytes: answer.body) ?? .null
  }

  private static func signIn(
    _ name: String, _ passphrase: String, _ cloud: WireCloud
  ) async throws -> WireAnswer {
    try await cloud.send(
      "POST", "/extension/1/sessions",
      body: Array(#"{"name":"\#(name)","passphrase":"\#(passphrase)"}"#.utf8))
  }

  @Test(arguments: WireKind.allCases)
  func `it ends the keys, and only those of its account, and says so`(
    kind: WireKind
  ) async throws {
    try await kind.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      let second = try await Self.signIn("alice", testPassphrase, cloud).json
      var other = alice
      other.webAuthToken = try #require(second["webAuthToken"].string)
      let answer = try await Self.apply("alice", "another horse", to: cloud)
      #expect(answer["endedSessions"] == [["account": "alice", "sessions": 2]], "\(answer)")
      for keys in [alice, other] {
        let refused = try await cloud.ask("GET", "private/zones/list", as: keys)
        #expect(refused.outcome == "421 AUTHENTICATION_REQUIRED")
      }
      #expect(try await cloud.ask("GET", "private/zones/list", as: bob).status == 200)
      #expect(try await Self.signIn("alice", testPassphrase, cloud).status == 401)
      #expect(try await Self.signIn("alice", "another horse", cloud).status == 200)
    }
  }

  @Test func `the same passphrase, none and a first one end nothing`() async throws {
    try await WireKind.unixSocket.withAlice { cloud, alice in
      for passphrase in [testPassphrase, nil] {
        #expect(try await Self.apply("alice", passphrase, to: cloud)["endedSessions"] == .null)
        #expect(try await cloud.ask("GET", "private/zones/list", as: alice).status == 200)
      }
      // Over the socket an account needs no passphrase.
      let made = try await cloud.send(
        "POST", "/extension/1/accounts", body: Array(#"{"name":"carol"}"#.utf8)
      ).json
      var carol = alice
      carol.webAuthToken = try #require(made["webAuthToken"].string)
      #expect(
        try await Self.apply("carol", testPassphrase, to: cloud)["endedSessions"] == .null)
      #expect(try await cloud.ask("GET", "private/zones/list", as: carol).status == 200)
    }
  }

  @Test func `it closes the channels of notifications`() async throws {
    try await WireKind.tcp.withAlice { cloud, alice in
      let channel = try await cloud.send(
        "POST", "/device/1/iCloud.net.zonechat/development/tokens/create?\(alice.query)",
        body: Array(#"{"apnsEnvironment":"development"}"#.utf8)
      ).json
      let url = try #require(channel["webcourierURL"].string)
      let path = String(url.trimmingPrefix(/https?:\/\/[^\/]+/))
      #expect(try await cloud.send("GET", path).status == 200)
      _ = try await Self.apply("alice", "another horse", to: cloud)
      #expect(try await cloud.send("GET", path).status == 404)
    }
  }

  @Test func `it ends the sessions of the console`() async throws {
    try await ConsoleWorld.run { world in
      let alice = try await world.browser(of: world.alice)
      #expect(try await alice.open("/console/account?account=alice").status == 200)
      let administrator = try await world.administrator()
      _ = try await Self.apply("alice", "another horse", to: world.wire)
      #expect(try await alice.open("/console/account?account=alice").status == 403)
      #expect(try await administrator.open("/console/accounts").status == 200)
    }
  }
}
