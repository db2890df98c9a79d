import CloudModel
import CloudRules
import CloudStorage
import Foundation
import Testing

/// Continuation markers, and pages while the data changes.
@Suite struct QueryPagingTests {
  private static func world(_ count: Int) throws -> SchemaWorld {
    let world = try SchemaWorld(schema: QueryTests.schema)
    for index in 0..<count {
      // Three of each, so that pages end among equals.
      let whole = Int64((index * 7 % count) / 3)
      _ = try world.save(
        world.record(
          "r\(index)", "T",
          [
            "whole": .int64(whole), "text": .string("t"),
            "place": .location(Location(latitude: Double(whole), longitude: 0)),
          ])
      ).get()
    }
    return world
  }

  @Test(arguments: [1, 2, 7, 30, 200])
  func `pages of any size have every record once, in the same order`(limit: Int) throws {
    let world = try Self.world(30)
    let sorts: [[Query.SortDescriptor]] = [
      [], [.init(.field("whole"))], [.init(.field("whole"), isAscending: false)],
      [.init(.field("text")), .init(.field("whole"), isAscending: false)],
      [.init(.field("place"), relativeLocation: Location(latitude: 5, longitude: 1))],
    ]
    let filters: [[Query.Filter]] = [
      [], [.init(.field("text"), .equals, .string("t"))],
      [
        .init(.field("whole"), .greaterThan, .int64(2)),
        .init(.field("text"), .in, .list([.string("t")])),
      ],
    ]
    for sort in sorts {
      for filter in filters {
        let whole = try world.pages(filter, sort: sort, limit: 200)
        let pages = try world.pages(filter, sort: sort, limit: limit)
        #expect(pages.joined(separator: " ") == whole.joined(separator: " "))
        #expect(pages.allSatisfy { $0.split(separator: " ").count <= limit })
      }
    }
  }

  private static func run(
    over kind: WireKind, count: Int,
    _ body: @escaping @Sendable (QueryWorld) async throws -> Void
  ) async throws {
    try await QueryWorld.run(over: kind, schema: QueryTests.schema) { world in
      for start in stride(from: 0, to: count, by: 200) {
        try await world.save(
          (start..<min(start + 200, count)).map { index in
            ("r\(index)", ["whole": .int64(Int64(index * 7 % count / 3))])
          })
      }
      try await body(world)
    }
  }

  @Test(arguments: WireKind.allCases)
  func `no record is skipped or doubled while others come and go`(kind: WireKind) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    try await Self.run(over: kind, count: 40) { world in
      var generator = SplitMix64(seed: seed)
      var fresh = 0
      let orders: [[Query.SortDescriptor]] = [
        [], [.init(.field("whole"))], [.init(.field("whole"), isAscending: false)],
      ]
      for sort in orders {
        try await world.save((0..<40).map { ("r\($0)", ["whole": .int64(Int64($0 * 7 % 40 / 3))]) })
        let lasting = Set((0..<40).filter { $0 % 2 == 0 }.map { "r\($0)" })
        let pages = try await world.pages(sort: sort, limit: 10) {
          try await world.delete("r\(Int.random(in: 0..<20, using: &generator) * 2 + 1)")
          fresh += 1
          try await world.save(
            ("new\(fresh)", ["whole": .int64(.random(in: 0...13, using: &generator))]))
        }
        let names = pages.joined(separator: " ").split(separator: " ").map(String.init)
        #expect(Set(names).count == names.count, "seed \(seed)")
        #expect(lasting.isSubset(of: Set(names)), "seed \(seed)")
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `a marker belongs to its query`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind, count: 5) { world in
      let filter = Query.Filter(.field("whole"), .greaterThanOrEquals, .int64(0))
      let first = try await world.page([filter], ["resultsLimit": 2])
      let marker = first.json["continuationMarker"]
      #expect(Data(base64Encoded: try #require(marker.string)) != nil)
      let next = try await world.page([filter], ["resultsLimit": 1, "continuationMarker": marker])
      #expect(next.outcome == "200")
      var other = filter
      other.value = .int64(1)
      for (filter, more) in [(other, [:]), (filter, ["zoneID": nil, "zoneWide": true])]
        as [(Query.Filter, [String: JSON])]
      {
        let answer = try await world.page(
          [filter], more.merging(["continuationMarker": marker]) { $1 })
        #expect(answer.outcome == "400 BAD_REQUEST")
        #expect(
          answer.json["reason"]
            == "The continuation marker belongs to another query. Begin again.")
      }
      for text in ["", "abc", "e30=", String(repeating: "A", count: 100_000)] {
        let answer = try await world.page([filter], ["continuationMarker": .string(text)])
        #expect(answer.outcome == "400 BAD_REQUEST")
        #expect(answer.json["reason"] == "Invalid continuation marker")
      }
    }
  }

  @Test func `a marker knows its query to the millisecond and to the byte`() throws {
    let world = try SchemaWorld(schema: QueryTests.schema)
    func time(_ milliseconds: Int64) -> FieldValue {
      .date(Date(millisecondsSince1970: milliseconds))
    }
    func data(_ last: UInt8) -> FieldValue {
      .list([.bytes(Data([1, 2])), .bytes(Data([1, last]))])
    }
    for name in ["a", "b", "c"] {
      _ = try world.save(
        world.record(name, "T", ["time": time(2000), "data": .bytes(Data([1, 2]))])
      ).get()
    }
    let pairs: [(Query.Filter, Query.Filter)] = [
      (
        .init(.field("time"), .greaterThan, time(1001)),
        .init(.field("time"), .greaterThan, time(1002))
      ),
      (.init(.field("data"), .in, data(3)), .init(.field("data"), .in, data(4))),
    ]
    for (own, other) in pairs {
      func page(_ filter: Query.Filter, _ marker: String? = nil) throws -> CloudService.QueryPage {
        try world.service().query(
          Query(recordType: "T", filters: [filter]), in: .zone(world.zoneID),
          continuationMarker: marker, resultsLimit: 1, by: world.web, in: .private)
      }
      let marker = try #require(try page(own).continuationMarker)
      #expect(try page(own, marker).records.count == 1)
      #expect(
        throws: CloudError(
          .invalidArguments, "The continuation marker belongs to another query. Begin again.")
      ) { try page(other, marker) }
    }
  }

  @Test(arguments: WireKind.allCases) func `a page has at most 200 records whatever is asked`(
    kind: WireKind
  ) async throws {
    try await Self.run(over: kind, count: 203) { world in
      for limit in [5000, 200] as [Int64] {
        let pages = try await world.pages(limit: limit)
        #expect(pages.map { $0.split(separator: " ").count } == [200, 3])
      }
      #expect(try await world.page([], ["resultsLimit": 0]).json["records"].elements.count == 200)
      #expect(try await world.page([], ["resultsLimit": -1]).status == 400)
    }
  }
}
