import CloudRules
import CloudServer
import Foundation
import NIOHTTP1
import Testing

/// `users/…` in all its shapes.
@Suite struct UsersTests {
  private func users(
    _ world: AccessWorld, _ operation: String, _ query: String, _ body: String = "{}",
    method: HTTPMethod = .POST
  ) async throws -> AccessWorld.Answer {
    try await world.operate(
      "users/\(operation)", in: "public", query: query, body: body, method: method)
  }

  private func userRecordName(_ world: AccessWorld, _ name: String) async throws -> String {
    try #require(try await world.signIn(name).json["userRecordName"] as? String)
  }

  @Test(arguments: WireKind.allCases) func `the caller is told in both shapes, by GET and POST`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let query = try await world.query("alice")
      let alice = try await userRecordName(world, "alice")
      for operation in ["caller", "current"] {
        for method in [HTTPMethod.GET, .POST] {
          let answer = try await users(world, operation, query, method: method)
          #expect(answer.json["userRecordName"] as? String == alice)
          #expect(answer.json["firstName"] as? String == "alice")
          #expect(answer.entries("users").map { $0["userRecordName"] as? String } == [alice])
        }
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `the other databases refuse, but for the caller in the private one`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let query = try await world.query("alice")
      for database in ["private", "shared"] {
        for operation in ["current", "discover", "lookup/email", "lookup/id", "lookup/contacts"] {
          let answer = try await world.operate("users/\(operation)", in: database, query: query)
          #expect(answer.outcome == "400 BAD_REQUEST")
          #expect(
            answer.json["reason"] as? String
              == "endpoint not applicable in the database type '\(database)db'")
        }
      }
      let lenient = try await world.operate(
        "users/caller", in: "private", query: query, method: .GET)
      #expect(lenient.outcome == "200")
      let shared = try await world.operate(
        "users/caller", in: "shared", query: query, method: .GET)
      #expect(shared.outcome == "400 BAD_REQUEST")
    }
  }

  @Test(arguments: WireKind.allCases) func `people are discovered by address and by name`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let query = try await world.query("alice")
      let bob = try await userRecordName(world, "bob")
      let answer = try await users(
        world, "discover", query,
        """
        {"lookupInfos":[{"emailAddress":"bob@example.com"},{"userRecordName":"\(bob)"},
        {"emailAddress":"nobody@example.com"},{"phoneNumber":"+15550100"}]}
        """)
      let found = answer.entries("users")
      #expect(found.map { $0["userRecordName"] as? String } == [bob, bob])
      let names = found[0]["nameComponents"] as? [String: String]
      #expect(names == ["givenName": "bob"])
      #expect(found[0]["lookupInfo"] as? [String: String] == ["emailAddress": "bob@example.com"])
      #expect(found[1]["lookupInfo"] as? [String: String] == ["userRecordName": bob])
      let all = try await users(world, "discover", query, method: .GET)
      #expect(all.outcome == "500 INTERNAL_ERROR")
    }
  }

  @Test(arguments: WireKind.allCases)
  func `people are looked up by address, by name and as contacts`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let query = try await world.query("alice")
      let bob = try await userRecordName(world, "bob")
      for (operation, body) in [
        ("lookup/email", #"{"users":[{"emailAddress":"bob@example.com"}]}"#),
        ("lookup/id", #"{"users":[{"userRecordName":"\#(bob)"}]}"#),
        ("lookup/contacts", #"{"contacts":[{"emailAddresses":["x@y.z","BOB@example.com"]}]}"#),
        ("lookup/contacts", #"{"users":[{"emailAddress":"bob"}]}"#),
      ] {
        let answer = try await users(world, operation, query, body)
        #expect(
          answer.entries("users").map { $0["userRecordName"] as? String } == [bob], "\(operation)")
      }
      for body in ["{}", #"{"users":[{}]}"#, #"{"users":{}}"#, "nothing"] {
        #expect(try await users(world, "lookup/email", query, body).outcome == "400 BAD_REQUEST")
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a user who does not want to be found is found by nobody else`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let alice = try await world.query("alice")
      let bob = try await world.query("bob")
      let name = try await userRecordName(world, "bob")
      let settings = try await world.send(
        .POST, "/extension/1/account", query: bob, body: #"{"isDiscoverable":false}"#)
      #expect(settings.json["isDiscoverable"] as? Bool == false)
      let body = #"{"users":[{"userRecordName":"\#(name)"}]}"#
      #expect(try await users(world, "lookup/id", alice, body).entries("users").isEmpty)
      #expect(try await users(world, "lookup/id", bob, body).entries("users").count == 1)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `a user's record is read by all, written by its user, made and deleted by nobody`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let alice = try await world.query("alice")
      let bob = try await world.query("bob")
      let name = try await userRecordName(world, "alice")
      func modify(_ query: String, _ operation: String) async throws -> [String] {
        try await world.operate(
          "records/modify", in: "public", query: query, body: #"{"operations":[\#(operation)]}"#
        ).codes("records")
      }
      let write = """
        {"operationType":"forceUpdate","record":{"recordName":"\(name)","recordType":"Users",
        "fields":{"nickname":{"value":"al"}}}}
        """
      _ = try await users(world, "current", alice)
      #expect(try await modify(bob, write) == ["ACCESS_DENIED"])
      #expect(try await modify(alice, write) == ["OK"])
      let read = try await world.operate(
        "records/lookup", in: "public", query: "ckAPIToken=\(AccessWorld.apiToken)",
        body: #"{"records":[{"recordName":"\#(name)"}]}"#)
      let record = try #require(read.entries("records").first)
      #expect(record["recordType"] as? String == "Users")
      let delete = #"{"operationType":"forceDelete","record":{"recordName":"\#(name)"}}"#
      #expect(try await modify(alice, delete) == ["ACCESS_DENIED"])
      for (type, outcome) in [("Users", "ACCESS_DENIED"), ("Note", "BAD_REQUEST")] {
        let create = """
          {"operationType":"create","record":{"recordName":"_\(String(repeating: "0", count: 32))",
          "recordType":"\(type)","fields":{}}}
          """
        #expect(try await modify(alice, create) == [outcome])
      }
    }
  }
}
