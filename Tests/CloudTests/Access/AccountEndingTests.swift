import CloudCore
import CloudModel
import CloudRules
import CloudWire
import Foundation
import Testing

/// Accounts that are deleted.
@Suite struct AccountEndingTests {
  @Test func `zones end, shares are left, others are told, and what was written there stays`()
    async throws
  {
    let world = try await EndingWorld()
    #expect(try world.zonesOfCarol() == ["Trip"])
    let report = try world.ending().end(world.bob.userRecordName)
    #expect(report == DeletionReport(endedZones: 1, leftZones: 1))
    try world.expectOnlyTheName()
    #expect(world.told.all.contains(world.carol.userRecordName))
    let again = #expect(throws: CloudError.self) {
      try world.ending().end(world.bob.userRecordName)
    }
    #expect(again?.code == .unknownItem)
  }

  @Test func `a crash before any of its steps is made good by the next start`() async throws {
    var steps = 0
    while true {
      let world = try await EndingWorld()
      let user = world.bob.userRecordName
      do {
        let store = InterruptedStore(world.store, after: steps)
        _ = try world.ending(over: store).end(user)
        break
      } catch let error as CloudError {
        #expect(error.code == .serviceUnavailable, "\(error)")
      }
      let state = try world.store.readRegistry { try $0.account(userRecordName: user)?.state }
      #expect(state == (steps == 0 ? AccountState.active : .ending))
      if steps > 0 {
        await #expect(throws: CloudError.self) {
          try await world.rules.accounts.recognize(name: "bob", passphrase: nil, proof: .socket)
        }
      }
      #expect(try world.ending().finish() == (steps == 0 ? [] : ["bob"]))
      if steps > 0 { try world.expectOnlyTheName() }
      #expect(try world.ending().finish() == [])
      steps += 1
    }
    #expect(steps > 6)
  }

  @Test func `nobody else gets the name, in any case and by no plan, and the address is free`()
    async throws
  {
    let world = try await EndingWorld()
    _ = try world.ending().end(world.bob.userRecordName)
    let accounts = world.rules.accounts
    for name in ["bob", "BOB", "Bob"] {
      let taken = #expect(throws: CloudError.self) { try accounts.createAccount(named: name) }
      #expect(taken?.code == .constraintViolation && taken?.reason.contains("taken") == true)
      let plan = #expect(throws: CloudError.self) { try accounts.apply(.init(name: name)) }
      #expect(plan?.reason.contains("not given again") == true)
    }
    var request = AccountRequest(name: "robert")
    request.emailAddress = EndingWorld.address
    let robert = try await accounts.createAccount(request, proof: .socket).account
    #expect(robert.emailAddress == EndingWorld.address)
  }

  @Test func `look-ups do not find it, and nothing can be shared with it`() async throws {
    let world = try await EndingWorld()
    _ = try world.ending().end(world.bob.userRecordName)
    let lookups: [UserLookup] = [
      .emailAddress("bob"), .emailAddress(EndingWorld.address),
      .userRecordName(world.bob.userRecordName),
    ]
    #expect(try world.service.users(matching: lookups, by: world.alice).isEmpty)
    let named = #expect(throws: CloudError.self) {
      try world.service.userIdentity(forAccountName: "bob", by: world.alice)
    }
    #expect(named?.code == .unknownItem)
    let shared = #expect(throws: CloudError.self) {
      try world.share(world.second, by: world.alice, with: [world.bob])
    }
    #expect(shared?.code == .invalidArguments)
  }

  @Test func `a request that was let in before does nothing after`() async throws {
    let world = try await EndingWorld()
    let cloud = world.rules.cloud
    let ending = AccountEnding(
      cloud: cloud,
      sessions: SessionService(store: world.store, surroundings: .deterministic(seed: 6)))
    _ = try ending.end(world.bob.userRecordName)
    let zone = RecordZoneID(zoneName: "New", ownerName: world.bob.userRecordName)
    let late = #expect(throws: CloudError.self) {
      try world.service.modifyZones([.create(zone)], by: world.bob, in: .private)
    }
    #expect(late?.code == .notAuthenticated)
    #expect(throws: CloudError.self) {
      try world.service.accept([.init(shortGUID: "none")], by: world.bob)
    }
    try world.expectOnlyTheName()
  }

  @Test func `whose passphrase was replaced meanwhile deletes nothing`() async throws {
    let world = try await EndingWorld()
    let accounts = AccountService(
      store: world.store, surroundings: .deterministic(seed: 7), cost: .cheap)
    try accounts.apply(.init(name: "bob", passphrase: testPassphrase))
    let proven = try await accounts.require(
      passphrase: testPassphrase, of: world.bob.userRecordName,
      proof: .passphrase(address: "192.0.2.1"))
    try accounts.apply(.init(name: "bob", passphrase: "another horse"))
    let late = #expect(throws: CloudError.self) { try world.ending().end(proven) }
    #expect(late?.code == .notAuthenticated)
    let state = try world.store.readRegistry { registry in
      try registry.account(userRecordName: world.bob.userRecordName)?.state
    }
    #expect(state == .active)
  }

  @Test func `a request that was let in before an account was disabled makes no code`()
    async throws
  {
    let world = try await EndingWorld()
    let cloud = world.rules.cloud
    try cloud.changeLimits(CloudLimitChanges(membersInvite: 1))
    let sessions = SessionService(store: world.store, surroundings: .deterministic(seed: 6))
    let admission = AdmissionService(
      store: world.store, surroundings: .deterministic(seed: 7),
      conditions: cloud.conditions.outsideRequests, accounts: world.rules.accounts,
      sessions: sessions)
    let bob = AdmissionService.Maker.member(world.bob.userRecordName, .socket)
    let made = try await admission.make(CodeRequest(kind: .invitation), by: bob)
    try admission.revoke(made.entry.id, by: bob)
    _ = try AccountAdministration(cloud: cloud, sessions: sessions)
      .change("bob", AccountChange(isDisabled: true))
    let late = await #expect(throws: CloudError.self) {
      _ = try await admission.make(CodeRequest(kind: .invitation), by: bob)
    }
    #expect(late?.code == .permissionFailure && late?.reason.contains("disabled") == true)
  }

  private static func delete(
    _ person: WireCloud.Person, _ body: String, on cloud: WireCloud
  ) async throws -> WireAnswer {
    try await cloud.send(
      "POST", "/extension/1/account/delete?\(person.query)", body: Array(body.utf8))
  }

  @Test func `over TCP a person proves by the passphrase that the account is theirs to delete`()
    async throws
  {
    try await WireKind.tcp.withAlice { cloud, alice in
      let bob = try await cloud.signUp("bob")
      for (body, outcome) in [
        (#"{"passphrase":"wrong horse"}"#, "403 ACCESS_DENIED"), ("{}", "400 BAD_REQUEST"),
        (#"{"passphrase":"\#(testPassphrase)","newPassphrase":"x"}"#, "400 BAD_REQUEST"),
        (#"{"passphrase":"\#(testPassphrase)","name":"alice"}"#, "400 BAD_REQUEST"),
      ] {
        #expect(try await Self.delete(bob, body, on: cloud).outcome == outcome, "\(body)")
      }
      #expect(try await cloud.ask("GET", "private/zones/list", as: bob).status == 200)
      let nobody = try await cloud.send(
        "POST", "/extension/1/account/delete", body: Array("{}".utf8))
      #expect(nobody.outcome == "401 AUTHENTICATION_FAILED")
      let done = try await Self.delete(
        alice, #"{"passphrase":"\#(testPassphrase)"}"#, on: cloud)
      #expect(done.json == ["endedZones": 1, "leftZones": 0], "\(done.text)")
      let after = try await cloud.ask("GET", "private/zones/list", as: alice)
      #expect(after.outcome == "421 AUTHENTICATION_REQUIRED")
      var answers: Set<String> = []
      for name in ["alice", "never-was"] {
        let answer = try await cloud.send(
          "POST", "/extension/1/sessions",
          body: Array(#"{"name":"\#(name)","passphrase":"\#(testPassphrase)"}"#.utf8))
        answers.insert("\(answer.outcome) \(answer.json["reason"].string ?? "")")
      }
      #expect(answers.count == 1 && answers.first?.hasPrefix("401 ") == true, "\(answers)")
      let again = try await cloud.send(
        "POST", "/extension/1/accounts",
        body: Array(#"{"name":"ALICE","passphrase":"\#(testPassphrase)"}"#.utf8))
      #expect(again.outcome == "409 EXISTS")
    }
  }

  @Test func `names that pass for the server are refused over TCP and nowhere else`() async throws {
    @Sendable func signUp(_ name: String, _ cloud: WireCloud) async throws -> String {
      try await cloud.send(
        "POST", "/extension/1/accounts",
        body: Array(#"{"name":"\#(name)","passphrase":"\#(testPassphrase)"}"#.utf8)
      ).outcome
    }
    try await WireKind.tcp.run { cloud throws in
      for name in ["admin", "Root", "SUPPORT", "zonechat"] {
        #expect(try await signUp(name, cloud) == "400 BAD_REQUEST", "\(name)")
      }
      #expect(try await signUp("admins", cloud) == "200")
    }
    try await WireKind.unixSocket.run { cloud throws in
      #expect(try await signUp("root", cloud) == "200")
    }
  }
}
