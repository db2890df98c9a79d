import CloudModel
import CloudWire

/// The changes that a test asks for, counted, and what there is besides.
struct ChangeCount {
  private static let mostAnswered = 1000
  /// Our choice: what fits on a screen.
  private static let mostShown = 20

  private let match: ChangeMatch
  private let found: [JournaledChange]
  private let others: [JournaledChange]
  /// Requests of `records/modify` without a body.
  private let unknown: Int

  init(_ match: ChangeMatch, in changes: [JournaledChange], unknown: Int) {
    self.match = match
    found = changes.filter(match.matches)
    others = changes.filter { !match.matches($0) }
    self.unknown = unknown
  }

  /// Throws CONFLICT, with what there is, where there are more or fewer than expected.
  func answer() throws -> ChangesResponse {
    if let expected = try match.expected, !isWithin(expected) {
      throw RequestFailure(
        CloudError(.serverRecordChanged, report(expected)), as: .conflict)
    }
    return ChangesResponse(
      count: found.count, changes: found.suffix(Self.mostAnswered), unknown: unknown)
  }

  /// A change that nobody knows may be one more.
  private func isWithin(_ expected: ClosedRange<Int>) -> Bool {
    found.count >= expected.lowerBound
      && (expected.upperBound == .max || unknown == 0 && found.count <= expected.upperBound)
  }

  private func report(_ expected: ClosedRange<Int>) -> String {
    var parts = ["Expected \(Self.words(expected)), found \(found.count): \(match.words)."]
    if unknown > 0 {
      parts.append(
        "The journal has no bodies of \(unknown) requests that change records. Let it keep bodies before the first one."
      )
    }
    parts += Self.lines(found, title: "These match:")
    parts += Self.lines(others, title: found.isEmpty ? "These are there instead:" : "Besides:")
    if found.isEmpty, others.isEmpty, unknown == 0 {
      parts.append("No client has asked for a change of a record.")
    }
    return parts.joined(separator: "\n")
  }

  private static func words(_ expected: ClosedRange<Int>) -> String {
    switch (expected.lowerBound, expected.upperBound) {
    case (let least, .max): "at least \(least)"
    case (let least, let most) where least == most: "exactly \(least)"
    case (0, let most): "at most \(most)"
    case (let least, let most): "\(least) to \(most)"
    }
  }

  private static func lines(_ changes: [JournaledChange], title: String) -> [String] {
    guard !changes.isEmpty else { return [] }
    let older = changes.count - mostShown
    return [title] + (older > 0 ? ["  \(older) older ones"] : [])
      + changes.suffix(mostShown).map { "  " + $0.summary }
  }
}
