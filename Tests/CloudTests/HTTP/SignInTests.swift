import CloudClient
import CloudModel
import NIOHTTP1
import Testing

/// The rules for who may sign in, and the answers to those who may not.
@Suite struct SignInTests {
  private static let path = "/database/1/iCloud.net.zonechat/development/private/zones/list"

  @Test(arguments: WireKind.allCases) func `without a user's token the cloud says where to get one`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for token in ["", "&ckWebAuthToken=", "&ckWebAuthToken=invented"] {
        let answer = try await cloud.send(
          .GET, Self.path, query: "ckAPIToken=\(cloud.alice.apiToken)\(token)")
        #expect(answer.status == 421)
        #expect(answer.json["serverErrorCode"] as? String == "AUTHENTICATION_REQUIRED")
        #expect(answer.json["reason"] as? String == "request needs authorization")
        #expect((answer.json["redirectURL"] as? String)?.hasPrefix("http://") == true)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `without the container's token authentication fails`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let answer = try await cloud.send(
        .GET, Self.path, query: "ckWebAuthToken=\(cloud.alice.webAuthToken)")
      #expect(answer.status == 401)
      #expect(answer.json["serverErrorCode"] as? String == "AUTHENTICATION_FAILED")
    }
  }

  @Test(arguments: WireKind.allCases)
  func `every answer carries a token, and the old one stays good`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for _ in 0..<2 {
        let answer = try await cloud.send(.GET, Self.path)
        let token = try #require(answer.headers.first(name: "X-Apple-CloudKit-Web-Auth-Token"))
        let next = try await cloud.send(
          .GET, Self.path, query: "ckAPIToken=\(cloud.alice.apiToken)&ckWebAuthToken=\(token)")
        #expect(next.status == 200)
      }
    }
  }

  @Test(arguments: WireKind.allCases)
  func `the caller is told in both shapes, in the public database only`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let base = "/database/1/iCloud.net.zonechat/development"
      let answer = try await cloud.send(.GET, "\(base)/public/users/caller")
      #expect(answer.json["userRecordName"] as? String == cloud.alice.userRecordName)
      #expect(
        answer.entries("users").map { $0["userRecordName"] as? String }
          == [cloud.alice.userRecordName])
      let elsewhere = try await cloud.send(.GET, "\(base)/shared/users/caller")
      #expect(elsewhere.status == 400)
      #expect(
        elsewhere.json["reason"] as? String
          == "endpoint not applicable in the database type 'shareddb'")
    }
  }

  @Test(arguments: WireKind.allCases) func `a name that is none makes no account`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      for name in ["", "a b", "\u{E9}va", "a/b", String(repeating: "a", count: 33)] {
        let answer = try await cloud.send(
          .POST, "/extension/1/accounts", query: "", body: #"{"name":"\#(name)"}"#)
        #expect(answer.status == 400, "\(name)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a name that is taken in any spelling is taken`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let answer = try await cloud.send(
        .POST, "/extension/1/accounts", query: "",
        body: #"{"name":"ALICE","passphrase":"correct horse"}"#)
      #expect(answer.status == 409)
      #expect(answer.json["serverErrorCode"] as? String == "EXISTS")
      #expect(
        answer.json["reason"] as? String == "The name ALICE is taken. Choose another one.")
    }
  }

  @Test(arguments: WireKind.allCases) func `an account is a user name, two keys and a place`(
    kind: WireKind
  ) async throws {
    try await RawCloud.run(over: kind) { cloud in
      let alice = cloud.alice
      #expect(alice.userRecordName.wholeMatch(of: /_[0-9a-f]{32}/) != nil)
      #expect(alice.apiToken.wholeMatch(of: /[0-9a-f]{64}/) != nil)
      #expect(alice.webAuthToken.wholeMatch(of: /[A-Za-z0-9+\/]{43}=/) != nil)
      #expect(alice.containerIdentifier == "iCloud.net.zonechat")
      #expect(alice.environment == "development")
    }
  }
}
