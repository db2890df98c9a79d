import CloudKitCore
import CloudModel
import Foundation
import LocationValues
import Testing

/// Queries as values: copies and archives.
@Suite struct QueryCodingTests {
  private static func query() -> CKQuery {
    let query = CKQuery(
      recordType: "T",
      predicate: NSPredicate(
        format: "name IN %@ AND score > 5 AND time < %@ AND #in == %@ AND missing == nil",
        ["a", "b"], Date(timeIntervalSince1970: 1), Data([1])))
    query.sortDescriptors = [
      .init(key: "name", ascending: false),
      CKLocationSortDescriptor(
        key: "place", relativeLocation: CLLocation(latitude: 1, longitude: 2)),
    ]
    return query
  }

  private static func archived(_ query: CKQuery) throws -> CKQuery? {
    let data = try NSKeyedArchiver.archivedData(withRootObject: query, requiringSecureCoding: true)
    return try NSKeyedUnarchiver.unarchivedObject(ofClass: CKQuery.self, from: data)
  }

  @Test func `a copy is another query that asks the same`() throws {
    let query = Self.query()
    let copy = try #require(query.copy() as? CKQuery)
    #expect(copy !== query)
    #expect(try PredicateCompiler().query(copy) == PredicateCompiler().query(query))
    copy.sortDescriptors = nil
    #expect(query.sortDescriptors?.count == 2)
  }

  @Test func `an archived query asks the same`() throws {
    let query = Self.query()
    let read = try #require(try Self.archived(query))
    #expect(try PredicateCompiler().query(read).filters == PredicateCompiler().query(query).filters)
    #expect(read.sortDescriptors?.map(\.key) == ["name", "place"])
    #expect(read.sortDescriptors?.map(\.ascending) == [false, true])
    let place = try #require(read.sortDescriptors?.last as? CKLocationSortDescriptor)
    #expect(place.relativeLocation.coordinate.longitude == 2)
    #expect(
      try Self.archived(CKQuery(recordType: "T", predicate: .init(value: true)))?.sortDescriptors
        == nil)
  }

  @Test func `every accepted predicate of Foundation's values survives an archive`() throws {
    for corpus in PredicateCorpus.accepted {
      let query = CKQuery(
        recordType: "T",
        predicate: NSPredicate(format: corpus.format, argumentArray: corpus.arguments))
      guard let filters = try? PredicateCompiler().query(query).filters,
        !corpus.format.contains("now()")
      else { continue }
      let read = try #require(try Self.archived(query), "\(corpus.format)")
      #expect(try PredicateCompiler().query(read).filters == filters, "\(corpus.format)")
    }
  }

  @Test func `a compound predicate survives an archive`() throws {
    let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "name == 'a'"), NSPredicate(format: "NOT (tags CONTAINS 'x')"),
    ])
    let query = CKQuery(recordType: "T", predicate: compound)
    let read = try #require(try Self.archived(query))
    #expect(try PredicateCompiler().query(read) == PredicateCompiler().query(query))
  }

  @Test func `a query with a block of the app is not archived`() async {
    await #expect(processExitsWith: .failure) {
      let query = CKQuery(recordType: "T", predicate: NSPredicate { _, _ in true })
      _ = try NSKeyedArchiver.archivedData(withRootObject: query, requiringSecureCoding: true)
    }
  }

  @Test func `an archive with another content is no query`() throws {
    for (format, rows) in [
      ("a ==", [] as [Any]), ("a == %@", []), ("a == 1", ["x"]), ("a == 1", [["x"]]),
      ("a == 1", [["x", 1, "place"]]),
    ] {
      let archiver = NSKeyedArchiver(requiringSecureCoding: true)
      archiver.encode("T" as NSString, forKey: "recordType")
      archiver.encode(format as NSString, forKey: "predicateFormat")
      archiver.encode(NSArray(), forKey: "predicateArguments")
      archiver.encode(rows as NSArray, forKey: "sortDescriptors")
      archiver.finishEncoding()
      let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
      #expect(CKQuery(coder: unarchiver) == nil, "\(format) \(rows)")
    }
  }

  @Test func `a query needs a record type`() async {
    await #expect(processExitsWith: .failure) {
      _ = CKQuery(recordType: "", predicate: NSPredicate(value: true))
    }
  }
}
