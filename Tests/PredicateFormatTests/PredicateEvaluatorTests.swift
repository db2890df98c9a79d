import Foundation
import PredicateFormat
import Testing

/// Predicates over dictionaries.
enum Truth {
  static var evaluator: PredicateEvaluator { PredicateEvaluator(context) }

  private static let context = PredicateContext(
    value: { object, key in (object as? [String: Any])?[key] },
    metres: { a, b in
      guard let a = a as? Place, let b = b as? Place else { return nil }
      return abs(a.metre - b.metre)
    },
    words: { Set($0.lowercased().split(separator: " ").map(String.init)) },
    now: { Date(timeIntervalSince1970: 1000) })

  static func holds(_ format: String, _ object: Any?, _ arguments: Any...) throws -> Bool {
    evaluator.holds(try PredicateTree(format: format, arguments: arguments), for: object)
  }
}

/// A point on a line.
struct Place { var metre: Double }

/// When predicates hold.
@Suite struct PredicateEvaluatorTests {
  private static var object: [String: Any] {
    [
      "text": "Straße", "name": "Ann", "n": 5, "x": 2.5, "big": NSNumber(value: Int64.max),
      "yes": true, "time": Date(timeIntervalSince1970: 900), "data": Data([1, 2]),
      "tags": ["red", "green"], "numbers": [1, 2, 3] as NSArray, "place": Place(metre: 100),
      "people": [["name": "Bob", "age": 7], ["name": "Eve", "age": 9]] as [[String: Any]],
      "allTokens": ["hello", "world"], "null": NSNull(),
    ]
  }

  @Test(arguments: [
    // No value.
    ("missing == nil", true), ("missing != nil", false), ("n != nil", true), ("null == nil", true),
    ("missing == 5", false), ("missing != 5", true), ("missing < 5", false),
    ("missing >= 5", false),
    ("NOT missing < 5", true), ("missing BEGINSWITH ''", false), ("missing CONTAINS 'a'", false),
    ("missing IN {1, nil}", true), ("n.deeper == nil", true), ("ANY missing == 1", false),
    // Numbers, truth values, dates.
    ("n == 5", true), ("n == 5.0", true), ("5 == n", true), ("x > 2", true), ("x <= 2.5", true),
    ("n < 5", false), ("yes == YES", true), ("yes == 1", true), ("yes == TRUE", true),
    ("big > 9223372036854775806", true), ("n == '5'", false), ("n < 'x'", false),
    ("time < now()", true), ("time > now()", false), ("n BETWEEN {5, 6}", true),
    ("n BETWEEN {1, 4}", false), ("x BETWEEN {2, 3}", true), ("n BETWEEN {1}", false),
    // Texts.
    ("name == 'Ann'", true), ("name == 'ann'", false), ("name ==[c] 'ann'", true),
    ("text BEGINSWITH 'Stra'", true), ("text BEGINSWITH 'stra'", false),
    ("text BEGINSWITH[c] 'stra'", true), ("name ENDSWITH 'nn'", true), ("name CONTAINS 'n'", true),
    ("'nn' IN name", true), ("name CONTAINS[d] 'ä'", false), ("'Änn' ==[cd] 'ann'", true),
    ("name LIKE 'A*'", true), ("name LIKE '?n?'", true), ("name LIKE 'a*'", false),
    ("name LIKE[c] 'a*n'", true), ("'a*b' LIKE 'a\\\\*b'", true), ("'aab' LIKE 'a\\\\*b'", false),
    ("name MATCHES 'A.+'", true), ("name MATCHES 'n'", false), ("name MATCHES '('", false),
    ("name < 'B'", true), ("name > 'a'", false), ("name < name", false),
    // Lists.
    ("tags CONTAINS 'red'", true), ("tags CONTAINS 'Red'", false), ("tags CONTAINS[c] 'Red'", true),
    ("'green' IN tags", true), ("name IN {'Ann', 'Bob'}", true), ("NOT (name IN {'Bob'})", true),
    ("ANY tags == 'red'", true), ("ANY tags BEGINSWITH 'gr'", true), ("ALL tags == 'red'", false),
    ("NONE tags == 'blue'", true), ("ANY numbers > 2", true), ("ALL numbers > 0", true),
    ("ANY tags IN {'red', 'x'}", true), ("tags == {'red', 'green'}", true),
    ("tags.@count == 2", true), ("numbers[0] == 1", true), ("numbers[LAST] == 3", true),
    ("numbers[SIZE] == 3", true), ("numbers[9] == nil", true), ("ANY people.name == 'Eve'", true),
    ("SUBQUERY(people, $p, $p.age > 7).@count == 1", true),
    ("count:(SUBQUERY(tags, $t, $t BEGINSWITH 'r')) == 1", true),
    // Functions.
    ("n + 1 == 6", true), ("n / 2 == 2", true), ("x * 2 == 5", true), ("2 ** 3 == 8", true),
    ("n - 10 == -5", true), ("n / 0 == nil", true), ("uppercase:(name) == 'ANN'", true),
    ("CAST('1.5', 'NSNumber') == 1.5", true), ("length:(name) == 3", true), ("abs:(-3) == 3", true),
    ("name TOKENMATCHES[cdl] 'ANN'", true), ("allTokens TOKENMATCHES[cdl] 'World hello'", true),
    ("allTokens TOKENMATCHES[cdl] 'hello there'", false), ("allTokens TOKENMATCHES ''", false),
    ("allTokens TOKENMATCHES tokenize:using:('hello world', 'cdl')", true),
    ("SELF CONTAINS 'there hello'", true), ("SELF TOKENMATCHES 'world hello'", true),
    ("SELF TOKENMATCHES 'there hello'", false), ("SELF CONTAINS 'there'", false),
    // Compounds.
    ("TRUEPREDICATE", true), ("FALSEPREDICATE OR n == 5", true), ("n == 5 AND name == 'x'", false),
    ("NOT (n == 5 AND name == 'x')", true),
  ])
  func `a predicate holds or not`(format: String, expected: Bool) throws {
    #expect(try Truth.holds(format, Self.object) == expected)
  }

