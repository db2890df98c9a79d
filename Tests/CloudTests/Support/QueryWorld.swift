import CloudModel
import CloudWire
import Foundation
import NIOHTTP1
import Testing

/// Alice with a zone `Z`, a schema that learns nothing, and a clock that a test moves: what queries
/// find, on the wire.
struct QueryWorld: Sendable {
  let alice: WireCloud.Person
  private let wire: WireCloud
  private let time: ManualTime

  static func run(
    over kind: WireKind, schema: String,
    _ body: @escaping @Sendable (QueryWorld) async throws -> Void
  ) async throws {
    let time = ManualTime()
    try await kind.run(plan: CloudPlan(), surroundings: time.surroundings()) { wire in
      let world = QueryWorld(alice: try await wire.signUp("alice"), wire: wire, time: time)
      try await world.importSchema(schema)
      try await wire.makeZone("Z", of: world.alice)
      try await body(world)
    }
  }

  func pass(seconds: Double) { time.advance(seconds: seconds) }

  func importSchema(_ text: String) async throws {
    let answer = try await wire.send(
      .PUT, "/extension/1/schema?environment=development", headers: try wire.administrator,
      body: Array(text.utf8))
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// Saves records of the type `T` by force, in one request.
  func save(_ records: (name: String, fields: [String: FieldValue])...) async throws {
    try await save(records)
  }

  func save(_ records: [(name: String, fields: [String: FieldValue])]) async throws {
    let operations = try records.map { name, fields -> JSON in
      var record: JSON = ["recordName": .string(name), "recordType": "T"]
      record["fields"] = .object(try fields.mapValues { try JSON(encoding: WireField($0)) })
      return ["operationType": "forceUpdate", "record": record]
    }
    let saved = try await wire.post(
      "private/records/modify", as: alice,
      ["zoneID": .zone("Z"), "operations": .array(operations)])
    let failed = saved["records"].elements.filter { $0["serverErrorCode"] != nil }
    #expect(failed == [])
  }

  func delete(_ name: String) async throws {
    _ = try await wire.modify("forceDelete", ["recordName": .string(name)], as: alice)
  }

  /// One page: the body's keys beside the query are `more`.
  func page(
    _ filters: [Query.Filter] = [], sort: [Query.SortDescriptor] = [], type: String = "T",
    _ more: [String: JSON] = [:]
  ) async throws -> WireAnswer {
    let query = Query(recordType: type, filters: filters, sortDescriptors: sort)
    var wireQuery = try JSON(encoding: WireQuery(query))
    wireQuery["filterBy"] = .array(
      zip(filters, wireQuery["filterBy"].elements).map { filter, entry in
        var (entry, value) = (entry, entry["fieldValue"])
        // An empty list does not say of what.
        if value["type"] == "UNKNOWN_LIST" { value["type"] = "STRING_LIST" }
        entry["fieldValue"] = value
        return entry
      })
    var body: JSON = ["zoneID": .zone("Z"), "query": wireQuery]
    for (key, value) in more { body[key] = value }
    return try await wire.ask("POST", "private/records/query", as: alice, body.text)
  }

  /// The names that a query finds, page by page to the end; the pages are strings.
  func pages(
    _ filters: [Query.Filter] = [], sort: [Query.SortDescriptor] = [], limit: Int64,
    between: () async throws -> Void = {}
  ) async throws -> [String] {
    var pages: [String] = []
    var more: [String: JSON] = ["resultsLimit": .int(limit)]
    while pages.count < 100 {
      let page = try await page(filters, sort: sort, more)
      #expect(page.status == 200, "\(page.text)")
      pages.append(page.names)
      guard let marker = page.json["continuationMarker"].string else { break }
      more["continuationMarker"] = .string(marker)
      try await between()
    }
    return pages
  }

  /// Expects the names that a query finds in one page, or the error with which it is refused.
  func expect(
    _ expected: String, _ filters: [Query.Filter] = [], sort: [Query.SortDescriptor] = [],
    type: String = "T", at location: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await answer(filters, sort: sort, type: type)
    #expect(found == expected, "\(type) \(filters) \(sort)", sourceLocation: location)
  }

  /// The names that a query finds in one page, or the error with which it is refused as a whole.
  func answer(
    _ filters: [Query.Filter] = [], sort: [Query.SortDescriptor] = [], type: String = "T"
  ) async throws -> String {
    let page = try await page(filters, sort: sort, type: type)
    guard page.status == 200 else {
      return page.outcome + " " + (page.json["reason"].string ?? "")
    }
    return page.names
  }
}

extension WireAnswer {
  /// The names of its records.
  fileprivate var names: String {
    json["records"].elements.map { $0["recordName"].string ?? "?" }.joined(separator: " ")
  }
}

extension JSON {
  fileprivate init(encoding value: some Encodable) throws {
    self = JSON(bytes: Array(try JSONEncoder().encode(value))) ?? nil
  }
}
