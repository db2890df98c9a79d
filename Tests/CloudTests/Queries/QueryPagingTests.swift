import CloudModel
import CloudServer
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

  @Test func `no record is skipped or doubled while others come and go`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SplitMix64(seed: seed)
    let sorts: [[Query.SortDescriptor]] = [
      [], [.init(.field("whole"))], [.init(.field("whole"), isAscending: false)],
    ]
    for sort in sorts {
      let world = try Self.world(40)
      let lasting = Set((0..<40).filter { $0 % 2 == 0 }.map { "r\($0)" })
      var fresh = 0
      let pages = try world.pages(sort: sort, limit: 5) {
        try world.delete("r\(Int.random(in: 0..<20, using: &generator) * 2 + 1)")
        fresh += 1
        world.save(
          world.record(
            "new\(fresh)", "T", ["whole": .int64(.random(in: 0...13, using: &generator))]))
      }
      let names = pages.joined(separator: " ").split(separator: " ").map(String.init)
      #expect(Set(names).count == names.count, "seed \(seed)")
      #expect(lasting.isSubset(of: Set(names)), "seed \(seed)")
    }
  }

  @Test func `a marker belongs to its query`() throws {
    let world = try Self.world(5)
    let query = Query(
      recordType: "T", filters: [.init(.field("whole"), .greaterThanOrEquals, .int64(0))])
    func page(_ query: Query, _ marker: String, _ zones: QueryZones? = nil) throws {
      _ = try world.service().query(
        query, in: zones ?? .zone(world.zoneID), continuationMarker: marker, resultsLimit: 1,
        by: world.web, in: .private)
    }
    let marker = try #require(
      try world.service().query(
        query, in: .zone(world.zoneID), resultsLimit: 2, by: world.web, in: .private
      ).continuationMarker)
    #expect(Data(base64Encoded: marker) != nil)
    try page(query, marker)
    var other = query
    other.filters[0].value = .int64(1)
    for (query, zones) in [(other, nil), (query, .all)] as [(Query, QueryZones?)] {
      #expect {
        try page(query, marker, zones)
      } throws: {
        "\($0)"
          == "invalidArguments: The continuation marker belongs to another query. Begin again."
      }
    }
    for text in ["", "abc", "e30=", String(repeating: "A", count: 100_000)] {
      #expect {
        try page(query, text)
      } throws: {
        "\($0)" == "invalidArguments: Invalid continuation marker"
      }
    }
  }

  @Test func `a page has at most 200 records whatever is asked`() throws {
    let world = try Self.world(203)
    #expect(try world.pages(limit: 5000).map { $0.split(separator: " ").count } == [200, 3])
    #expect(try world.pages().map { $0.split(separator: " ").count } == [200, 3])
    #expect(try world.pages(limit: -1).first == "r0")
  }

  @Test func `an answer has the fields that are wanted`() throws {
    let world = try Self.world(1)
    let page = try world.service().query(
      Query(recordType: "T"), in: .zone(world.zoneID), desiredKeys: ["text"], by: world.web,
      in: .private)
    #expect(page.records.map { $0.fields.keys.sorted() } == [["text"]])
    #expect(page.records[0].recordChangeTag == "1")
  }
}
