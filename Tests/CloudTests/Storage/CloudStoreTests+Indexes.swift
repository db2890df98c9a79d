import CloudModel
import CloudRules
import Foundation
import Testing

extension CloudStoreTests {
  /// A type with a number, a text, a list and a place, all of them indexed.
  private static func type(_ names: [String] = ["n", "text", "list", "place"])
    -> RecordTypeDefinition
  {
    let types: [String: FieldType] = [
      "n": FieldType(.int64), "text": FieldType(.string), "place": FieldType(.location),
      "list": FieldType(.int64, isList: true),
    ]
    return RecordTypeDefinition(
      name: "T",
      fields: names.compactMap { name in
        types[name].map {
          FieldDefinition(name: name, type: $0, indexes: $0.possibleIndexes)
        }
      })
  }

  private static func fields(_ n: Int64, _ text: String = "") -> [String: FieldValue] {
    [
      "n": .int64(n), "text": .string(text), "list": .list([.int64(n), .int64(n + 100)]),
      "place": .location(Location(latitude: Double(n), longitude: 0)),
    ]
  }

  private static func search(
    _ tests: [IndexCondition.Test] = [], isNegated: Bool = false, orders: [IndexOrder] = [],
    after: IndexPosition? = nil, limit: Int = 9
  ) -> IndexSearch {
    IndexSearch(
      recordType: "T", zones: [IndexSearch.Zone(incarnation: "z1")],
      conditions: tests.isEmpty ? [] : [IndexCondition(tests, isNegated: isNegated)],
      orders: orders, after: after, limit: limit)
  }

  private static func key(_ n: Int64) throws -> IndexKey {
    try #require(IndexKey(FieldValue.int64(n)))
  }

