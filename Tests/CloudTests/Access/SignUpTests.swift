import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import NIOHTTP1
import Testing

/// The rules for who may sign up, as what, and how often.
@Suite struct SignUpTests {
  private func signUp(
    _ world: AccessWorld, _ name: String, _ more: String = "", from address: String? = nil
  ) async throws -> AccessWorld.Answer {
    let headers: HTTPHeaders = address.map { ["X-Forwarded-For": $0] } ?? [:]
    return try await world.send(
      .POST, "/extension/1/accounts", headers: headers,
      body: #"{"name":"\#(name)","passphrase":"\#(testPassphrase)"\#(more)}"#)
  }

  private func set(_ world: AccessWorld, _ limits: String) async throws {
    let answer = try await world.wire.send(
      .POST, "/extension/1/limits", headers: try world.wire.administrator,
      body: Array(limits.utf8))
    #expect(answer.status == 200)
  }

  @Test func `from one address come as many accounts an hour as may, also at the same time`()
    async throws
  {
    try await AccessWorld.run(over: .tcp, proxies: ["127.0.0.1"]) { world in
      try await set(world, #"{"signUpsPerHour":12}"#)
      let outcomes = try await GuessingTests.atOnce(Array(0..<30)) {
        try await signUp(world, "user\($0)", from: "2001:db8::\($0)").outcome
      }
      #expect(outcomes == ["200": 12, "429 THROTTLED": 18])
      #expect(try await signUp(world, "other", from: "2001:db8:0:1::1").outcome == "200")
      world.clock.advance(seconds: 300)
      #expect(try await signUp(world, "later", from: "2001:db8::1").outcome == "200")
      // A name that is taken counts too: asking is how one finds out.
      let taken = try await signUp(world, "later", from: "2001:db8::1")
      #expect(taken.json["retryAfter"] as? Double == 300)
    }
  }

  @Test func `the name of a device is visible, or there is none`() throws {
    var request = AccountRequest(name: "anna")
    try AccountRules.check(request)
    for name in ["laptop", "Anna’s ThinkPad", String(repeating: "x", count: 64)] {
      request.deviceName = name
      try AccountRules.check(request)
    }
    for name in ["", " laptop", "lap\ntop", "\u{202E}potpal", String(repeating: "x", count: 65)] {
      request.deviceName = name
      #expect(throws: CloudError.self, "\(name.debugDescription)") {
        try AccountRules.check(request)
      }
    }
  }

  @Test(arguments: [
    (
      #"{"signUpsPerHour":0}"#,
      "This server takes no new accounts. Sign in, or ask its administrator."
    ),
    (
      #"{"signUp":"closed"}"#,
      "This server takes no new accounts. Sign in, or ask its administrator."
    ),
    (
      #"{"signUp":"invitation"}"#,
      "New accounts here need an invitation. Sign in, or ask the administrator of the server for one."
    ),
  ])
  func `where none may sign up over the network the administrator still makes accounts`(
    limits: String, reason: String
  ) async throws {
    try await AccessWorld.run(over: .tcp) { world in
      try await set(world, limits)
      // A name that is taken is not told from others, and who has an account signs in as ever.
      for name in ["carol", "alice"] {
        let refused = try await signUp(world, name)
        #expect(refused.outcome == "403 ACCESS_DENIED")
        #expect(refused.json["reason"] as? String == reason)
      }
      #expect(try await world.signIn("alice").outcome == "200")
      let made = try await world.send(
        .POST, "/extension/1/accounts", headers: try world.wire.administrator,
        body: #"{"name":"dora","passphrase":"\#(testPassphrase)"}"#)
      #expect(made.outcome == "200", "\(made.text)")
      let plan = try await world.wire.send(
        .POST, "/extension/1/plan", headers: try world.wire.administrator,
        body: Array(
          #"{"containers":[],"accounts":[{"name":"carol","passphrase":"\#(testPassphrase)"}]}"#.utf8
        ))
      #expect(plan.status == 200, "\(plan.text)")
      #expect(try await world.signIn("carol").outcome == "200")
      try await set(world, #"{"signUp":"open","signUpsPerHour":5}"#)
      #expect(try await signUp(world, "emma").outcome == "200")
    }
  }

  @Test func `however many sign up at the same time, who signs in finds a place`() async throws {
    let store = try SQLiteStore(.inMemory)
    let accounts = AccountService(
      store: store, surroundings: .deterministic(), cost: .init(rounds: 1 << 12))
    try accounts.apply(.init(name: "alice", passphrase: testPassphrase))
    let outcomes = try await GuessingTests.atOnce(Array(0..<120)) { number in
      do {
        let address = "192.0.2.\(number)"
        if number % 10 == 0 {
          _ = try await accounts.recognize(
            name: "alice", passphrase: testPassphrase, proof: .socket)
          return "in"
        }
        _ = try await accounts.createAccount(
          AccountRequest(name: "user\(number)", passphrase: testPassphrase),
          proof: .passphrase(address: address))
        return "up"
      } catch let error as CloudError {
        return number % 10 == 0 ? "in: \(error.code)" : "up: \(error.code)"
      }
    }
    #expect(outcomes["in: serviceUnavailable"] == nil, "\(outcomes)")
    #expect(outcomes["up: serviceUnavailable", default: 0] > 0, "\(outcomes)")
  }

  @Test(arguments: [
    ".", "..", ".hidden", "-rf", "_alice", "a/b", "a\\\\b", "~", "", "a b", "al\\u0000ice",
    "alice\\u200b", "\\u0430lice", "a@b",
  ])
  func `a path, an option or a text that is not plain is no name`(name: String) async throws {
    try await AccessWorld.run(over: .inProcess) { world in
      let answer = try await signUp(world, name)
      #expect(answer.outcome == "400 BAD_REQUEST", "\(name)")
    }
  }

  @Test(arguments: ["a", "9", "Carol.van-der_Berg", "x..", String(repeating: "a", count: 32)])
  func `letters, digits and the characters that join them are a name`(name: String) async throws {
    try await AccessWorld.run(over: .inProcess) { world in
      let answer = try await signUp(world, name)
      #expect(answer.outcome == "200", "\(name)")
    }
  }

  private static let refusedNames = [
    #"a\u0000b"#, #"a\nb"#, #"\u202Ebob"#, #"bob\u200B"#, #"b\u2066ob"#, #"b\u00ADob"#,
    #"\uFEFFbob"#,
    #"bob\u2028"#, #"\u3164"#, #"\u2800"#, " bob", "bob ", "", #"b\u00A0b"#, #"\uE000"#,
    String(repeating: "a", count: 65), String(repeating: "\u{1F600}", count: 64),
  ]

  @Test(arguments: refusedNames)
  func `a person's name is visible text of some length`(text: String) async throws {
    try await AccessWorld.run(over: .inProcess) { world in
      for key in ["firstName", "lastName"] {
        let made = try await signUp(world, "carol", #","\#(key)":"\#(text)""#)
        #expect(made.outcome == "400 BAD_REQUEST", "\(text)")
        let changed = try await world.send(
          .POST, "/extension/1/account", query: try await world.query("alice"),
          body: #"{"\#(key)":"\#(text)"}"#)
        #expect(changed.outcome == "400 BAD_REQUEST", "\(text)")
      }
    }
  }

  @Test(arguments: ["Bob", "José María", "李小龙", "נועה", "محمد", "R2 D2", "Zoë 🙂", "O’Brien-Smith"])
  func `a person's name is of any language`(text: String) async throws {
    try await AccessWorld.run(over: .inProcess) { world in
      let answer = try await signUp(world, "carol", #","firstName":"\#(text)""#)
      #expect(answer.outcome == "200")
    }
  }

  @Test func `an address is changed ten times, and then after an hour`() async throws {
    try await AccessWorld.run(over: .inProcess) { world in
      let query = try await world.query("alice")
      func change(_ address: String) async throws -> String {
        try await world.send(
          .POST, "/extension/1/account", query: query, body: #"{"emailAddress":"\#(address)"}"#
        ).outcome
      }
      for number in 0..<10 { #expect(try await change("a\(number)@example.com") == "200") }
      #expect(try await change("a9@example.com") == "200")
      #expect(try await change("b@example.com") == "429 THROTTLED")
      world.clock.advance(seconds: 3600)
      #expect(try await change("bob@example.com") != "200")
      #expect(try await change("b@example.com") == "429 THROTTLED")
    }
  }

  @Test func `people are looked up so often an hour, by whichever way`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      try await set(world, #"{"lookupsPerHour":10}"#)
      let query = try await world.query("mallory")
      let outcomes = try await GuessingTests.atOnce(Array(0..<40)) { number in
        switch number % 2 {
        case 0:
          try await world.send(.GET, "/extension/1/accounts/user\(number)", query: query).outcome
        default:
          try await world.operate(
            "users/lookup/email", in: "public", query: query,
            body: #"{"users":[{"emailAddress":"user\#(number)"}]}"#
          ).outcome
        }
      }
      #expect(outcomes["429 THROTTLED"] == 30, "\(outcomes)")
      let other = try await world.send(
        .GET, "/extension/1/accounts/alice", query: try await world.query("bob"))
      #expect(other.outcome == "200")
    }
  }
}
