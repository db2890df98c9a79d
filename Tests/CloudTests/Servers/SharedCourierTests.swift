import CloudCore
import CloudModel
import CloudPostgres
import CloudRules
import CloudWire
import Testing

/// What the channels of one server hear of what other servers write, without any wake.
@Suite struct SharedCourierTests {
  private static let all = Subscription(subscriptionID: "all", kind: .database)

  @Test func `a channel hears of a change at another server, once`() async throws {
    try await CourierPair.run { pair in
      let laptop = pair.device("laptop", of: "alice", at: 0)
      let phone = pair.device("phone", of: "alice", at: 1)
      try await laptop.database(with: .private).subscribe(Self.all)
      try await laptop.makeZone("Before")
      let channel = try await phone.openNotificationChannel()
      #expect(channel.courierPath.hasPrefix("/courier/b/"))
      try pair.look()
      #expect(try await phone.nextPush(on: channel) == nil)
      for name in ["Y", "Z"] {
        try await laptop.makeZone(name)
        try pair.look()
        let push = try await phone.nextPush(on: channel)
        #expect(push?.notification == .database(.private))
        try pair.look()
        #expect(try await phone.nextPush(on: channel) == nil)
      }
    }
  }

  @Test func `a change whose wake is lost is found by the next look, whatever was between`()
    async throws
  {
    try await CourierPair.run { pair in
      let laptop = pair.device("laptop", of: "alice", at: 0)
      let phone = pair.device("phone", of: "alice", at: 1)
      try await laptop.makeZone("Z")
      let zone = Subscription(
        subscriptionID: "zone", kind: .zone(pair.zoneID("Z", of: "alice")))
      try await laptop.database(with: .private).subscribe(zone)
      let channel = try await phone.openNotificationChannel()
      try await laptop.save("r", in: "Z")
      for name in 1...20 { try await laptop.makeZone("other-\(name)") }
      #expect(pair.servers[0].bus.told.contains([UserKey(laptop.userRecordName)]))
      #expect(try await phone.nextPush(on: channel) == nil)
      try pair.look()
      let push = try await phone.nextPush(on: channel)
      #expect(push?.notification == .zone(pair.zoneID("Z", of: "alice"), .private))
      #expect(try await phone.nextPush(on: channel) == nil)
    }
  }

  @Test func `a device does not hear of itself, wherever it has written`() async throws {
    try await CourierPair.run { pair in
      let laptops = [0, 1].map { pair.device("laptop", of: "alice", at: $0) }
      let phone = pair.device("phone", of: "alice", at: 0)
      try await laptops[0].database(with: .private).subscribe(Self.all)
      try await laptops[0].makeZone("Z")
      let (own, other) = (
        try await laptops[1].openNotificationChannel(), try await phone.openNotificationChannel()
      )
      for laptop in laptops { try await laptop.save("r", in: "Z") }
      try pair.look()
      #expect(try await laptops[1].nextPush(on: own) == nil)
      #expect(try await phone.nextPush(on: other) != nil)
      // Another's change is news, also if one's own follows it before the look.
      try await phone.save("p", in: "Z")
      try await laptops[0].save("r", in: "Z")
      try pair.look()
      #expect(try await laptops[1].nextPush(on: own)?.notification == .database(.private))
      #expect(try await phone.nextPush(on: other) != nil)
      try await laptops[0].save("r", in: "Z")
      try pair.look()
      #expect(try await laptops[1].nextPush(on: own) == nil)
    }
  }

  @Test func `a database that was put back to an earlier state makes no channel deaf`()
    async throws
  {
    try await CourierPair.run { pair in
      let laptop = pair.device("laptop", of: "alice", at: 0)
      let phone = pair.device("phone", of: "alice", at: 1)
      try await laptop.database(with: .private).subscribe(Self.all)
      for name in ["W", "X", "Y"] { try await laptop.makeZone(name) }
      let channel = try await phone.openNotificationChannel()
      try pair.run("DELETE FROM feedEntry WHERE sequence > 1")
      try pair.run("UPDATE feed SET sequence = 1 WHERE sequence > 1")
      try await laptop.makeZone("Z")
      try pair.look()
      #expect(try await phone.nextPush(on: channel)?.notification == .database(.private))
      try pair.look()
      #expect(try await phone.nextPush(on: channel) == nil)
    }
  }

