import CloudModel
import Foundation
import PredicateFormat
import Testing

/// The parser reads the formats that the printer writes.
@Suite struct PredicateRoundTripTests {
  @Test func `a random tree is printed and read again as the same tree`() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    for _ in 0..<3000 {
      let tree = Self.tree(levels: 4, &random)
      let printed = PredicatePrinter(tree)
      let read = try PredicateTree(format: printed.format, arguments: printed.arguments)
      #expect(read == tree, "seed \(seed): \(printed.format)")
    }
  }

  @Test func `the text is what a person would write`() throws {
    let table = [
      "a == %@", "a == %@ AND (b < %@ OR NOT c IN %@)", "ANY tags BEGINSWITH[cd] %@",
      "distanceToLocation:fromLocation:(place, %@) < %@", "#in == nil", "NOT (a == %@ AND b == %@)",
    ]
    for format in table {
      let tree = try PredicateTree(format: format, arguments: ["x", "y", "z"])
      #expect(PredicatePrinter(tree).format == format)
    }
  }

  private static func tree(levels: Int, _ random: inout SplitMix64) -> PredicateTree {
    guard levels > 0 else { return .comparison(comparison(levels: 0, &random)) }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .value(Bool.random(using: &random))
    case 1: return .not(tree(levels: levels - 1, &random))
    case 2: return .and(many { tree(levels: levels - 1, &$0) }(&random))
    case 3: return .or(many { tree(levels: levels - 1, &$0) }(&random))
    default: return .comparison(comparison(levels: levels - 1, &random))
    }
  }

  private static func many<Value>(
    _ make: @escaping (inout SplitMix64) -> Value
  ) -> (inout SplitMix64) -> [Value] {
    { random in (0..<Int.random(in: 2...3, using: &random)).map { _ in make(&random) } }
  }

  private static func comparison(
    levels: Int, _ random: inout SplitMix64
  ) -> PredicateTree.Comparison {
    PredicateTree.Comparison(
      expression(levels: levels, &random),
      PredicateTree.Comparator.allCases.randomElement(using: &random) ?? .equal,
      expression(levels: levels, &random),
      modifier: PredicateTree.Modifier.allCases.randomElement(using: &random) ?? .direct,
      options: PredicateTree.Options(rawValue: Int.random(in: 0..<16, using: &random)))
  }

  private static func expression(
    levels: Int, _ random: inout SplitMix64
  ) -> PredicateTree.Expression {
    let names = ["a", "count", "in", "self", "@count", "_x", "é", "a1", "SIZE", "cast"]
    switch Int.random(in: 0..<(levels > 0 ? 11 : 6), using: &random) {
    case 0: return .constant(.init(Int64.random(in: -9...9, using: &random)))
    case 1: return .constant(.init("it's \"x\" \\ %@"))
    case 2: return .constant(.init(nil))
    case 3: return .subject
    case 4: return .variable("v")
    case 5:
      let path = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        names.randomElement(using: &random) ?? "a"
      }
      return path == ["self"] ? .subject : .keyPath(path)
    case 6: return .list(many { expression(levels: levels - 1, &$0) }(&random))
    case 7: return .path(.variable("v"), ["name", "in"])
    case 8:
      return .subquery(
        .keyPath(["list"]), variable: "x", tree(levels: levels - 1, &random))
    default:
      let function = PredicateTree.Function.allCases.randomElement(using: &random) ?? .now
      return .function(
        function,
        (0..<function.argumentCount).map { _ in expression(levels: levels - 1, &random) })
    }
  }
}
