import CloudModel
import CloudRules
import Foundation
import NIOHTTP1
import Testing

/// Codes that let somebody in: who makes them, what each does, and when it is over.
@Suite struct AdmissionTests {
  private static let taken = "409 EXISTS"
  private static let denied = "403 ACCESS_DENIED"
  private static let over = "410 NOT_FOUND"
  private static let unknown = "404 NOT_FOUND"
  private static let limited = "429 THROTTLED"
  private static let newPassphrase = "another horse battery"

  // MARK: - Requests

  private func set(_ world: AccessWorld, _ limits: String) async throws {
    let answer = try await world.send(
      .POST, "/extension/1/limits", headers: try world.wire.administrator, body: limits)
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// Makes a code, with the keys of an account or as the administrator.
  private func make(
    _ world: AccessWorld, _ body: String, as keys: String? = nil
  ) async throws -> AccessWorld.Answer {
    try await world.send(
      .POST, "/extension/1/codes", query: keys ?? "",
      headers: keys == nil ? try world.wire.administrator : [:], body: body)
  }

  /// Makes a code that must be made; returns the code and its id.
  private func made(
    _ world: AccessWorld, _ body: String, as keys: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> (code: String, id: String) {
    let answer = try await make(world, body, as: keys)
    let entry = try #require(
      answer.json["entry"] as? [String: Any], "\(answer.text)", sourceLocation: location)
    return (
      try #require(answer.json["code"] as? String, sourceLocation: location),
      try #require(entry["id"] as? String, sourceLocation: location)
    )
  }

  private func look(
    _ world: AccessWorld, _ code: String, from address: String? = nil
  ) async throws -> AccessWorld.Answer {
    try await world.send(
      .POST, "/extension/1/codes/look", headers: Self.forwarded(address),
      body: #"{"code":"\#(code)"}"#)
  }

  private func signUp(
    _ world: AccessWorld, _ name: String, _ code: String?, from address: String? = nil
  ) async throws -> AccessWorld.Answer {
    let code = code.map { #","code":"\#($0)""# } ?? ""
    return try await world.send(
      .POST, "/extension/1/accounts", headers: Self.forwarded(address),
      body: #"{"name":"\#(name)","passphrase":"\#(testPassphrase)"\#(code)}"#)
  }

  private func signIn(
    _ world: AccessWorld, _ name: String, by code: String, passphrase: String? = nil
  ) async throws -> AccessWorld.Answer {
    let passphrase = passphrase.map { #","passphrase":"\#($0)""# } ?? ""
    return try await world.send(
      .POST, "/extension/1/sessions",
      body: """
        {"name":"\(name)","code":"\(code)"\(passphrase),"container":"\(AccessWorld.container)",
        "environment":"development"}
        """)
  }

  private func list(
    _ world: AccessWorld, as keys: String? = nil
  ) async throws -> [[String: Any]] {
    let answer = try await world.send(
      .GET, "/extension/1/codes", query: keys ?? "",
      headers: keys == nil ? try world.wire.administrator : [:])
    #expect(answer.status == 200, "\(answer.text)")
    return answer.entries("codes")
  }

  private func revoke(
    _ world: AccessWorld, _ id: String, as keys: String? = nil
  ) async throws -> String {
    try await world.send(
      .DELETE, "/extension/1/codes/\(id)", query: keys ?? "",
      headers: keys == nil ? try world.wire.administrator : [:]
    ).outcome
  }

  private func isSignedIn(_ world: AccessWorld, _ keys: String) async throws -> Bool {
    try await world.operate("users/current", in: "public", query: keys).status == 200
  }

  private static func forwarded(_ address: String?) -> HTTPHeaders {
    address.map { ["X-Forwarded-For": $0] } ?? [:]
  }

  // MARK: - Invitations

  @Test(arguments: [WireKind.tcp, .inProcess])
  func `an invitation makes one account, and to look at it uses nothing`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      try await set(world, #"{"signUp":"invitation"}"#)
      let (code, id) = try await made(world, #"{"kind":"invitation","name":"Carol"}"#)
      #expect(code.wholeMatch(of: /[A-Za-z0-9_-]{22}/) != nil)
      #expect(id.wholeMatch(of: /[a-z0-9]{8}/) != nil)
      for _ in 0..<3 {
        let found = try await look(world, code)
        #expect(Set(found.json.keys) == ["kind", "name", "expiresAt"], "\(found.text)")
        #expect(found.json["kind"] as? String == "invitation")
        #expect(found.json["name"] as? String == "Carol")
        let end = world.clock.now.addingTimeInterval(7 * 86_400)
        #expect(found.json["expiresAt"] as? Int64 == end.millisecondsSince1970)
      }
      let wrongUse = try await signIn(world, "alice", by: code)
      #expect(wrongUse.outcome == "400 BAD_REQUEST", "\(wrongUse.text)")
      #expect(try await signUp(world, "a b", code).outcome == "400 BAD_REQUEST")
      #expect(try await signUp(world, "alice", code).outcome == Self.taken)
      #expect(try await signUp(world, "carol", code).outcome == "200")
      #expect(try await world.signIn("carol").outcome == "200")
      let second = try await signUp(world, "dora", code)
      #expect(second.outcome == Self.over)
      #expect(
        second.json["reason"] as? String
          == "This code is used up. Ask whoever gave it to you for a new one.")
      #expect(try await look(world, code).outcome == Self.over)
      let entry = try #require(try await list(world).first)
      #expect(entry["state"] as? String == "used" && entry["uses"] as? Int == 0)
      #expect(entry["lastUsedBy"] as? String == "carol" && entry["issuer"] == nil)
    }
  }

  @Test func `where sign-up is by invitation only its holder signs up over the network`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      try await set(world, #"{"signUp":"invitation"}"#)
      let code = try await made(world, #"{"kind":"invitation"}"#).code
      #expect(try await signUp(world, "carol", nil).outcome == Self.denied)
      #expect(try await signUp(world, "carol", "none").outcome == Self.unknown)
      #expect(try await signUp(world, "carol", code).outcome == "200")
      let kept = try await made(world, #"{"kind":"invitation"}"#).code
      try await set(world, #"{"signUp":"closed"}"#)
      #expect(try await signUp(world, "dora", kept).outcome == Self.denied)
      #expect(try await make(world, #"{"kind":"invitation"}"#).outcome == "400 BAD_REQUEST")
      // It was not used in vain.
      try await set(world, #"{"signUp":"invitation"}"#)
      #expect(try await signUp(world, "dora", kept).outcome == "200")
    }
  }

  @Test func `a code ends with its time, or when it is taken back, and says so`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let (code, _) = try await made(world, #"{"kind":"invitation","lifeSeconds":3600}"#)
      world.clock.advance(seconds: 3599)
      #expect(try await look(world, code).outcome == "200")
      world.clock.advance(seconds: 1)
      let expired = try await look(world, code)
      #expect(expired.outcome == Self.over)
      #expect((expired.json["reason"] as? String)?.contains("has expired (20") == true)
      #expect(try await signUp(world, "carol", code).outcome == Self.over)

      let (other, id) = try await made(world, #"{"kind":"invitation"}"#)
      #expect(try await revoke(world, id) == "200")
      #expect(try await revoke(world, id) == "200")
      #expect(try await revoke(world, "none") == Self.unknown)
      let revoked = try await signUp(world, "carol", other)
      #expect(revoked.outcome == Self.over)
      #expect((revoked.json["reason"] as? String)?.contains("was taken back") == true)
      #expect(
        try await list(world).compactMap { $0["state"] as? String } == ["expired", "revoked"])
      // A list remembers them for a month, also those that were taken back long before their time.
      world.clock.advance(seconds: 29 * 86_400)
      let soon = try await made(world, #"{"kind":"invitation"}"#)
      #expect(try await list(world).count == 3)
      world.clock.advance(seconds: 2 * 86_400)
      let new = try await made(world, #"{"kind":"invitation"}"#)
      #expect(try await list(world).compactMap { $0["id"] as? String } == [soon.id, new.id])
    }
  }

  @Test func `a reserved name is taken for everybody without the code`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let (code, _) = try await made(world, #"{"kind":"invitation","name":"Carol"}"#)
      let other = try await made(world, #"{"kind":"invitation"}"#).code
      for refused in [
        try await signUp(world, "carol", nil), try await signUp(world, "CAROL", other),
      ] {
        #expect(refused.outcome == Self.taken)
        #expect(
          (refused.json["reason"] as? String)?.hasSuffix("is taken. Choose another one.") == true)
      }
      let byAdministrator = try await world.send(
        .POST, "/extension/1/accounts", headers: try world.wire.administrator,
        body: #"{"name":"carol"}"#)
      #expect(byAdministrator.outcome == Self.taken)
      #expect((byAdministrator.json["reason"] as? String)?.contains("reserved") == true)
      for name in ["carol", "alice"] {
        let twice = try await make(world, #"{"kind":"invitation","name":"\#(name)"}"#)
        #expect(twice.outcome == Self.taken, "\(twice.text)")
      }
      // Its holder chooses another one, and the name is free.
      #expect(try await signUp(world, "carla", code).outcome == "200")
      #expect(try await signUp(world, "carol", nil).outcome == "200")

      let (_, id) = try await made(world, #"{"kind":"invitation","name":"dora"}"#)
      #expect(try await revoke(world, id) == "200")
      #expect(try await signUp(world, "dora", nil).outcome == "200")
      _ = try await made(world, #"{"kind":"invitation","name":"emma","lifeSeconds":3600}"#)
      #expect(try await signUp(world, "emma", nil).outcome == Self.taken)
      world.clock.advance(seconds: 3600)
      #expect(try await signUp(world, "emma", nil).outcome == "200")
    }
  }

  @Test(arguments: [WireKind.tcp, .inProcess])
  func `of twenty who use one code at the same time as many get an account as it has uses`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      for uses in [1, 3] {
        let code = try await made(world, #"{"kind":"invitation","uses":\#(uses)}"#).code
        let outcomes = try await GuessingTests.atOnce(Array(0..<20)) {
          try await signUp(world, "user\(uses)-\($0)", code).outcome
        }
        #expect(outcomes == ["200": uses, Self.over: 20 - uses])
      }
    }
  }

  // MARK: - Limits

  @Test func `of one address come four times as many with invitations`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      try await set(world, #"{"signUpsPerHour":2}"#)
      let code = try await made(world, #"{"kind":"invitation","uses":20}"#).code
      let outcomes = try await GuessingTests.atOnce(Array(0..<12)) {
        try await signUp(world, "user\($0)", code).outcome
      }
      #expect(outcomes == ["200": 8, Self.limited: 4])
      // Those without are counted for themselves.
      #expect(try await signUp(world, "other", nil).outcome == "200")
      world.clock.advance(seconds: 450)
      #expect(try await signUp(world, "later", code).outcome == "200")
      #expect(try await signUp(world, "latest", code).outcome == Self.limited)
    }
  }

  @Test func `a code that nobody has made counts as a guess, one that is over does not`()
    async throws
  {
    try await AccessWorld.run(over: .tcp, proxies: ["127.0.0.1"]) { world in
      let code = try await made(world, #"{"kind":"invitation"}"#).code
      let (old, id) = try await made(world, #"{"kind":"invitation"}"#)
      #expect(try await revoke(world, id) == "200")
      for _ in 0..<30 {
        #expect(try await look(world, old, from: "192.0.2.1").outcome == Self.over)
      }
      var outcomes: [String] = []
      for number in 0..<7 {
        outcomes.append(try await look(world, "x\(number)", from: "192.0.2.1").outcome)
        outcomes.append(
          try await signUp(world, "user", "y\(number)", from: "192.0.2.1").outcome)
        outcomes.append(
          try await world.send(
            .POST, "/extension/1/sessions", headers: Self.forwarded("192.0.2.1"),
            body: #"{"name":"alice","code":"z\#(number)"}"#
          ).outcome)
      }
      #expect(outcomes == Array(repeating: Self.unknown, count: 20) + [Self.limited])
      #expect(try await look(world, "x", from: "192.0.2.1").outcome == Self.limited)
      #expect(try await look(world, "x", from: "192.0.2.2").outcome == Self.unknown)
      // Whoever has a right one does not guess.
      #expect(try await look(world, code, from: "192.0.2.1").outcome == "200")
      world.clock.advance(seconds: 3601)
      #expect(try await look(world, "x", from: "192.0.2.1").outcome == Self.unknown)
    }
  }

  @Test func `where many passphrases at an address were wrong, a friend joins by invitation`()
    async throws
  {
    try await AccessWorld.run(over: .tcp, proxies: ["127.0.0.1"]) { world in
      let code = try await made(world, #"{"kind":"invitation"}"#).code
      let headers = Self.forwarded("192.0.2.1")
      for number in 0..<25 {
        let wrong = try await world.signIn(
          "user\(number)", passphrase: "wrong horse", headers: headers)
        #expect(wrong.outcome == "401 AUTHENTICATION_FAILED")
        if number < 24 { world.clock.advance(seconds: 20) }
      }
      let refused = try await world.signIn("alice", headers: headers)
      #expect(refused.outcome == Self.limited)
      #expect(
        refused.json["reason"] as? String
          == "Too many attempts to sign in from this network failed. Wait and try again.")
      #expect(try await look(world, code, from: "192.0.2.1").outcome == "200")
      #expect(try await signUp(world, "carol", code, from: "192.0.2.1").outcome == "200")
    }
  }

  @Test func `another name than that of the account counts as a guess`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let code = try await made(world, #"{"kind":"reset","name":"alice"}"#).code
      var outcomes: [String] = []
      for _ in 0..<21 {
        outcomes.append(
          try await signIn(world, "bob", by: code, passphrase: Self.newPassphrase).outcome)
      }
      #expect(outcomes == Array(repeating: "400 BAD_REQUEST", count: 20) + [Self.limited])
    }
  }

  @Test func `a sign-up that fails at the last moment does not count for the inviter`()
    async throws
  {
    try await AccessWorld.run(over: .tcp, proxies: ["127.0.0.1"]) { world in
      try await set(world, #"{"membersInvite":1}"#)
      let code = try await made(
        world, #"{"kind":"invitation","uses":100}"#, as: try await world.query("alice")
      ).code
      // All want one name, and one gets it.
      let outcomes = try await GuessingTests.atOnce(Array(0..<25)) {
        try await signUp(world, "carol", code, from: "192.0.2.\($0)").outcome
      }
      #expect(outcomes == ["200": 1, Self.taken: 24])
      let others = try await GuessingTests.atOnce(Array(0..<20)) {
        try await signUp(world, "user\($0)", code, from: "192.0.2.\(100 + $0)").outcome
      }
      #expect(others == ["200": 19, Self.limited: 1])
    }
  }

  // MARK: - Members

  @Test func `where members may not invite any more, what they have made lets nobody in`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      try await set(world, #"{"membersInvite":1}"#)
      let alice = try await world.query("alice")
      let code = try await made(world, #"{"kind":"invitation","name":"carol"}"#, as: alice).code
      let own = try await made(world, #"{"kind":"invitation"}"#).code
      try await set(world, #"{"membersInvite":0}"#)
      #expect(try await look(world, code).outcome == Self.over)
      #expect(try await signUp(world, "dora", code).outcome == Self.over)
      #expect(try await list(world, as: alice).first?["state"] as? String == "revoked")
      // Nor does it keep the name.
      #expect(try await signUp(world, "carol", nil).outcome == "200")
      #expect(try await signUp(world, "emma", own).outcome == "200")
      try await set(world, #"{"membersInvite":1}"#)
      #expect(try await signUp(world, "dora", code).outcome == "200")
    }
  }

  @Test func `a member has as many open invitations as the limit says, also made at once`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      let (alice, bob) = (try await world.query("alice"), try await world.query("bob"))
      let body = #"{"kind":"invitation"}"#
      #expect(try await make(world, body, as: alice).outcome == Self.denied)
      try await set(world, #"{"membersInvite":2}"#)
      let outcomes = try await GuessingTests.atOnce(Array(0..<5)) { _ in
        try await make(world, body, as: alice).outcome
      }
      #expect(outcomes == ["200": 2, Self.denied: 3])
      let codes = try await list(world, as: alice)
      #expect(codes.map { $0["issuer"] as? String } == ["alice", "alice"])
      #expect(try await list(world, as: bob).isEmpty)
      #expect(try await list(world).count == 2)
      let id = try #require(codes.first?["id"] as? String)
      #expect(try await revoke(world, id, as: bob) == Self.unknown)
      #expect(try await revoke(world, id, as: alice) == "200")
      let again = try await made(world, body, as: alice)
      #expect(try await look(world, again.code).json["inviter"] as? String == "alice")
      // What is used makes room too.
      #expect(try await signUp(world, "carol", again.code).outcome == "200")
      #expect(try await make(world, body, as: alice).outcome == "200")
      #expect(try await make(world, body, as: alice).outcome == Self.denied)
      try await set(world, #"{"signUp":"closed"}"#)
      #expect(try await make(world, body, as: bob).outcome == Self.denied)
    }
  }

  @Test func `by the invitations of one member come twenty accounts a day`() async throws {
    try await AccessWorld.run(over: .tcp, proxies: ["127.0.0.1"]) { world in
      try await set(world, #"{"membersInvite":2}"#)
      let (alice, bob) = (try await world.query("alice"), try await world.query("bob"))
      let body = #"{"kind":"invitation","uses":100}"#
      let code = try await made(world, body, as: alice).code
      let outcomes = try await GuessingTests.atOnce(Array(0..<25)) {
        try await signUp(world, "user\($0)", code, from: "192.0.2.\($0)").outcome
      }
      #expect(outcomes == ["200": 20, Self.limited: 5])
      let second = try await made(world, body, as: alice).code
      #expect(try await signUp(world, "other", second, from: "192.0.2.99").outcome == Self.limited)
      let other = try await made(world, body, as: bob).code
      #expect(try await signUp(world, "other", other, from: "192.0.2.99").outcome == "200")
    }
  }

  // MARK: - A new passphrase

  @Test(arguments: [WireKind.tcp, .unixSocket])
  func `a code for a new passphrase sets it once, and ends everything that was open`(
    kind: WireKind
  ) async throws {
    try await AccessWorld.run(over: kind) { world in
      let (alice, bob) = (try await world.query("alice"), try await world.query("bob"))
      try await set(world, #"{"membersInvite":1}"#)
      let earlier = try await made(world, #"{"kind":"reset","name":"alice"}"#).code
      let code = try await made(world, #"{"kind":"reset","name":"ALICE"}"#).code
      let device = try await made(
        world, #"{"kind":"device","passphrase":"\#(testPassphrase)"}"#, as: alice
      ).code
      let invitation = try await made(world, #"{"kind":"invitation"}"#, as: alice).code
      let found = try await look(world, code)
      #expect(found.json["kind"] as? String == "reset")
      #expect(found.json["name"] as? String == "alice" && found.json["inviter"] == nil)
      // Nothing has changed yet, and what does not fit uses nothing.
      for refused in [
        try await signIn(world, "alice", by: code),
        try await signIn(world, "alice", by: code, passphrase: "short"),
        try await signIn(world, "bob", by: code, passphrase: Self.newPassphrase),
        try await signUp(world, "carol", code),
      ] {
        #expect(refused.outcome == "400 BAD_REQUEST", "\(refused.text)")
      }
      #expect(try await isSignedIn(world, alice))
      let entered = try await signIn(world, "alice", by: code, passphrase: Self.newPassphrase)
      #expect(entered.outcome == "200", "\(entered.text)")
      let token = try #require(entered.json["webAuthToken"] as? String)
      #expect(try await isSignedIn(world, AccessWorld.query(token: token)))
      #expect(try await !isSignedIn(world, alice))
      #expect(try await isSignedIn(world, bob))
      #expect(try await world.signIn("alice").outcome == "401 AUTHENTICATION_FAILED")
      #expect(try await world.signIn("alice", passphrase: Self.newPassphrase).outcome == "200")
      for over in [code, earlier, device, invitation] {
        #expect(try await look(world, over).outcome == Self.over)
      }
    }
  }

  @Test func `only the administrator makes one, and only for an account of a person`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      let alice = try await world.query("alice")
      #expect(
        try await make(world, #"{"kind":"reset","name":"alice"}"#, as: alice).outcome
          == Self.denied)
      #expect(try await make(world, #"{"kind":"reset"}"#).outcome == "400 BAD_REQUEST")
      #expect(
        try await make(world, #"{"kind":"reset","name":"nobody"}"#).outcome == Self.unknown)
      // The key of a server has an account, to which nobody signs in.
      let accounts = try await world.wire.send(
        .GET, "/extension/1/inspect/accounts", headers: try world.wire.administrator, body: [])
      let name = try #require(
        accounts.entries("rows").compactMap { $0["name"] as? String }
          .first { !["alice", "bob", "mallory"].contains($0) }, "\(accounts.text)")
      #expect(
        try await make(world, #"{"kind":"reset","name":"\#(name)"}"#).outcome == Self.unknown)
    }
  }

  @Test(arguments: ["passphrase", "plan", "end-sessions"])
  func `a new passphrase takes codes back, the end of all sessions those for the account`(
    way: String
  ) async throws {
    try await AccessWorld.run(over: .tcp) { world in
      try await set(world, #"{"membersInvite":1}"#)
      let alice = try await world.query("alice")
      let reset = try await made(world, #"{"kind":"reset","name":"alice"}"#).code
      let invitation = try await made(world, #"{"kind":"invitation"}"#, as: alice).code
      let administrator = try world.wire.administrator
      let done =
        switch way {
        case "passphrase":
          try await world.send(
            .POST, "/extension/1/account/passphrase", query: alice,
            body: #"{"passphrase":"\#(testPassphrase)","newPassphrase":"\#(Self.newPassphrase)"}"#)
        case "plan":
          try await world.send(
            .POST, "/extension/1/plan", headers: administrator,
            body:
              #"{"containers":[],"accounts":[{"name":"alice","passphrase":"\#(Self.newPassphrase)"}]}"#
          )
        default:
          try await world.send(
            .POST, "/extension/1/administration/accounts/alice", headers: administrator,
            body: #"{"endsSessions":true}"#)
        }
      #expect(done.status == 200, "\(done.text)")
      #expect(try await look(world, reset).outcome == Self.over)
      let isKept = way == "end-sessions"
      #expect(try await look(world, invitation).outcome == (isKept ? "200" : Self.over))
    }
  }

  @Test func `the log has how an administrator can become a person`() async throws {
    try await AccessWorld.run(over: .tcp) { world in
      let administrator = try world.wire.administrator
      func signIn(_ passphrase: String) async throws {
        let answer = try await world.send(
          .POST, "/extension/1/sessions", headers: administrator,
          body: #"{"name":"ALICE"\#(passphrase),"container":"\#(AccessWorld.container)"}"#)
        #expect(answer.status == 200, "\(answer.text)")
      }
      try await signIn(#","passphrase":"\#(testPassphrase)""#)
      try await signIn("")
      _ = try await made(world, #"{"kind":"reset","name":"bob"}"#)
      for passphrase in [testPassphrase, Self.newPassphrase] {
        let plan = try await world.send(
          .POST, "/extension/1/plan", headers: administrator,
          body:
            #"{"containers":[],"accounts":[{"name":"mallory","passphrase":"\#(passphrase)"}]}"#)
        #expect(plan.status == 200, "\(plan.text)")
      }
      let log = try await world.send(
        .GET, "/extension/1/administration/log", headers: administrator)
      #expect(
        log.entries("entries").map { "\($0["action"] ?? "") \($0["subject"] ?? "")" }
          == ["sign-in alice", "reset bob", "passphrase mallory"])
    }
  }

  // MARK: - Another device

  @Test func `over the network a code for another device needs the passphrase, to use it nothing`()
    async throws
  {
    try await AccessWorld.run(over: .tcp) { world in
      let alice = try await world.query("alice")
      #expect(try await make(world, #"{"kind":"device"}"#, as: alice).outcome == "400 BAD_REQUEST")
      #expect(
        try await make(world, #"{"kind":"device","passphrase":"wrong horse"}"#, as: alice).outcome
          == Self.denied)
      let body = #"{"kind":"device","passphrase":"\#(testPassphrase)"}"#
      let code = try await made(world, body, as: alice).code
      let found = try await look(world, code)
      #expect(found.json["name"] as? String == "alice")
      #expect(found.json["inviter"] as? String == "alice")
      let with = try await signIn(world, "alice", by: code, passphrase: testPassphrase)
      #expect(with.outcome == "400 BAD_REQUEST")
      let entered = try await signIn(world, "Alice", by: code)
      #expect(entered.outcome == "200", "\(entered.text)")
      let token = try #require(entered.json["webAuthToken"] as? String)
      #expect(try await isSignedIn(world, AccessWorld.query(token: token)))
      #expect(try await isSignedIn(world, alice))
      #expect(try await signIn(world, "alice", by: code).outcome == Self.over)

      let late = try await made(world, body, as: alice).code
      world.clock.advance(seconds: 600)
      #expect(try await signIn(world, "alice", by: late).outcome == Self.over)
      #expect(
        try await make(
          world, #"{"kind":"device","passphrase":"\#(testPassphrase)","lifeSeconds":3600}"#,
          as: alice
        ).outcome == "400 BAD_REQUEST")
    }
  }

  @Test func `at the socket it needs none, and a new passphrase ends it`() async throws {
    try await AccessWorld.run(over: .unixSocket) { world in
      let alice = try await world.query("alice")
      let code = try await made(world, #"{"kind":"device"}"#, as: alice).code
      let plan = try await world.send(
        .POST, "/extension/1/plan", headers: try world.wire.administrator,
        body:
          #"{"containers":[],"accounts":[{"name":"alice","passphrase":"\#(Self.newPassphrase)"}]}"#)
      #expect(plan.status == 200, "\(plan.text)")
      let refused = try await signIn(world, "alice", by: code)
      #expect(refused.outcome == Self.over, "\(refused.text)")
    }
  }
}