  @Test func `what a query subscription says reaches the other server, sealed on its way`()
    async throws
  {
    try await CourierPair.run { pair in
      let laptop = pair.device("laptop", of: "alice", at: 0)
      let phone = pair.device("phone", of: "alice", at: 1)
      try await laptop.makeZone("Z")
      var watching = Subscription(
        subscriptionID: "watching",
        kind: .query(
          QuerySubscription(
            recordType: "Note", query: .object(["recordType": .string("Note")]),
            firesOn: [.create, .delete])))
      watching.notificationInfo = NotificationInfo(keys: [
        "desiredKeys": .array([.string("text"), .string("secret")])
      ])
      try await laptop.database(with: .private).subscribe(watching)
      let channels = [
        try await laptop.openNotificationChannel(), try await phone.openNotificationChannel(),
      ]
      try await laptop.save(
        "r", in: "Z", ["text": .string("shown"), "secret": .string("hidden words")])
      let notices = try pair.rows(of: "notice")
      #expect(notices.count == 1)
      #expect(!notices.contains { $0.contains("hidden words") || $0.contains("shown") })
      try pair.look()
      let push = try #require(try await phone.nextPush(on: channels[1]))
      let recordID = RecordID(recordName: "r", zoneID: pair.zoneID("Z", of: "alice"))
      #expect(push.notification == .query(recordID, .private, .create))
      #expect(
        push.recordFields == ["text": .string("shown"), "secret": .string("hidden words")])
      #expect(try await phone.nextPush(on: channels[1]) == nil)
      #expect(try await laptop.nextPush(on: channels[0]) == nil)
    }
  }

  @Test func `notices are kept for who has a channel, a hundred at most`() async throws {
    try await CourierPair.run { pair in
      let laptop = pair.device("laptop", of: "alice", at: 0)
      let phone = pair.device("phone", of: "alice", at: 1)
      try await laptop.makeZone("Z")
      let watching = Subscription(
        subscriptionID: "watching",
        kind: .query(
          QuerySubscription(
            recordType: "Note", query: .object(["recordType": .string("Note")]),
            firesOn: [.create, .update])))
      try await laptop.database(with: .private).subscribe(watching)
      try await laptop.save("r", in: "Z")
      #expect(try pair.rows(of: "notice").isEmpty)
      let channel = try await phone.openNotificationChannel()
      for _ in 1...103 { try await laptop.save("r", in: "Z") }
      #expect(try pair.rows(of: "notice").count == 100)
      try pair.look()
      var count = 0
      while try await phone.nextPush(on: channel) != nil { count += 1 }
      #expect(count == 100)
    }
  }

  @Test func `an invitation reaches a channel at another server`() async throws {
    try await CourierPair.run { pair in
      let alice = pair.device("laptop", of: "alice", at: 0)
      let bob = pair.device("phone", of: "bob", at: 1)
      let channel = try await bob.openNotificationChannel()
      let cloud = CloudUnderTest(
        signUp: { _, _ in alice }, signIn: { _, device in pair.device(device, of: "bob", at: 1) })
      let chat = try await SharedChat(in: cloud)
      try await chat.invite("bob")
      try pair.look()
      #expect(try await bob.nextPush(on: channel)?.notification == .invitation)
    }
  }

  @Test func `a channel that changes hands at another server is the new user's from there on`()
    async throws
  {
    try await CourierPair.run { pair in
      let alice = pair.device("laptop", of: "alice", at: 0)
      let bob = pair.device("pad", of: "bob", at: 0)
      for user in [alice, bob] {
        try await user.database(with: .private).subscribe(Self.all)
        try await user.makeZone("Before")
      }
      let phone = pair.device("phone", of: "alice", at: 1)
      let channel = try await phone.openNotificationChannel()
      let hash = try #require(pair.servers[1].courier.subscriber(of: channel))
      #expect(hash.owner.userRecordName == alice.userRecordName)
      try pair.servers[0].shared.register(
        apnsToken: channel.apnsToken, for: pair.caller("bob", "phone"), in: CourierPair.partition)
      try await alice.makeZone("Hers")
      try await bob.makeZone("His")
      try pair.look()
      let owner = pair.servers[1].courier.subscriber(of: channel)?.owner
      #expect(owner?.userRecordName == bob.userRecordName)
      try pair.look()
      #expect(try await phone.nextPush(on: channel)?.recipient == bob.userRecordName)
      #expect(try await phone.nextPush(on: channel) == nil)
    }
  }

  @Test func `a channel ends with its session, wherever that ends`() async throws {
    try await CourierPair.run { pair in
      let shared = pair.servers[1].shared
      let channels = try ["alice", "bob"].map {
        try shared.openChannel(
          for: pair.caller($0, "phone"), in: CourierPair.partition, takesInvitations: false)
      }
      let alice = try #require(pair.users["alice"])
      pair.servers[0].shared.closeChannels(of: EndedSessions(of: alice, .all))
      try pair.look()
      let courier = pair.servers[1].courier
      #expect(channels.map { courier.subscriber(of: $0) != nil } == [false, true])
      // The store may lose the session and its server before anybody is told.
      let orphan = try shared.openChannel(
        for: Caller(userRecordName: alice, session: "gone"), in: CourierPair.partition,
        takesInvitations: false)
      try pair.look()
      #expect(courier.subscriber(of: orphan) == nil)
    }
  }

  @Test func `channels go with the server that held them, and with the data of a container`()
    async throws
  {
    try await CourierPair.run { pair in
      let store = pair.servers[0].store
      for (server, user) in [(0, "alice"), (1, "bob")] {
        _ = try await pair.device("phone", of: user, at: server).openNotificationChannel()
      }
      #expect(try pair.rows(of: "channel").count == 2)
      // The same name again: what the first one held is gone.
      let mark = ServerMark(name: "a", run: "second")
      try store.enter(mark)
      #expect(try pair.rows(of: "channel").count == 1)
      #expect(try store.noteAlive(mark))
      #expect(try !store.noteAlive(ServerMark(name: "a", run: "run-a")))
      try store.leave(ServerMark(name: "b", run: "another"))
      #expect(try pair.rows(of: "channel").count == 1)
      try store.leave(ServerMark(name: "b", run: "run-b"))
      #expect(try pair.rows(of: "channel").isEmpty)
      try store.removeLeftovers()
      #expect(try pair.rows(of: "server").count == 1)
    }
  }

  @Test func `a session of the console is the same at every server`() async throws {
    try await CourierPair.run { pair in
      let (one, other) = (pair.servers[0].store, pair.servers[1].store)
      for number in 1...3 {
        try one.insert(
          StoredConsoleSession(
            digest: [UInt8(number)], userRecordName: "_alice", openedAt: Int64(number)), limit: 2)
      }
      #expect(try [1, 2, 3].map { try other.consoleSession([$0]) != nil } == [false, true, true])
      try other.deleteConsoleSession([2])
      #expect(try one.consoleSession([2]) == nil)
      try other.deleteConsoleSessions(of: "_alice")
      #expect(try one.consoleSession([3]) == nil)
    }
  }
}
