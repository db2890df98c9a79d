import CloudClient
import CloudCore
import CloudModel
import CloudServer
import CloudStorage
import NIOHTTP1
import Testing

/// What a server says of itself to everybody.
@Suite struct ServerRouteTests {
  private static let path = "/extension/1/server"

  private func limit(_ cloud: WireCloud, _ limits: String) async throws {
    let answer = try await cloud.send(
      .POST, "/extension/1/limits", headers: try cloud.administrator, body: Array(limits.utf8))
    #expect(answer.status == 200, "\(answer.text)")
  }

  @Test(arguments: WireKind.allCases) func `a server says what it is, and who may sign up`(
    kind: WireKind
  ) async throws {
    try await kind.run { cloud in
      let answer = try await cloud.send("GET", Self.path)
      let first = answer.json
      #expect(first.keys == ["product", "version", "cloudID", "signUp", "membersMayInvite"])
      #expect(
        first.only("product", "version", "signUp", "membersMayInvite")
          == [
            "product": "ZoneChat cloud", "version": "0", "signUp": "open",
            "membersMayInvite": false,
          ])
      #expect(first["cloudID"].string?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
      #expect(answer.headers["cache-control"] == "no-store")
      for (limits, policy, mayInvite) in [
        (#"{"signUp":"invitation","membersInvite":2}"#, "invitation", true),
        (#"{"signUp":"open","signUpsPerHour":0}"#, "closed", true),
        (#"{"signUpsPerHour":9,"membersInvite":0}"#, "open", false),
      ] {
        try await limit(cloud, limits)
        let changed = try await cloud.send("GET", Self.path).json
        #expect(changed["signUp"].string == policy, "\(limits)")
        #expect(changed["membersMayInvite"].bool == mayInvite, "\(limits)")
        #expect(changed["cloudID"] == first["cloudID"])
      }
    }
  }

  @Test func `links begin with the public address and never with the name in a request`()
    async throws
  {
    for (address, told) in [
      ("https://Chat.Example:443/", "https://chat.example"),
      ("https://chat.example:8443", "https://chat.example:8443"),
      // No link can begin so.
      ("https://chat~1.example", nil),
    ] as [(String, String?)] {
      try await WireKind.inProcess.run(configure: { $0.publicURL = PublicURL(address) }) { cloud in
        let answer = try await cloud.send(
          "GET", Self.path,
          headers: ["Host": "evil.example", "X-Forwarded-Host": "evil.example"])
        #expect(answer.json["publicURL"].string == told, "\(address)")
        #expect(!answer.text.contains("evil"))
      }
    }
    try await WireKind.inProcess.run { cloud in
      let answer = try await cloud.send("GET", Self.path, headers: ["Host": "evil.example"])
      #expect(!answer.json.keys.contains("publicURL") && !answer.text.contains("evil"))
    }
  }

  @Test func `a client without an account reads what a server and its links are`() async throws {
    var configuration = CloudHost.Configuration(
      storage: .inMemory, tcp: .init(host: "127.0.0.1", port: 0))
    configuration.publicURL = PublicURL("https://chat.example")
    try await withCloud(configuration) { connection in
      let administration = CloudAdministration(connection: connection)
      let server = try await administration.server()
      #expect(
        server
          == ServerDescription(
            product: "ZoneChat cloud", version: "0", cloudID: server.cloudID, name: nil,
            publicURL: "https://chat.example", signUp: .open, membersMayInvite: false))
      for shortGUID in ["neverWasOneOfThese", "../server", "a?b"] {
        let refused = await #expect(throws: CloudError.self) {
          _ = try await administration.link(shortGUID)
        }
        #expect(refused?.code == .unknownItem, "\(shortGUID)")
      }
    }
  }
}
