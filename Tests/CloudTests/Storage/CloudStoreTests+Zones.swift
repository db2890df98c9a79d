import CloudModel
import CloudRules
import Testing

extension CloudStoreTests {
  private static func zone(_ name: String, of owner: String = "_alice") -> StoredZone {
    StoredZone(
      zoneID: RecordZoneID(zoneName: name, ownerName: owner), incarnation: "\(owner)-\(name)",
      sequence: 0)
  }

  @Test(arguments: StoreFactory.all) func `zones are listed by owner, in the order of their names`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.write { transaction throws in
        for zone in [Self.zone("b"), Self.zone("a"), Self.zone("c", of: "_bob")] {
          try transaction.insert(zone)
        }
      }
      try world.read { reading throws in
        #expect(
          try reading.zones(ownedBy: "_alice").map(\.zoneID.zoneName) == ["Z", "a", "b"])
        #expect(try reading.zoneCount(ownedBy: "_alice") == 3)
        #expect(try reading.zone(Self.zone("c").zoneID) == nil)
        #expect(try reading.zone(Self.zone("c", of: "_bob").zoneID)?.incarnation == "_bob-c")
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func `a zone's row holds its numbers, and its limit of members`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { _, zone in
        for _ in 0..<3 { _ = zone.advance() }
        for _ in 0..<2 { zone.expireTokens() }
        zone.charge(70, for: "_alice")
        zone.charge(-30, for: "_bob")
        zone.charge(-20, for: "_alice")
        zone.charge(20, for: "_alice")
        zone.limitMembers(to: 7)
      }
      try world.look { reading, zone throws in
        #expect(
          zone
            == StoredZone(
              zoneID: StoreWorld.zoneID, incarnation: "z1", sequence: 3, tokenEpoch: 2, bytes: 40,
              memberBytes: 7))
        #expect(try reading.writtenBytes(by: "_alice", in: zone) == 70)
        #expect(try reading.writtenBytes(by: "_bob", in: zone) == -30)
      }
      try world.change { _, zone in zone.limitMembers(to: nil) }
      try world.look { _, zone in #expect(zone.memberBytes == nil) }
    }
  }

  @Test(arguments: StoreFactory.all) func `a deleted zone takes everything in it along`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.put("a", ["n": .int64(1)], in: &zone)
        try transaction.save(
          StoredShare(publicPermission: .readOnly, participants: []), of: zone)
        try transaction.setShortGUID("guid", of: zone, root: nil)
        try transaction.noteDeparture(of: "a", from: zone, of: "_bob", sequence: 1)
      }
      try world.write { transaction throws in
        try transaction.delete(try #require(try transaction.lockZone(StoreWorld.zoneID)))
        #expect(try transaction.zone(StoreWorld.zoneID) == nil)
        try transaction.insert(
          StoredZone(zoneID: StoreWorld.zoneID, incarnation: "z2", sequence: 0))
      }
      try world.look { reading, zone throws in
        #expect(zone.incarnation == "z2")
        #expect(try reading.records(in: zone, after: 0, limit: 9) == [])
        #expect(try reading.record(named: "a", in: zone) == nil)
        #expect(try reading.shares(of: zone) == [])
        #expect(try reading.shareTarget(ofShortGUID: "guid") == nil)
        #expect(try reading.departures(from: zone, of: "_bob", after: 0, limit: 9) == [])
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a user is enrolled once`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      for incarnation in ["first", "second"] {
        try world.write { try $0.enroll("_bob", incarnation: incarnation) }
      }
      let zones = try world.read { try $0.zones(ownedBy: "_bob") }
      #expect(zones.map(\.incarnation) == ["first"])
      #expect(zones.map(\.isDefault) == [true])
    }
  }

  // MARK: - Feeds of databases

  @Test(arguments: StoreFactory.all)
  func `a database's feed has each zone once, where it changed last`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.write { transaction throws in
        for (time, name) in ["a", "b", "c", "a"].enumerated() {
          try transaction.noteChange(
            of: Self.zone(name).zoneID, deleted: nil, in: "_alice", .private, by: nil,
            milliseconds: Int64(time))
        }
        try transaction.noteChange(
          of: Self.zone("b").zoneID, deleted: .purged, in: "_alice", .private, by: nil,
          milliseconds: 9)
        try transaction.noteChange(
          of: Self.zone("a").zoneID, deleted: nil, in: "_alice", .shared, by: nil, milliseconds: 1)
      }
      try world.read { reading throws in
        let entries = try reading.feedEntries(of: "_alice", .private, after: 0, limit: 9)
        #expect(entries.map(\.zoneID.zoneName) == ["c", "a", "b"])
        #expect(entries.map(\.sequence) == [3, 4, 5])
        #expect(entries.map(\.changedAt) == [2, 3, 9])
        #expect(entries.map(\.deletionReason) == [nil, nil, .purged])
        #expect(try reading.feed(of: "_alice", .private).sequence == 5)
        #expect(try reading.feed(of: "_alice", .shared).sequence == 1)
        #expect(try reading.feed(of: "_bob", .private).sequence == 0)
        #expect(
          try reading.feedEntries(of: "_alice", .private, after: 3, limit: 1).map(\.sequence) == [4]
        )
        #expect(
          try reading.feedEntry(for: Self.zone("a").zoneID, of: "_alice", .private) == entries[1])
        #expect(try reading.feedEntry(for: Self.zone("d").zoneID, of: "_alice", .private) == nil)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `expired tokens change the name of one feed only`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.write { try $0.enroll("_bob", incarnation: "b") }
      func feeds() throws -> [StoredFeed] {
        try world.read { [try $0.feed(of: "_bob", .private), try $0.feed(of: "_bob", .shared)] }
      }
      let before = try feeds()
      try world.write { try $0.expireTokens(of: "_bob", .private) }
      let after = try feeds()
      #expect(after[0] != before[0])
      #expect(after[0].sequence == before[0].sequence)
      #expect(after[1] == before[1])
    }
  }
}
