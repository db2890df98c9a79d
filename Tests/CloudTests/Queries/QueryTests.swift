import CloudModel
import Foundation
import Testing

/// The results of each comparator and each order.
@Suite struct QueryTests {
  static let schema = """
    DEFINE SCHEMA
    RECORD TYPE T (
      "___recordID" REFERENCE QUERYABLE SORTABLE, "___createTime" TIMESTAMP QUERYABLE SORTABLE,
      "___modTime" TIMESTAMP QUERYABLE SORTABLE, "___createdBy" REFERENCE QUERYABLE,
      "___modifiedBy" REFERENCE QUERYABLE, "___etag" STRING QUERYABLE,
      "___parent" REFERENCE QUERYABLE,
      text STRING QUERYABLE SORTABLE SEARCHABLE, whole INT64 QUERYABLE SORTABLE,
      number DOUBLE QUERYABLE SORTABLE, time TIMESTAMP QUERYABLE SORTABLE,
      data BYTES QUERYABLE, link REFERENCE QUERYABLE, place LOCATION QUERYABLE SORTABLE,
      tags LIST<STRING> QUERYABLE SEARCHABLE, wholes LIST<INT64> QUERYABLE,
      links LIST<REFERENCE> QUERYABLE);
    """

  /// a, b and c have values; n has none.
  private static func run(
    over kind: WireKind, _ body: @escaping @Sendable (QueryWorld) async throws -> Void
  ) async throws {
    func link(_ name: String) -> FieldValue { .reference(.init(recordName: name, action: .none)) }
    func place(_ latitude: Double, _ longitude: Double) -> FieldValue {
      .location(Location(latitude: latitude, longitude: longitude))
    }
    let records: [(name: String, fields: [String: FieldValue])] = [
      (
        "a",
        [
          "text": .string("Apple pie"), "whole": .int64(-1), "number": .double(-0.5),
          "time": .date(Date(millisecondsSince1970: 1000)), "data": .bytes(Data([1])),
          "link": link("x"), "place": place(48.8566, 2.3522),
          "tags": .list([.string("red"), .string("green")]),
          "wholes": .list([.int64(1), .int64(2)]), "links": .list([link("x")]),
        ]
      ),
      (
        "b",
        [
          "text": .string("apple Tärt"), "whole": .int64(0), "number": .double(0),
          "time": .date(Date(millisecondsSince1970: 2000)), "data": .bytes(Data([1, 2])),
          "link": link("y"), "place": place(51.5074, -0.1278),
          "tags": .list([.string("green"), .string("blue")]),
          "wholes": .list([.int64(2), .int64(3)]), "links": .list([link("x"), link("y")]),
        ]
      ),
      (
        "c",
        [
          "text": .string("Banana"), "whole": .int64(7), "number": .double(1e9),
          "time": .date(Date(millisecondsSince1970: 3000)), "data": .bytes(Data([2])),
          "link": link("x"), "place": place(-33.8688, 151.2093),
          "tags": .list([]), "wholes": .list([.int64(3)]), "links": .list([link("z")]),
        ]
      ),
      ("n", [:]),
    ]
    try await QueryWorld.run(over: kind, schema: schema) { world in
      for record in records {
        world.pass(seconds: 1)
        try await world.save([record])
      }
      try await body(world)
    }
  }

