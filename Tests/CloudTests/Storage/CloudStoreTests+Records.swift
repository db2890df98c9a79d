import CloudModel
import CloudRules
import Testing

extension CloudStoreTests {
  @Test(arguments: StoreFactory.all) func `a record is found as it was saved, in its zone only`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let saved = try world.change { transaction, zone throws in
        var other = try transaction.insert(
          StoredZone(
            zoneID: RecordZoneID(zoneName: "Y", ownerName: "_alice"), incarnation: "y",
            sequence: 0))
        try transaction.put("a", ["n": .int64(2)], in: &other)
        try transaction.update(&other)
        return try transaction.put("a", ["n": .int64(1), "list": .list([.double(0.5)])], in: &zone)
      }
      try world.look { reading, zone throws in
        #expect(try reading.record(named: "a", in: zone) == saved)
        #expect(try reading.record(named: "A", in: zone) == nil)
        let other = try #require(
          try reading.zone(RecordZoneID(zoneName: "Y", ownerName: "_alice")))
        #expect(try reading.record(named: "a", in: other)?.record["n"] == .int64(2))
      }
    }
  }

  @Test(arguments: StoreFactory.all)
  func `a zone's feed has each record once, where it changed last`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        for name in ["a", "b", "c", "d"] { try transaction.put(name, in: &zone) }
        try transaction.put("b", ["n": .int64(1)], in: &zone)
        try transaction.bury("a", in: &zone)
      }
      try world.look { reading, zone throws in
        #expect(zone.sequence == 6)
        let all = try reading.records(in: zone, after: 0, limit: 9)
        #expect(all.names == ["c", "d", "b", "a"])
        #expect(all.map(\.sequence) == [3, 4, 5, 6])
        #expect(all.map(\.isDeleted) == [false, false, false, true])
        #expect(try reading.records(in: zone, after: 3, limit: 2).names == ["d", "b"])
        #expect(try reading.records(in: zone, after: 6, limit: 2).names == [])
        #expect(try reading.records(in: zone, before: 6, limit: 2).names == ["b", "d"])
        #expect(try reading.records(in: zone, before: 4, limit: 9).names == ["c"])
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a record keeps its identity over deletion and return`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let first = try world.change { try $0.put("a", ["n": .int64(1)], in: &$1) }
      try world.change { try $0.bury("a", in: &$1) }
      try world.look { reading, zone throws in
        let tombstone = try reading.record(named: "a", in: zone)
        #expect(tombstone?.isDeleted == true)
        #expect(tombstone?.record.fields == [:])
        #expect(tombstone?.changeCount == 2)
        #expect(tombstone?.id == first.id)
      }
      let again = try world.change { try $0.put("a", in: &$1) }
      #expect(again.id == first.id)
      #expect(again.changeCount == 3)
    }
  }

  @Test(arguments: StoreFactory.all) func `parents and references find the living records`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      func reference(_ action: Reference.Action) -> [String: FieldValue] {
        ["to": .reference(Reference(recordName: "target", action: action))]
      }
      try world.change { transaction, zone throws in
        for name in ["binds2", "binds1", "gone"] {
          try transaction.put(name, reference(.deleteSelf), parent: "target", in: &zone)
        }
        try transaction.put("checks", reference(.validate), in: &zone)
        try transaction.put("names", reference(.none), in: &zone)
        try transaction.put("target", in: &zone)
        try transaction.bury("gone", in: &zone)
      }
      try world.look { reading, zone throws in
        #expect(try reading.hasChildren("target", in: zone))
        #expect(try !reading.hasChildren("checks", in: zone))
        #expect(try reading.children(of: "target", in: zone).names == ["binds2", "binds1"])
        func names(_ action: Reference.Action) throws -> [String] {
          try reading.referrers(to: "target", in: zone, action: action).names
        }
        #expect(try names(.deleteSelf) == ["binds2", "binds1"])
        #expect(try names(.validate) == ["checks"])
        #expect(
          try reading.referrerCount(
            to: "target", in: zone, action: .deleteSelf, except: "binds1") == 1)
      }
      try world.change { try $0.put("binds1", in: &$1) }
      try world.look { reading, zone throws in
        #expect(
          try reading.referrers(to: "target", in: zone, action: .deleteSelf).names == ["binds2"])
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a share root finds what it covers, living and deleted`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let before = try world.change { transaction, zone throws in
        for name in ["root", "x", "y"] { try transaction.put(name, coveredBy: "root", in: &zone) }
        try transaction.bury("y", in: &zone)
        return try transaction.put("z", ["n": .int64(1)], in: &zone)
      }
      try world.change { transaction, zone throws in
        let sequence = zone.advance()
        try transaction.setCover("root", ofRecord: "z", sequence: sequence, in: zone)
      }
      try world.look { reading, zone throws in
        #expect(try reading.records(in: zone, coveredBy: "root").names == ["root", "x", "z"])
        #expect(try reading.tombstones(in: zone, coveredBy: "root").names == ["y"])
        #expect(try reading.coveredCount(in: zone, by: "root") == 4)
        var expected = before
        expected.coveredBy = "root"
        expected.sequence = zone.sequence
        #expect(try reading.record(named: "z", in: zone) == expected)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `an owner is charged for what the records hold`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let saved = try world.change { transaction, zone throws in
        try transaction.put("b", ["n": .string("to be deleted")], in: &zone)
        try transaction.put("a", ["n": .string("long text")], in: &zone)
        try transaction.bury("b", in: &zone)
        return try transaction.put("a", ["n": .string("text")], in: &zone)
      }
      #expect(saved.chargedBytes > 0)
      #expect(try world.read { try $0.usedBytes(of: "_alice") } == saved.chargedBytes)
      #expect(try world.read { try $0.usedBytes(of: "_bob") } == 0)
      try world.write { transaction throws in
        try transaction.delete(try #require(try transaction.lockZone(StoreWorld.zoneID)))
      }
      #expect(try world.read { try $0.usedBytes(of: "_alice") } == 0)
    }
  }
}