  @Test func `arguments have the types of Swift or of Foundation`() throws {
    let object = Self.object
    #expect(try Truth.holds("n == %@", object, NSNumber(value: 5)))
    #expect(try Truth.holds("n == %d AND n == %ld", object, Int32(5), UInt8(5)))
    #expect(try Truth.holds("x == %f", object, Float(2.5)))
    #expect(try Truth.holds("name == %@", object, "Ann" as NSString))
    #expect(try Truth.holds("time == %@", object, NSDate(timeIntervalSince1970: 900)))
    #expect(try Truth.holds("data == %@", object, Data([1, 2])))
    #expect(try Truth.holds("yes == %@", object, NSNumber(value: true)))
    #expect(try Truth.holds("name IN %@", object, ["Ann"] as NSArray))
    #expect(try Truth.holds("name IN %@", object, Set(["Ann"])))
    #expect(try Truth.holds("name IN %@", object, NSSet(array: ["Ann"])))
    #expect(try Truth.holds("time BETWEEN %@", object, [Date.distantPast, Date.distantFuture]))
    let address = URL(filePath: "/")
    #expect(try Truth.holds("SELF == %@", address, address))
  }

  @Test func `distances are in metres`() throws {
    let format = "distanceToLocation:fromLocation:(place, %@) < %f"
    #expect(try Truth.holds(format, Self.object, Place(metre: 90), 10.5))
    #expect(try !Truth.holds(format, Self.object, Place(metre: 90), 10))
    #expect(try !Truth.holds(format, ["place": "nowhere"], Place(metre: 90), 1000))
  }

  @Test func `variables are given when the predicate is evaluated`() throws {
    let tree = try PredicateTree(format: "n == $WANTED")
    let evaluator = Truth.evaluator
    #expect(!evaluator.holds(tree, for: Self.object))
    let given = PredicateEvaluator(evaluator.context, variables: ["WANTED": 5])
    #expect(given.holds(tree, for: Self.object))
  }

  @Test func `a list that changes afterwards does not change the predicate`() throws {
    let names = NSMutableArray(array: ["Ann"])
    let tree = try PredicateTree(format: "name IN %@", arguments: [names])
    names.removeAllObjects()
    #expect(Truth.evaluator.holds(tree, for: Self.object))
  }
}