  @Test(arguments: WireKind.allCases) func `every comparator finds what it says`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind) { world in
      func link(_ name: String) -> FieldValue { .reference(.init(recordName: name, action: .none)) }
      func strings(_ values: String...) -> FieldValue { .list(values.map { .string($0) }) }
      func wholes(_ values: Int64...) -> FieldValue { .list(values.map { .int64($0) }) }
      let table: [(String, Query.Comparator, FieldValue?, String)] = [
        ("text", .equals, .string("Banana"), "c"), ("text", .equals, .string("banana"), ""),
        ("text", .notEquals, .string("Banana"), "a b n"), ("whole", .equals, .int64(0), "b"),
        ("number", .equals, .double(-0.0), "b"), ("data", .equals, .bytes(Data([1])), "a"),
        ("link", .equals, link("x"), "a c"), ("link", .notEquals, link("x"), "b n"),
        ("text", .equals, nil, "n"), ("text", .notEquals, nil, "a b c"),
        ("whole", .lessThan, .int64(0), "a"), ("whole", .lessThanOrEquals, .int64(0), "a b"),
        ("whole", .greaterThan, .int64(0), "c"), ("whole", .greaterThanOrEquals, .int64(0), "b c"),
        ("number", .lessThan, .double(0), "a"), ("number", .greaterThan, .double(-0.5), "b c"),
        ("text", .lessThan, .string("B"), "a"), ("text", .greaterThan, .string("Banana"), "b"),
        ("time", .greaterThanOrEquals, .date(Date(millisecondsSince1970: 2000)), "b c"),
        ("time", .equals, .date(Date(millisecondsSince1970: 2000)), "b"),
        ("text", .in, strings("Banana", "none", "Apple pie"), "a c"), ("text", .in, .list([]), ""),
        ("text", .notIn, strings("Banana", "Apple pie"), "b n"),
        ("whole", .in, wholes(7, 7, 0), "b c"),
        ("text", .beginsWith, .string("Apple"), "a"), ("text", .beginsWith, .string(""), "a b c"),
        ("text", .notBeginsWith, .string("Apple"), "b c n"),
        ("tags", .listContains, .string("green"), "a b"),
        ("tags", .notListContains, .string("green"), "c n"),
        ("wholes", .listContains, .int64(3), "b c"), ("links", .listContains, link("x"), "a b"),
        ("tags", .listContainsAny, strings("red", "blue"), "a b"),
        ("tags", .notListContainsAny, strings("red", "blue"), "c n"),
        ("tags", .listContainsAll, strings("green", "blue"), "b"),
        ("tags", .listContainsAll, .list([]), "a b c n"),
        ("tags", .notListContainsAll, strings("green", "blue"), "a c n"),
        ("tags", .listMemberBeginsWith, .string("gr"), "a b"),
        ("tags", .notListMemberBeginsWith, .string("r"), "b c n"),
        ("text", .containsAllTokens, .string("APPLE tart"), "b"),
        ("text", .containsAnyTokens, .string("pie banana"), "a c"),
        ("text", .containsAnyTokens, strings("pie", "tart"), "a b"),
        ("text", .containsAllTokens, .string("--"), ""),
        ("tags", .containsAnyTokens, .string("RED"), "a"),
        ("allTokens", .containsAllTokens, .string("apple Red"), "a"),
        ("allTokens", .containsAnyTokens, .string("blue banana"), "b c"),
        ("allTokens", .containsAllTokens, .string("apple banana"), ""),
      ]
      for (field, comparator, value, expected) in table {
        let filter = Query.Filter(.field(field), comparator, value)
        try await world.expect(expected, [filter])
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `filters are all to hold, and may find nothing`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind) { world in
      let filters = [
        Query.Filter(.field("link"), .equals, .reference(.init(recordName: "x", action: .none))),
        Query.Filter(.field("whole"), .greaterThan, .int64(0)),
        Query.Filter(.field("text"), .notEquals, .string("Apple pie")),
      ]
      try await world.expect("c", filters)
      try await world.expect("", filters + [.init(.field("whole"), .equals, .int64(1))])
      try await world.expect("a b c n")
    }
  }

  @Test(arguments: WireKind.allCases) func `a number without a type has that of its field`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind) { world in
      for (field, expected) in [("whole", "b"), ("number", "b")] {
        try await world.expect(
          expected, [Query.Filter(.field(field), .equals, .int64(0), isTypeOmitted: true)])
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `near measures in metres on the sphere`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind) { world in
      let paris = FieldValue.location(Location(latitude: 48.86, longitude: 2.35))
      func near(_ metres: Double) async throws -> String {
        try await world.answer([Query.Filter(.field("place"), .near, paris, distance: metres)])
      }
      #expect(try await near(1000) == "a")
      #expect(try await near(340_000) == "a")
      #expect(try await near(345_000) == "a b")
      #expect(try await near(20_040_000) == "a b c")
      let dateLine = FieldValue.location(Location(latitude: -17, longitude: 179.9))
      try await world.save(
        ("f", ["place": .location(Location(latitude: -17, longitude: -179.9))]))
      try await world.expect(
        "f", [Query.Filter(.field("place"), .near, dateLine, distance: 30_000)])
    }
  }

  @Test(arguments: WireKind.allCases)
  func `orders go both ways, and records without a value come first`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind) { world in
      let table: [([Query.SortDescriptor], String)] = [
        ([.init(.field("text"))], "n a c b"),
        ([.init(.field("text"), isAscending: false)], "b c a n"),
        ([.init(.field("whole"))], "n a b c"),
        ([.init(.field("number"), isAscending: false)], "c b a n"),
        ([.init(.systemField("___modTime"), isAscending: false)], "n c b a"),
        ([.init(.systemField("createdTimestamp"))], "a b c n"),
        ([.init(.field("___recordID"), isAscending: false)], "n c b a"),
        (
          [
            .init(
              .field("place"), relativeLocation: Location(latitude: 50, longitude: 0))
          ], "b a c n"
        ),
        (
          [
            .init(
              .field("place"), isAscending: false,
              relativeLocation: Location(latitude: 50, longitude: 0))
          ], "n c a b"
        ),
      ]
      for (sort, expected) in table {
        try await world.expect(expected, sort: sort)
        try await world.expect(
          expected.split(separator: " ").filter { "bc".contains($0) }.joined(separator: " "),
          [.init(.field("whole"), .greaterThanOrEquals, .int64(0))], sort: sort)
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `equals in one order are decided by the next`(
    kind: WireKind
  ) async throws {
    try await QueryWorld.run(over: kind, schema: Self.schema) { world in
      for (name, text, whole) in [("a", "x", 2), ("b", "y", 1), ("c", "x", 1), ("d", "y", 2)] {
        try await world.save((name, ["text": .string(text), "whole": .int64(Int64(whole))]))
      }
      let sort = [
        Query.SortDescriptor(.field("text"), isAscending: false),
        Query.SortDescriptor(.field("whole")),
      ]
      for limit in 1...4 {
        let pages = try await world.pages(sort: sort, limit: Int64(limit))
        #expect(pages.joined(separator: " ") == "b d c a", "limit \(limit)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `system fields have many names`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind) { world in
      let alice = FieldValue.reference(.init(recordName: world.alice.userRecordName, action: .none))
      let me = FieldValue.reference(
        .init(recordName: RecordZoneID.currentUserDefaultName, action: .none))
      func name(_ name: String) -> FieldValue { .reference(.init(recordName: name, action: .none)) }
      let table: [(Query.Key, Query.Comparator, FieldValue, String)] = [
        (.field("___recordID"), .equals, name("b"), "b"),
        (.systemField("recordName"), .equals, name("b"), "b"),
        (.field("recordName"), .in, .list([name("a"), name("z")]), "a"),
        (.systemField("recordName"), .notEquals, name("b"), "a c n"),
        (.systemField("createdUserRecordName"), .equals, alice, "a b c n"),
        (.field("___createdBy"), .equals, me, "a b c n"),
        (.systemField("modifiedUserRecordName"), .equals, name("nobody"), ""),
        (
          .systemField("modifiedTimestamp"), .greaterThan,
          .date(Date(millisecondsSince1970: 1_800_000_003_000)), "n"
        ),
        (
          .field("___createTime"), .lessThanOrEquals,
          .date(Date(millisecondsSince1970: 1_800_000_001_000)), "a"
        ),
        (.systemField("___etag"), .equals, .string("1"), "a b c n"),
      ]
      for (key, comparator, value, expected) in table {
        try await world.expect(expected, [Query.Filter(key, comparator, value)])
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `the index follows what is saved and deleted`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind) { world in
      let filter = Query.Filter(.field("text"), .equals, .string("Cherry"))
      try await world.expect("", [filter])
      try await world.save(("a", ["text": .string("Cherry")]))
      try await world.expect("a", [filter])
      try await world.expect("", [.init(.field("text"), .containsAnyTokens, .string("pie"))])
      try await world.delete("a")
      try await world.expect("", [filter])
      try await world.expect("b c n")
      try await world.save(("a", ["text": .string("Cherry")]))
      try await world.expect("a", [filter])
    }
  }

  @Test(arguments: WireKind.allCases)
  func `an index that is added later knows the records from before`(
    kind: WireKind
  ) async throws {
    let bare =
      #"DEFINE SCHEMA RECORD TYPE T ("___recordID" REFERENCE QUERYABLE, a STRING, p LOCATION);"#
    try await QueryWorld.run(over: kind, schema: bare) { world in
      let here = FieldValue.location(Location(latitude: 1, longitude: 1))
      try await world.save(
        ("r1", ["a": .string("blue sky"), "p": here]), ("r2", ["a": .string("red sea"), "p": here]))
      try await world.importSchema(
        """
        DEFINE SCHEMA RECORD TYPE T ("___recordID" REFERENCE QUERYABLE,
          a STRING QUERYABLE SORTABLE SEARCHABLE, b INT64 QUERYABLE SORTABLE, p LOCATION QUERYABLE);
        """)
      let red = Query.Filter(.field("a"), .equals, .string("red sea"))
      try await world.expect("r2", [red])
      let sky = Query.Filter(.field("a"), .containsAnyTokens, .string("sky"))
      try await world.expect("r1", [sky])
      try await world.expect("r2 r1", sort: [.init(.field("a"), isAscending: false)])
      try await world.expect("r1 r2", sort: [.init(.field("b"))])
      let near = Query.Filter(.field("p"), .near, here, distance: 1)
      try await world.expect("r1 r2", [near])
      try await world.importSchema(bare)
      try await world.expect("400 BAD_REQUEST Field 'a' is not marked queryable", [red])
    }
  }
}
