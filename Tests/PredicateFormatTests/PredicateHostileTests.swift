import CloudModel
import Foundation
import PredicateFormat
import Testing

/// Formats that nobody would write.
@Suite struct PredicateHostileTests {
  @Test(arguments: ["(", "NOT ", "!", "-", "{", "a[", "abs:(", "SUBQUERY(a, $x, "])
  func `deep formats are refused, and end no stack`(opening: String) throws {
    let deep = String(repeating: opening, count: 100_000)
    #expect(throws: PredicateFormatError.self) { try PredicateTree(format: "a == 1 AND " + deep) }
    #expect(throws: PredicateFormatError.self) { try PredicateTree(format: deep + "a") }
  }

  @Test func `as many levels as are allowed can be read and evaluated`() throws {
    let levels = PredicateTree.mostLevels
    let format =
      String(repeating: "(", count: levels) + "a == 1" + String(repeating: ")", count: levels)
    #expect(try Truth.holds(format, ["a": 1]))
    #expect(throws: PredicateFormatError.self) { try PredicateTree(format: "(\(format))") }
    let sum = Array(repeating: "1", count: levels + 1).joined(separator: "+")
    #expect(try Truth.holds("\(sum) == a", ["a": levels + 1]))
    #expect(throws: PredicateFormatError.self) { try PredicateTree(format: "\(sum)+1 == a") }
  }

  @Test func `a long format is read in one go, a longer one is refused`() throws {
    let format = (0..<20_000).map { "url == 'u\($0)'" }.joined(separator: " || ")
    #expect(try Truth.holds(format, ["url": "u19999"]))
    #expect(throws: PredicateFormatError("a format has at most 1000000 bytes")) {
      try PredicateTree(format: "a == '\(String(repeating: "x", count: 1_000_000))'")
    }
  }

  @Test func `no format of random pieces crashes`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    let pieces = [
      "a", "b.c", "==", "<", "AND", "OR", "NOT", "(", ")", "{", "}", "[", "]", ",", "%@", "%K",
      "%d",
      "%", "'x'", "\"", "'", "\\", "5", "-1.5e3", "nil", "SELF", "ANY", "IN", "BETWEEN", "now()",
      "distanceToLocation:fromLocation:(", "tokenize:using:(", "$v", "#k", "@count", ".", "+", "**",
      "SUBQUERY(", "CAST(", "TRUEPREDICATE", "CONTAINS[cd]", "LIKE", "MATCHES", "é", "\u{0}", "e",
    ]
    var read = 0
    for _ in 0..<20_000 {
      let format = (0..<Int.random(in: 1...12, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined(separator: " ")
      guard let tree = try? PredicateTree(format: format, arguments: ["k", 1, [1, 2], "k"])
      else { continue }
      read += 1
      _ = Truth.evaluator.holds(tree, for: ["a": 1, "k": ["x"]] as [String: Any])
    }
    #expect(read > 20, "seed \(seed)")
  }
}
