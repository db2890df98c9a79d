import CloudModel
import CloudRules
import CloudWire
import Testing

extension CloudStoreTests {
  private static func participant(
    _ account: StoredAccount, _ role: Participant.Role,
    _ status: Participant.AcceptanceStatus = .accepted
  ) -> Participant {
    Participant(
      participantID: "p-" + account.name, identity: UserIdentity(account: account), role: role,
      permission: .readWrite, acceptanceStatus: status)
  }

  private static func share(_ root: String?, _ guests: [Participant]) -> StoredShare {
    StoredShare(
      root: root, recordName: "share-\(root ?? "")", publicPermission: .none,
      participants: [participant(StoreWorld.alice, .owner)] + guests)
  }

  @Test(arguments: StoreFactory.all) func `a share is found as it was saved, and is replaced`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let invited = Self.share(
        "r",
        [
          Self.participant(StoreWorld.carol, .publicUser),
          Self.participant(StoreWorld.bob, .privateUser, .pending),
          Participant(
            participantID: "p-x", identity: UserIdentity(awaitedAt: "x@example.org"),
            permission: .readOnly),
        ])
      let other = Self.share("s", [])
      try world.change { transaction, zone throws in
        try transaction.save(other, of: zone)
        try transaction.save(invited, of: zone)
      }
      try world.look { reading, zone throws in
        #expect(try reading.share(of: zone, root: "r") == invited)
        #expect(try reading.shares(of: zone) == [invited, other])
        #expect(try reading.share(of: zone, root: nil) == nil)
        #expect(
          try reading.participations(of: "_bob", in: zone)
            == [
              Participation(
                root: "r", shareRecordName: "share-r", participant: invited.participants[2])
            ])
        #expect(
          try reading.zones(sharedWith: "_bob", status: .pending).map(\.zoneID)
            == [StoreWorld.zoneID])
        #expect(try reading.zones(sharedWith: "_bob", status: .accepted) == [])
        #expect(try reading.zones(sharedWith: "_alice", status: .accepted) == [])
        #expect(try reading.waitingInvitations(of: .user("_bob"), from: nil) == 1)
        #expect(try reading.waitingInvitations(of: .user("_bob"), from: "_carol") == 0)
        #expect(try reading.waitingInvitations(of: .address("x@example.org"), from: "_alice") == 1)
      }
      let fewer = Self.share("r", [Self.participant(StoreWorld.bob, .privateUser)])
      try world.change { try $0.save(fewer, of: $1) }
      try world.look { reading, zone throws in
        #expect(try reading.share(of: zone, root: "r") == fewer)
        #expect(try reading.waitingInvitations(of: .address("x@example.org"), from: nil) == 0)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `an address that gets an account brings its invitations`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let awaited = Participant(
        participantID: "p-x", identity: UserIdentity(awaitedAt: "new@example.org"),
        permission: .readOnly)
      try world.change { try $0.save(Self.share(nil, [awaited]), of: $1) }
      let account = StoredAccount(
        name: "new", userRecordName: "_new", emailAddress: "new@example.org")
      try world.store.writeRegistry { registry throws in
        try registry.insert(account)
        try registry.claimInvitations(of: account)
      }
      try world.look { reading, zone throws in
        let found = try #require(
          try reading.participations(of: "_new", in: zone).first?.participant)
        #expect(found.permission == .readOnly)
        #expect(found.acceptanceStatus == .pending)
        #expect(try reading.waitingInvitations(of: .address("new@example.org"), from: nil) == 0)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a link outlives its share, and leads to one zone`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.save(Self.share("r", []), of: zone)
        try transaction.setShortGUID("guid", of: zone, root: "r")
        try transaction.deleteShare(of: zone, root: "r")
      }
      try world.look { reading, zone throws in
        #expect(try reading.shares(of: zone) == [])
        #expect(try reading.shortGUID(of: zone, root: "r") == "guid")
        #expect(try reading.shortGUID(of: zone, root: nil) == nil)
        let target = try reading.shareTarget(ofShortGUID: "guid")
        #expect(target?.zone == zone)
        #expect(target?.root == "r")
        #expect(try reading.shareTarget(ofShortGUID: "other") == nil)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `departures stand in the order of the feed, per user`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        for _ in 0..<9 { _ = zone.advance() }
        for (name, sequence) in [("a", 3), ("b", 1), ("c", 2), ("b", 4)] {
          try transaction.noteDeparture(
            of: name, from: zone, of: "_bob", sequence: Int64(sequence))
        }
        try transaction.noteDeparture(of: "a", from: zone, of: "_carol", sequence: 9)
        try transaction.forgetDepartures(of: "a", from: zone, of: "_bob")
      }
      try world.look { reading, zone throws in
        func departures(after sequence: Int64, limit: Int) throws -> [String] {
          try reading.departures(from: zone, of: "_bob", after: sequence, limit: limit).map {
            "\($0.recordName) \($0.sequence)"
          }
        }
        #expect(try departures(after: 0, limit: 9) == ["c 2", "b 4"])
        #expect(try departures(after: 0, limit: 1) == ["c 2"])
        #expect(try departures(after: 2, limit: 9) == ["b 4"])
        #expect(try reading.departureOfAll(from: zone, of: "_bob") == nil)
      }
      try world.change { try $0.noteDepartureOfAll(from: $1, of: "_bob", sequence: 5) }
      try world.look { reading, zone throws in
        #expect(try reading.departures(from: zone, of: "_bob", after: 0, limit: 9) == [])
        #expect(try reading.departureOfAll(from: zone, of: "_bob") == 5)
        #expect(try reading.departureOfAll(from: zone, of: "_carol") == nil)
        #expect(try reading.departures(from: zone, of: "_carol", after: 0, limit: 9).count == 1)
      }
      try world.change { try $0.forgetDepartures(of: nil, from: $1, of: "_bob") }
      #expect(try world.look { try $0.departureOfAll(from: $1, of: "_bob") } == nil)
    }
  }

  @Test(arguments: StoreFactory.all) func `subscriptions are found by user, database and type`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      func query(_ id: String) -> Subscription {
        Subscription(
          subscriptionID: id,
          kind: .query(
            QuerySubscription(
              recordType: "T", query: .object(["recordType": .string("T")]), firesOn: [.create])))
      }
      try world.write { transaction throws in
        try transaction.save(query("q"), of: "_bob", .private)
        try transaction.save(query("q"), of: "_alice", .private)
        for id in ["z", "d"] {
          try transaction.save(
            Subscription(subscriptionID: id, kind: .database), of: "_alice", .private)
        }
        try transaction.save(
          Subscription(subscriptionID: "z", kind: .zone(StoreWorld.zoneID)), of: "_alice", .private)
      }
      func ids(_ subscriptions: [Subscription]) -> [String] { subscriptions.map(\.subscriptionID) }
      try world.read { reading throws in
        #expect(ids(try reading.subscriptions(of: "_alice", .private)) == ["d", "q", "z"])
        #expect(ids(try reading.changeSubscriptions(of: "_alice", .private)) == ["d", "z"])
        #expect(try reading.subscriptions(of: "_alice", .shared) == [])
        #expect(
          try reading.subscription("z", of: "_alice", .private)?.kind == .zone(StoreWorld.zoneID))
        #expect(try reading.subscription("x", of: "_alice", .private) == nil)
        func users(_ user: String?, _ type: String = "T") throws -> [String] {
          try reading.querySubscriptions(onRecordType: type, of: user, .private)
            .map(\.userRecordName)
        }
        #expect(try users(nil) == ["_alice", "_bob"])
        #expect(try users("_bob") == ["_bob"])
        #expect(try users(nil, "U") == [])
      }
      try world.write { try $0.deleteSubscription("q", of: "_alice", .private) }
      #expect(ids(try world.read { try $0.subscriptions(of: "_alice", .private) }) == ["d", "z"])
    }
  }
}
