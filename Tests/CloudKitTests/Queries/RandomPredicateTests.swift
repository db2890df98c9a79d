import CloudKitCore
import CloudModel
import Foundation
import Testing

/// Predicates that nobody has thought of, in the cloud and here.
@Suite struct RandomPredicateTests {
  @Test func `a random predicate finds the records for which it holds`() async throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SplitMix64(seed: seed)
    try await SampleCloud.run { cloud in
      var found = 0
      for _ in 0..<500 {
        let (format, arguments) = Self.predicate(&random)
        let predicate = NSPredicate(format: format, argumentArray: arguments)
        let names = try await cloud.found(by: CKQuery(recordType: "T", predicate: predicate))
        #expect(
          names.sorted() == cloud.held(by: predicate), "seed \(seed): \(format) \(arguments)")
        found += names.count
      }
      #expect(found > 100, "seed \(seed)")
    }
  }

  /// One to three comparisons, joined by AND.
  private static func predicate(_ random: inout SplitMix64) -> (String, [Any]) {
    var (formats, arguments): ([String], [Any]) = ([], [])
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let (format, values) = comparison(&random)
      formats.append(format)
      arguments += values
    }
    return (
      formats.joined(separator: [" AND ", " && "].randomElement(using: &random) ?? ""), arguments
    )
  }

  private static func comparison(_ random: inout SplitMix64) -> (String, [Any]) {
    let dates: [Any] = [0.0, 1000, 1500, 2000, 3000].map { Date(timeIntervalSince1970: $0) }
    let fields: [(key: String, values: [Any])] = [
      ("name", ["Alice", "Bob", "alina", "A", "al", ""]), ("year", ["2016", "2017", "20"]),
      ("genre", ["red", "blue", "re", "x"]), ("score", [0, 10, 15, 20, 30, 99]),
      ("isDeleted", [true, false, 1, 0]), ("price", [0, 1.5, 2, 2.5, 9.25]), ("date", dates),
      ("tags", ["red", "green", "reddish", "x"]),
    ]
    let field = fields.randomElement(using: &random) ?? fields[0]
    let value = field.values.randomElement(using: &random) ?? ""
    let negation = ["", "NOT ", "!"].randomElement(using: &random) ?? ""
    if field.key == "tags" {
      let format = ["%K CONTAINS %@", "ANY %K == %@", "NONE %K == %@", "ANY %K BEGINSWITH %@"]
      return (negation + (format.randomElement(using: &random) ?? format[0]), [field.key, value])
    }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return (negation + "%K == %@", [field.key, value])
    case 1: return (negation + "%K != %@", [field.key, value])
    case 2: return (negation + "%K == nil", [field.key])
    case 3 where value is String: return (negation + "%K BEGINSWITH %@", [field.key, value])
    case 3: return ("%K BETWEEN {%@, %@}", [field.key, value, field.values.last ?? value])
    // Of one type: the elements of a list must have the type of the field.
    case 4 where field.key == "price": return (negation + "%K IN {%@}", [field.key, 1.5])
    case 4:
      return (negation + "%K IN %@", [field.key, [value, field.values[0]]])
    default:
      let order = ["<", "<=", ">", ">=", "=<", "=>"].randomElement(using: &random) ?? "<"
      return ("%K \(order) %@", [field.key, value])
    }
  }
}
