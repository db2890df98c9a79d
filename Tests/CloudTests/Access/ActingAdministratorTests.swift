import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import CloudWire
import Foundation
import NIOHTTP1
import Testing

/// An administrator who acts in the name of an account.
@Suite struct ActingAdministratorTests {
  private static let record = #"{"recordType":"Item","recordName":"r","fields":{"a":{"value":1}}}"#
  private static let create = #"{"operations":[{"operationType":"create","record":\#(record)}]}"#
  private static let lookUp = #"{"records":[{"recordName":"r"}]}"#

  private static func acting(as name: String, _ more: HTTPHeaders = [:]) -> HTTPHeaders {
    var headers = more
    headers.replaceOrAdd(name: "X-ZoneChat-Account", value: name)
    return headers
  }

  @Test func `over TCP only the token opens the header, whatever else a request brings`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      let bearer = try #require(try world.wire.administrator.first(name: "Authorization"))
      let query = try await world.query("alice")
      let anonymous = "ckAPIToken=\(AccessWorld.apiToken)"
      for database in ["private", "shared", "public"] {
        for operation in ["records/query", "records/modify", "records/lookup", "zones/list"] {
          for name in ["alice", "bob", ""] {
            for (query, token) in [
              ("", nil), ("", "Bearer wrong"), ("", "Basic \(bearer.dropFirst(7))"),
              (query, nil), (anonymous, nil), (query, "Bearer \(query)"),
            ] {
              let headers: HTTPHeaders = token.map { ["Authorization": $0] } ?? [:]
              let answer = try await world.operate(
                operation, in: database, query: query, headers: Self.acting(as: name, headers))
              #expect(answer.outcome == "403 ACCESS_DENIED", "\(database) \(operation) \(name)")
            }
          }
        }
      }
      for operation in ["users/current", "tokens/create"] {
        let answer = try await world.operate(
          operation, in: "public", query: query, headers: Self.acting(as: "bob"))
        #expect(answer.status == 403 || answer.status == 405, "\(operation)")
      }
      let signed = try await world.operateSigned("records/lookup", in: "public", body: Self.lookUp)
      #expect(signed.status == 200)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `an administrator may do in an account's name exactly what the account may do`(
    kind: WireKind
  )
    async throws
  {
    try await AccessWorld.run(over: kind) { world in
      let token = try world.wire.administrator
      func send(
        _ operation: String, _ database: String, as name: String, _ body: String
      ) async throws -> AccessWorld.Answer {
        try await world.operate(
          operation, in: database, query: "", body: body, headers: Self.acting(as: name, token))
      }
      let made = try await send("records/modify", "private", as: "alice", Self.create)
      #expect(made.outcome == "200" && made.entries("records").first?["recordChangeTag"] != nil)
      // The account's own client sees it, and another account does not.
      let own = try await world.operate(
        "records/lookup", in: "private", query: try await world.query("alice"), body: Self.lookUp)
      let stamp = own.entries("records").first?["created"] as? [String: Any]
      let alice = try await send("users/current", "public", as: "alice", "")
      #expect(stamp?["userRecordName"] as? String == alice.json["userRecordName"] as? String)
      let other = try await send("records/lookup", "private", as: "bob", Self.lookUp)
      #expect(other.entries("records").first?["serverErrorCode"] as? String == "NOT_FOUND")
      // A second one of the same name is a conflict, and a wrong value is refused.
      let again = try await send("records/modify", "private", as: "alice", Self.create)
      #expect(again.entries("records").first?["serverErrorCode"] as? String == "CONFLICT")
      let wrong = try await send(
        "records/modify", "private", as: "alice",
        Self.create.replacing("\"value\":1", with: "\"value\":\"x\""))
      #expect(wrong.entries("records").first?["serverErrorCode"] as? String == "BAD_REQUEST")
      // In the public database others may not write, and nobody may not at all.
      _ = try await send("records/modify", "public", as: "alice", Self.create)
      let force = Self.create.replacing("create", with: "forceUpdate")
      let foreign = try await send("records/modify", "public", as: "bob", force)
      #expect(foreign.entries("records").first?["serverErrorCode"] as? String == "ACCESS_DENIED")
      #expect(try await send("records/modify", "public", as: "", force).outcome.hasPrefix("421"))
      #expect(try await send("records/lookup", "public", as: "", Self.lookUp).outcome == "200")
      for database in ["private", "shared"] {
        let nobody = try await send("zones/list", database, as: "", "")
        #expect(nobody.outcome == "400 BAD_REQUEST")
      }
    }
  }

  @Test func `an account is named by its name or record name, and must be a person's`()
    async throws
  {
    try await AccessWorld.run(over: .unixSocket) { world in
      func status(_ name: String, query: String = "") async throws -> String {
        try await world.operate(
          "zones/list", in: "private", query: query, headers: Self.acting(as: name)
        ).outcome
      }
      let user = try await world.operate(
        "users/current", in: "public", query: try await world.query("alice"))
      #expect(try await status(try #require(user.json["userRecordName"] as? String)) == "200")
      #expect(try await status("alice@example.com") == "200")
      for name in ["carol", "_", "_0123", "%61lice", "' OR 1=1"] {
        #expect(try await status(name) == "404 NOT_FOUND", "\(name)")
      }
      // A server's key has an account, which nobody can sign in to.
      let signed = try await world.operateSigned("users/current", in: "public")
      #expect(signed.status != 200)
      let made = try await world.operateSigned("records/modify", in: "public", body: Self.create)
      let stamp = made.entries("records").first?["created"] as? [String: Any]
      let server = try #require(stamp?["userRecordName"] as? String)
      #expect(try await status(server) == "404 NOT_FOUND")
      let query = try await world.query("bob")
      #expect(try await status("alice", query: query) == "400 BAD_REQUEST")
    }
  }

  @Test func `the journal, faults and throttles are for clients`() async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock")
      try await withCloud(configuration) { connection in
        let cloud = CloudAdministration(connection: connection)
        let alice = try await cloud.createAccount(named: "alice")
        _ = try await cloud.add([
          try JSONDecoder().decode(
            CloudFault.self, from: Data(#"{"effect":"fail","code":"ZONE_BUSY","count":1}"#.utf8))
        ])
        let acting = HTTPCloudContainer(
          administrator: connection, actingAs: alice.userRecordName,
          container: alice.containerIdentifier, environment: .development
        ).database(with: .private)
        let zone = RecordZone(
          zoneID: RecordZoneID(zoneName: "Z", ownerName: alice.userRecordName))
        _ = try await acting.modifyRecordZones(saving: [zone], deleting: [])
        #expect(try await acting.allRecordZones().map(\.zoneID.zoneName).contains("Z"))
        #expect(try await cloud.requests().requests.isEmpty)
        let own = HTTPCloudContainer(
          connection: connection, credentials: alice, clientID: nil
        ).database(with: .private)
        await #expect(throws: CloudError.self) { try await own.allRecordZones() }
        #expect(try await own.allRecordZones().map(\.zoneID.zoneName).contains("Z"))
        #expect(
          try await cloud.requests().requests.map(\.operation) == ["zones/list", "zones/list"])
      }
    }
  }
}