  @Test(arguments: StoreFactory.all) func `a search finds living records by their entries`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.lockSchema()
        try transaction.save(Self.type())
        for (n, text) in [(3, "green tea"), (1, "Black tea"), (2, "coffee"), (4, "tea")] {
          try transaction.put("r\(n)", Self.fields(Int64(n), text), in: &zone)
        }
        try transaction.bury("r4", in: &zone)
      }
      func found(_ tests: [IndexCondition.Test], isNegated: Bool = false) throws -> [String] {
        try world.read { try $0.search(Self.search(tests, isNegated: isNegated)).map(\.recordName) }
      }
      let (one, two, three) = (try Self.key(1), try Self.key(2), try Self.key(3))
      #expect(try found([]) == ["r3", "r1", "r2"])
      #expect(try found([.value(field: "n", keys: [one, three])]) == ["r3", "r1"])
      #expect(try found([.value(field: "n", keys: [one])], isNegated: true) == ["r3", "r2"])
      #expect(try found([.range(field: "n", from: one, to: three)]) == ["r1", "r2"])
      #expect(try found([.range(field: "n", from: two, to: .beyond)]) == ["r3", "r2"])
      #expect(try found([.word(fields: ["text"], words: ["tea"])]) == ["r3", "r1"])
      #expect(
        try found([.value(field: "list", keys: [try Self.key(102)])]) == ["r2"])
      #expect(
        try found([.near(field: "place", latitude: 1, longitude: 0, metres: 120_000)])
          == ["r1", "r2"])
      #expect(
        try found([
          .word(fields: ["text"], words: ["tea"]), .range(field: "n", from: two, to: .beyond),
        ]) == ["r3"])
    }
  }

  @Test(arguments: StoreFactory.all) func `a search keeps to zones, to shares and to a creator`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.write { transaction throws in
        try transaction.lockSchema()
        try transaction.save(Self.type())
        let id = RecordZoneID(zoneName: "Y", ownerName: "_bob")
        var other = try transaction.insert(
          StoredZone(zoneID: id, incarnation: "y1", sequence: 0))
        try transaction.put("y", Self.fields(1), in: &other, by: "_bob")
        try transaction.update(&other)
      }
      try world.change { transaction, zone throws in
        try transaction.put("free", Self.fields(1), in: &zone)
        try transaction.put("root", Self.fields(1), coveredBy: "root", in: &zone, by: "_bob")
        try transaction.put("child", Self.fields(1), coveredBy: "root", in: &zone)
      }
      func found(_ zones: [IndexSearch.Zone], by creator: String? = nil) throws -> Set<String> {
        var search = Self.search([.value(field: "n", keys: [try Self.key(1)])])
        (search.zones, search.createdBy) = (zones, creator)
        return try Set(world.read { try $0.search(search).map(\.recordName) })
      }
      let (z, y) = (IndexSearch.Zone(incarnation: "z1"), IndexSearch.Zone(incarnation: "y1"))
      #expect(try found([z]) == ["free", "root", "child"])
      #expect(try found([z, y]) == ["free", "root", "child", "y"])
      #expect(try found([z, y], by: "_bob") == ["root", "y"])
      #expect(try found([.init(incarnation: "z1", coveredBy: ["root"])]) == ["root", "child"])
      #expect(try found([.init(incarnation: "z1", coveredBy: ["other"]), y]) == ["y"])
      #expect(try found([]) == [])
    }
  }

  @Test(arguments: StoreFactory.all) func `every search seeks in an index and scans no table`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.lockSchema()
        try transaction.save(Self.type())
        try transaction.put("r", Self.fields(1), in: &zone)
      }
      let (one, two) = (try Self.key(1), try Self.key(2))
      let value = IndexCondition.Test.value(field: "n", keys: [one])
      let place = IndexCondition.Test.near(field: "place", latitude: 1, longitude: 1, metres: 10)
      let byNumber = IndexOrder(.value(field: "n"), isAscending: false)
      let end = IndexPosition(keys: [.bytes(one.bytes)], record: 1)
      let walks = [
        Self.search(orders: [byNumber]), Self.search(orders: [byNumber], after: end),
        Self.search(), Self.search(after: IndexPosition(keys: [], record: 1)),
      ]
      let finds = [
        Self.search([value]), Self.search([value], orders: [byNumber]),
        Self.search([value], isNegated: true),
        Self.search([.range(field: "n", from: one, to: two)]),
        Self.search([.word(fields: ["text"], words: ["x"])]), Self.search([place, value]),
      ]
      for (index, search) in (walks + finds).enumerated() {
        let steps = try world.read { try $0.explain(search) }
        // In the words of SQLite or of PostgreSQL.
        let scans = steps.filter {
          $0.contains("Seq Scan") || ($0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN d"))
        }
        #expect(scans == [], "\(steps)")
        let seeks = steps.contains {
          $0.contains("(zone=? AND field=?")
            || ($0.contains("Index Cond: ((zone = ") && $0.contains(") AND (field = "))
        }
        #expect(seeks, "\(steps)")
        let sorts = steps.filter { $0.contains("TEMP B-TREE") || $0.contains("Sort Key") }
        if index < walks.count { #expect(sorts == [], "\(steps)") }
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `pages of a search continue in order, without a gap`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.lockSchema()
        try transaction.save(Self.type())
        for (name, n) in [("a", 2), ("b", 1), ("c", 2), ("d", -1), ("e", 3)] {
          try transaction.put(name, Self.fields(Int64(n)), in: &zone)
        }
      }
      func all(_ order: IndexOrder) throws -> [String] {
        var names: [String] = []
        var after: IndexPosition?
        repeat {
          let page = try world.read {
            try $0.search(Self.search(orders: [order], after: after, limit: 2))
          }
          names += page.map(\.recordName)
          after = page.count == 2 ? page.last?.position : nil
        } while after != nil
        return names
      }
      #expect(
        try all(IndexOrder(.value(field: "n"), isAscending: true)) == ["d", "b", "a", "c", "e"])
      #expect(
        try all(IndexOrder(.value(field: "n"), isAscending: false)) == ["e", "c", "a", "b", "d"])
      let near = IndexOrder(
        .distance(field: "place", latitude: 0.9, longitude: 0), isAscending: true)
      #expect(try all(near) == ["b", "a", "c", "d", "e"])
    }
  }

  @Test(arguments: StoreFactory.all) func `entries that lag are not found before they are due`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try world.change { transaction, zone throws in
        try transaction.lockSchema()
        try transaction.save(Self.type())
        try transaction.put("r", Self.fields(1), in: &zone)
        try transaction.put("r", Self.fields(2), in: &zone, dueAt: 1500)
        try transaction.put("new", Self.fields(2), in: &zone, dueAt: 1500)
      }
      func found(_ n: Int64) throws -> [String] {
        try world.read {
          try $0.search(Self.search([.value(field: "n", keys: [try Self.key(n)])])).map(
            \.recordName)
        }
      }
      #expect(try world.read { try !$0.hasDueIndexEntries(milliseconds: 1499) })
      try world.write { try $0.applyDueIndexEntries(milliseconds: 1499) }
      #expect(try found(1) == ["r"])
      #expect(try found(2) == [])
      #expect(try world.read { try $0.hasDueIndexEntries(milliseconds: 1500) })
      try world.write { try $0.applyDueIndexEntries(milliseconds: 1500) }
      #expect(try found(1) == [])
      #expect(try found(2) == ["r", "new"])
      #expect(try world.read { try !$0.hasDueIndexEntries(milliseconds: .max) })
    }
  }

  @Test(arguments: StoreFactory.all)
  func `a new index finds old records, a lost field loses values`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      var unindexed = Self.type()
      unindexed.fields["n"]?.indexes = []
      try world.change { transaction, zone throws in
        try transaction.lockSchema()
        try transaction.save(unindexed)
        try transaction.put("r", Self.fields(1, "words"), in: &zone)
      }
      let byNumber = Self.search([.value(field: "n", keys: [try Self.key(1)])])
      #expect(try world.read { try $0.storedRecordType(named: "T") } == unindexed)
      #expect(try world.read { try $0.search(byNumber).map(\.recordName) } == [])
      try world.write { transaction throws in
        try transaction.lockSchema()
        try transaction.save(Self.type())
      }
      #expect(try world.read { try $0.search(byNumber).map(\.recordName) } == ["r"])
      try world.read { reading throws in
        #expect(try reading.countRecords(ofType: "T", withField: "text") == 1)
        #expect(try reading.countRecords(ofType: "T", withField: "other") == 0)
        #expect(try reading.countRecords(ofType: "U", withField: nil) == 0)
      }
      try world.write { transaction throws in
        try transaction.lockSchema()
        var schema = try transaction.storedSchema()
        schema["T"] = Self.type(["n"])
        try transaction.setSchema(schema)
      }
      try world.look { reading, zone throws in
        #expect(try reading.storedSchema()["T"] == Self.type(["n"]))
        #expect(try reading.record(named: "r", in: zone)?.record.fields == ["n": .int64(1)])
        #expect(try reading.search(byNumber).map(\.recordName) == ["r"])
      }
      try world.change { try $0.bury("r", in: &$1) }
      try world.write { transaction throws in
        try transaction.lockSchema()
        try transaction.setSchema(Schema())
      }
      #expect(try world.read { try $0.storedSchema()["T"] } == nil)
    }
  }
}
