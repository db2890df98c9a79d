import CloudKitCore
import CloudModel
import Foundation
import LocationValues
import PredicateFormat
import Testing

/// Predicates made in other ways than from one format.
@Suite struct PredicateReadingTests {
  private static func tree(_ format: String) throws -> PredicateTree {
    try PredicateTree(format: format)
  }

  @Test func `a copy, and a copy of a copy, can be read`() throws {
    let predicate = NSPredicate(format: "a == 1")
    let copy = try #require(predicate.copy() as? NSPredicate)
    let second = try #require(copy.copy() as? NSPredicate)
    #expect(try PredicateTree(second) == Self.tree("a == 1"))
    #expect(second.evaluate(with: ["a": 1]))
  }

  @Test func `values and compounds made in code can be read`() throws {
    let (a, b) = (NSPredicate(format: "a == 1"), NSPredicate(format: "b == %@", "x"))
    let table: [(NSPredicate, PredicateTree)] = [
      (NSPredicate(value: true), .value(true)), (NSPredicate(value: false), .value(false)),
      (
        NSCompoundPredicate(andPredicateWithSubpredicates: [a, b]),
        .and([try Self.tree("a == 1"), try Self.tree("b == 'x'")])
      ),
      (
        NSCompoundPredicate(orPredicateWithSubpredicates: [a, NSPredicate(value: false)]),
        .or([try Self.tree("a == 1"), .value(false)])
      ),
      (NSCompoundPredicate(notPredicateWithSubpredicate: a), .not(try Self.tree("a == 1"))),
      (NSCompoundPredicate(andPredicateWithSubpredicates: []), .and([])),
    ]
    for (predicate, expected) in table { #expect(try PredicateTree(predicate) == expected) }
  }

  @Test func `a compound is compiled as the format would be`() throws {
    let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(format: "a == 'x'"), NSPredicate(value: true),
      NSCompoundPredicate(notPredicateWithSubpredicate: NSPredicate(format: "b IN %@", ["y"])),
    ])
    let query = CKQuery(recordType: "T", predicate: compound)
    #expect(
      try PredicateCompiler().query(query).filters == [
        Query.Filter(.field("a"), .equals, .string("x")),
        Query.Filter(.field("b"), .notIn, .list([.string("y")])),
      ])
  }

  @Test func `a predicate with a block is refused`() throws {
    for predicate in [
      NSPredicate { _, _ in true }, NSPredicate { _, _ in false },
      NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate { _, _ in true }]),
    ] {
      #expect(
        throws: UnsupportedQuery(
          "A query cannot use a predicate with a block. Make it from a format.")
      ) { try PredicateCompiler().filters(predicate) }
    }
  }

  @Test func `compounds without end are refused`() throws {
    var predicate = NSPredicate(format: "a == 1")
    for _ in 0..<1000 { predicate = NSCompoundPredicate(notPredicateWithSubpredicate: predicate) }
    #expect(throws: UnsupportedQuery("A predicate has at most 64 levels.")) {
      try PredicateCompiler().filters(predicate)
    }
  }

  @Test func `arguments can be passed as CVarArg`() throws {
    let arguments: [any CVarArg] = [
      Date.distantPast, Data(), UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)), ["a"],
      NSDate.distantPast as NSDate, NSNumber(value: 1), ["a"] as NSArray,
      CLLocation(latitude: 1, longitude: 2),
    ]
    for argument in arguments {
      let predicate = NSPredicate(format: "a == %@", argument)
      #expect(predicate.evaluate(with: ["a": argument]))
    }
    let name: String? = nil
    #expect(NSPredicate(format: "a == %@", name as Any).evaluate(with: [String: Any]()))
  }

  @Test func `stored properties of an object are its keys`() {
    class Base { let name = "Ann" }
    final class Person: Base { let age: Int? = 7 }
    let predicate = NSPredicate(format: "name == 'Ann' AND age > 5 AND other == nil")
    #expect(predicate.evaluate(with: Person()))
    #expect(([Person()] as NSArray).filtered(using: predicate).count == 1)
  }

  @Test func `a format that cannot be read stops the program`() async {
    await #expect(processExitsWith: .failure) { _ = NSPredicate(format: "a ==") }
  }
}
