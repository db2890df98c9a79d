import Foundation
import PredicateFormat
import Testing

/// The results of the parser for formats.
@Suite struct PredicateParserTests {
  private static func value(_ value: Any?) -> PredicateTree.Expression { .constant(.init(value)) }

  private static func comparison(
    _ key: String, _ comparator: PredicateTree.Comparator, _ value: Any?,
    options: PredicateTree.Options = []
  ) -> PredicateTree {
    .comparison(.init(.keyPath([key]), comparator, Self.value(value), options: options))
  }

  @Test func `every comparator has its spellings`() throws {
    let table: [(String, PredicateTree.Comparator)] = [
      ("=", .equal), ("==", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<", .less),
      ("<=", .lessOrEqual), ("=<", .lessOrEqual), (">", .greater), (">=", .greaterOrEqual),
      ("=>", .greaterOrEqual), ("BEGINSWITH", .beginsWith), ("endswith", .endsWith),
      ("Contains", .contains), ("LIKE", .like), ("matches", .matches), ("in", .in),
      ("TOKENMATCHES", .tokenMatches),
    ]
    for (spelling, comparator) in table {
      let tree = try PredicateTree(format: "a \(spelling) 'x'")
      #expect(tree == Self.comparison("a", comparator, "x"), "\(spelling)")
    }
  }

  @Test func `literals have their values`() throws {
    let table: [(String, Any?)] = [
      ("5", 5), ("-5", -5), ("0x1F", 31), ("0b101", 5), ("0o17", 15), ("2.5", 2.5), (".5", 0.5),
      ("-1.5e3", -1500.0), ("1E-2", 0.01), ("9223372036854775807", Int64.max),
      ("9223372036854775808", 9_223_372_036_854_775_808.0), ("true", true), ("YES", 1),
      ("False", false), ("no", 0), ("NULL", nil), ("nil", nil),
      (#"'a\'b\"c\\d\n\t\x41\u00e9'"#, "a'b\"c\\d\n\tAé"),
      (#""double 'quotes'""#, "double 'quotes'"),
      ("''", ""), ("'%@ %K %%'", "%@ %K %%"),
    ]
    for (literal, expected) in table {
      let tree = try PredicateTree(format: "a == \(literal)")
      #expect(tree == Self.comparison("a", .equal, expected), "\(literal)")
    }
  }

  @Test func `arguments take the places of conversions in order`() throws {
    let date = Date(timeIntervalSince1970: 1)
    let tree = try PredicateTree(
      format: "%K == %@ AND n > %d AND x < %.2f AND t >= %@ AND k IN %@ AND l == %ld AND p = %%",
      arguments: ["name", "Ann", 3, 2.5, date as NSDate, ["a", "b"], Int64(7)])
    #expect(
      tree
        == .and([
          Self.comparison("name", .equal, "Ann"), Self.comparison("n", .greater, 3),
          Self.comparison("x", .less, 2.5), Self.comparison("t", .greaterOrEqual, date),
          Self.comparison("k", .in, ["a", "b"]), Self.comparison("l", .equal, 7),
          Self.comparison("p", .equal, "%"),
        ]))
  }

  @Test func `an optional argument without a value is NIL`() throws {
    for none in [String?.none as Any, NSNull(), String??.some(nil) as Any] {
      let tree = try PredicateTree(format: "a == %@", arguments: [none])
      #expect(tree == Self.comparison("a", .equal, nil))
    }
    let some = try PredicateTree(format: "a == %@", arguments: [String?.some("x") as Any])
    #expect(some == Self.comparison("a", .equal, "x"))
  }

  @Test func `AND binds tighter than OR, and NOT tighter than both`() throws {
    let (a, b, c) = (
      Self.comparison("a", .equal, 1), Self.comparison("b", .equal, 2),
      Self.comparison("c", .equal, 3)
    )
    let table: [(String, PredicateTree)] = [
      ("a == 1 OR b == 2 AND c == 3", .or([a, .and([b, c])])),
      ("a == 1 && b == 2 || c == 3", .or([.and([a, b]), c])),
      ("NOT a == 1 AND b == 2", .and([.not(a), b])), ("!(a == 1 and b == 2)", .not(.and([a, b]))),
      ("a==1 AND b==2 AND c==3", .and([a, b, c])), ("(a == 1) AND ((b == 2))", .and([a, b])),
      ("NOT NOT a = 1", .not(.not(a))), ("TRUEPREDICATE", .value(true)),
      ("a = 1 or FalsePredicate", .or([a, .value(false)])),
    ]
    for (format, expected) in table { #expect(try PredicateTree(format: format) == expected) }
  }

  @Test func `values can be keys, lists, functions and sums`() throws {
    let number = { (value: Int) in Self.value(value) }
    let table: [(String, PredicateTree.Expression)] = [
      ("a.b.c", .keyPath(["a", "b", "c"])), ("self.a", .keyPath(["a"])), ("SELF", .subject),
      ("items.@count", .keyPath(["items", "@count"])), ("#in", .keyPath(["in"])),
      ("a.#and", .keyPath(["a", "and"])), ("a.or", .keyPath(["a", "or"])), ("$x", .variable("x")),
      ("{1, 2, 'x'}", .list([number(1), number(2), Self.value("x")])), ("{}", .list([])),
      ("now()", .function(.now, [])), ("___createTime", .keyPath(["___createTime"])),
      (
        "distanceToLocation:fromLocation:(place, nil)",
        .function(.distance, [.keyPath(["place"]), Self.value(nil)])
      ),
      ("tokenize:using:('a', 'cdl')", .function(.tokenize, [Self.value("a"), Self.value("cdl")])),
      ("a[0]", .function(.element, [.keyPath(["a"]), number(0)])),
      ("a[LAST]", .function(.element, [.keyPath(["a"]), Self.value("LAST")])),
      ("CAST(5, 'NSDate')", .function(.cast, [number(5), Self.value("NSDate")])),
      (
        "(1 + 2) * b",
        .function(.multiply, [.function(.add, [number(1), number(2)]), .keyPath(["b"])])
      ),
      ("1 + 2 * 3", .function(.add, [number(1), .function(.multiply, [number(2), number(3)])])),
      ("-a", .function(.subtract, [number(0), .keyPath(["a"])])),
      (
        "SUBQUERY(a, $x, $x == 1)",
        .subquery(
          .keyPath(["a"]), variable: "x", .comparison(.init(.variable("x"), .equal, number(1))))
      ),
    ]
    for (format, expected) in table {
      let tree = try PredicateTree(format: "\(format) == z")
      #expect(tree == .comparison(.init(expected, .equal, .keyPath(["z"]))), "\(format)")
    }
  }

  @Test func `ANY, SOME, ALL and NONE stand before a comparison, options in brackets after it`()
    throws
  {
    for (word, modifier) in [
      ("ANY", PredicateTree.Modifier.any), ("some", .any), ("ALL", .all), ("None", .noneOf),
    ] {
      let tree = try PredicateTree(format: "\(word) a BEGINSWITH[cd] 'x'")
      let expected = PredicateTree.Comparison(
        .keyPath(["a"]), .beginsWith, Self.value("x"), modifier: modifier,
        options: [.caseInsensitive, .diacriticInsensitive])
      #expect(tree == .comparison(expected))
    }
    let tokens = try PredicateTree(
      format: "allTokens TOKENMATCHES[cdl]  %@", arguments: ["red blue"])
    #expect(
      tokens
        == Self.comparison(
          "allTokens", .tokenMatches, "red blue",
          options: [.caseInsensitive, .diacriticInsensitive, .localeSensitive]))
  }

  @Test func `errors name the expected text, the actual text, and its place`() throws {
    let table = [
      (
        "", "a key, a value or ‘(’ was expected, and there is the end of the format, at character 1"
      ),
      ("a", "a comparison was expected, and there is the end of the format, at character 2"),
      (
        "a ==",
        "a key, a value or ‘(’ was expected, and there is the end of the format, at character 5"
      ),
      (
        "a == 1 b",
        "AND, OR or the end of the format was expected, and there is ‘b’, at character 8"
      ),
      ("(a == 1", "‘)’ was expected, and there is the end of the format, at character 8"),
      ("a == 'x", "the text in quotes has no end, at character 6"),
      (
        "in == 1",
        "a key, a value or ‘(’ was expected, and there is the reserved word ‘in’ "
          + "(a key of this name is written ‘#in’), at character 1"
      ),
      ("a == %@", "the format wants more than the 0 arguments that were given, at character 8"),
      ("a == %y", "‘%’ is followed by ‘y’, which names no kind of argument, at character 6"),
      ("a == f(1)", "there is no function ‘f’, at character 6"),
      ("a == now(1)", "the function ‘now’ takes 0 arguments, and there are 1, at character 6"),
      ("a ==[x] 1", "a comparison has the options c, d, l and n, and not ‘x’, at character 6"),
      ("a == \u{7}", "U+7 is not of the language, at character 6"),
      ("ANY a", "a comparison was expected, and there is the end of the format, at character 6"),
      ("a == 12abc", "the digits are no number, at character 6"),
      (
        #"a == '\u12'"#,
        "a backslash escape needs the 4 hexadecimal digits of a character, at character 9"
      ),
      (
        "(a == 1) == 2",
        "AND, OR or the end of the format was expected, and there is ‘==’, at character 10"
      ),
      (
        "date BETWEEN %@ AND %@",
        "a comparison was expected, and there is the end of the format, at character 23"
      ),
    ]
    for (format, expected) in table {
      let error = #expect(throws: PredicateFormatError.self) {
        try PredicateTree(format: format, arguments: format.hasPrefix("date") ? [1, 2] : [])
      }
      #expect(error?.description == expected, "\(format)")
    }
  }

  @Test func `a key argument is a key path`() throws {
    let tree = try PredicateTree(format: "%K == 1", arguments: ["a.b"])
    #expect(tree == .comparison(.init(.keyPath(["a", "b"]), .equal, Self.value(1))))
    for argument in [5 as Any, "", "a..b", NSNull()] {
      #expect(throws: PredicateFormatError.self) {
        try PredicateTree(format: "%K == 1", arguments: [argument])
      }
    }
  }
}
