import CloudModel
import Foundation
import Testing

/// The reasons why a query is refused, in the words that clients match.
@Suite struct QueryRefusalTests {
  private static let schema = """
    DEFINE SCHEMA
    RECORD TYPE Bare (a STRING);
    RECORD TYPE T (
      a STRING QUERYABLE, plain STRING, secret ENCRYPTED STRING, link REFERENCE QUERYABLE,
      tags LIST<STRING> QUERYABLE, place LOCATION QUERYABLE SORTABLE, whole INT64 QUERYABLE,
      time TIMESTAMP QUERYABLE, order INT64 SORTABLE, file ASSET);
    """

  @Test(arguments: WireKind.allCases) func `a query says what the schema lacks`(
    kind: WireKind
  ) async throws {
    try await QueryWorld.run(over: kind, schema: Self.schema) { world in
      try await world.expect("404 NOT_FOUND Did not find record type: Nope", type: "Nope")
      try await world.expect("400 BAD_REQUEST Type is not marked indexable: Bare", type: "Bare")
      try await world.expect(
        "400 BAD_REQUEST Type is not marked indexable: cloudkit.share", type: Share.recordType)
      try await world.expect("400 BAD_REQUEST Field 'recordName' is not marked queryable")
      try await world.expect(
        "400 BAD_REQUEST Field 'recordName' is not marked queryable", sort: [.init(.field("order"))]
      )
    }
  }

  @Test(arguments: WireKind.allCases) func `a filter says what is wrong with it`(
    kind: WireKind
  ) async throws {
    try await QueryWorld.run(over: kind, schema: Self.schema) { world in
      let here = FieldValue.location(Location(latitude: 1, longitude: 1))
      let table: [(Query.Filter, String)] = [
        (.init(.field("plain"), .equals, .string("")), "Field 'plain' is not marked queryable"),
        (.init(.field("gone"), .equals, .string("")), "Field 'gone' is not marked queryable"),
        (.init(.field("order"), .equals, .int64(1)), "Field 'order' is not marked queryable"),
        (
          .init(.systemField("recordName"), .equals, .string("")),
          "Field 'recordName' is not marked queryable"
        ),
        (
          .init(
            .systemField("modifiedTimestamp"), .lessThan, .date(Date(millisecondsSince1970: 0))),
          "Field '___modTime' is not marked queryable"
        ),
        (
          .init(.field("a"), .containsAllTokens, .string("x")), "Field 'a' is not marked searchable"
        ),
        (
          .init(.field("secret"), .equals, .string("x")),
          "Field 'secret' has a value type of ENCRYPTED_STRING and cannot be queried using filter "
            + "type EQUALS"
        ),
        (
          .init(.field("link"), .equals, .string("x")),
          "Field 'link' has a value type of REFERENCE and cannot be queried using filter value type "
            + "STRING"
        ),
        (
          .init(.field("a"), .in, .list([.int64(1)])),
          "Field 'a' has a value type of STRING and cannot be queried using filter value type "
            + "INT64_LIST"
        ),
        (
          .init(.field("tags"), .equals, .string("x")),
          "Field 'tags' has a value type of STRING_LIST and cannot be queried using filter type EQUALS"
        ),
        (
          .init(.field("a"), .listContains, .string("x")),
          "Field 'a' has a value type of STRING and cannot be queried using filter type LIST_CONTAINS"
        ),
        (
          .init(.field("whole"), .beginsWith, .string("x")),
          "Field 'whole' has a value type of INT64 and cannot be queried using filter type BEGINS_WITH"
        ),
        (
          .init(.field("link"), .lessThan, .string("x")),
          "Field 'link' has a value type of REFERENCE and cannot be queried using filter type "
            + "LESS_THAN"
        ),
        (
          .init(.field("place"), .equals, here),
          "Field 'place' has a value type of LOCATION and cannot be queried using filter type EQUALS"
        ),
        (
          .init(.field("time"), .equals, .int64(1), isTypeOmitted: true),
          "Field 'time' has a value type of TIMESTAMP and cannot be queried using filter value type "
            + "INT64"
        ),
        (
          .init(.field("a"), .in, .list([.string("x")]), isTypeOmitted: true),
          "BadRequestException: Unexpected input"
        ),
        (.init(.field("a"), .in, .string("x")), "BadRequestException: Unexpected input"),
        (.init(.field("a"), .lessThan, nil), "BadRequestException: Unexpected input"),
        (
          .init(.field("place"), .near, here),
          "BadRequestException: NEAR needs a distance in metres"
        ),
        (
          .init(
            .field("place"), .near, .location(Location(latitude: 91, longitude: 0)), distance: 1),
          "Invalid value, expected type LOCATION."
        ),
      ]
      for (filter, reason) in table {
        try await world.expect("400 BAD_REQUEST " + reason, [filter])
      }
    }
  }

  @Test(arguments: WireKind.allCases) func `an order says what is wrong with it`(
    kind: WireKind
  ) async throws {
    try await QueryWorld.run(over: kind, schema: Self.schema) { world in
      let filter = Query.Filter(.field("a"), .equals, .string("x"))
      let here = Location(latitude: 1, longitude: 1)
      let table: [(Query.SortDescriptor, String)] = [
        (.init(.field("a")), "Field 'a' is not marked sortable"),
        (.init(.field("gone")), "Field 'gone' is not marked sortable"),
        (.init(.systemField("creationDate")), "Field '___createTime' is not marked sortable"),
        (
          .init(.field("place")),
          "Field 'place' has a value type of LOCATION and is sorted only by relativeLocation"
        ),
        (
          .init(.field("order"), relativeLocation: here),
          "Field 'order' has no location and cannot be sorted by relativeLocation"
        ),
      ]
      for (sort, reason) in table {
        try await world.expect("400 BAD_REQUEST " + reason, [filter], sort: [sort])
      }
      try await world.expect("", [filter], sort: [.init(.field("secret"))])
    }
  }

  @Test(arguments: WireKind.allCases) func `a query has bounds`(
    kind: WireKind
  ) async throws {
    try await QueryWorld.run(over: kind, schema: Self.schema) { world in
      let many = FieldValue.list((0...250).map { .string("\($0)") })
      try await world.expect(
        "400 BAD_REQUEST Query filter exceeds the limit of values: 250",
        [.init(.field("a"), .in, many)])
      let filter = Query.Filter(.field("a"), .equals, .string("x"))
      try await world.expect(
        "400 BAD_REQUEST limit exceeded: a query has at most 100 filters",
        Array(repeating: filter, count: 101))
      try await world.expect(
        "400 BAD_REQUEST limit exceeded: a query has at most 16 orders", [filter],
        sort: Array(repeating: .init(.field("order")), count: 17))
      try await world.expect("", Array(repeating: filter, count: 100))
    }
  }
}
