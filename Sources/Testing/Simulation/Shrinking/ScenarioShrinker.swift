package import Foundation
package import Scenarios

/// Makes a scenario smaller for as long as it still breaks the same invariant.
///
/// A part is left out, the scenario is played, and the part stays out if the invariant is still broken: first
/// large parts, then smaller ones. What is found is small, not the smallest that there is.
///
/// Source: delta debugging, Zeller and Hildebrandt, IEEE TSE 2002.
package struct ScenarioShrinker {
  package struct Result: Sendable {
    /// Read from its own text, and played.
    package var scenario: Scenario
    /// The number of scenarios that were played.
    package var runs: Int
  }

  /// The progress of the work.
  package struct Progress: Sendable {
    /// The number of scenarios that were played.
    package var runs: Int
    /// The number of steps of the smallest scenario that breaks the invariant; nil as long as there is none.
    package var steps: Int?
  }

  private let invariant: String
  private let directory: URL
  private let width: Int
  private let limit: Int
  private let tell: @Sendable (Progress) -> Void
  private var runs = 0
  /// The steps of the smallest scenario that breaks the invariant.
  private var steps: Int?

  /// Our choice: how many more seeds of chance are tried for a scenario in which chance has a part.
  private static let luck = 3
  /// Our choice: the same for the first scenario, without which there is none.
  private static let firstLuck = 40

  /// `invariant` is its number, such as `I16`; replicas are kept below `directory`.
  ///
  /// `width` scenarios are played at a time, and `limit` in all; more only to finish what has begun. `tell` hears how
  /// far the work is, whenever some were played.
  package init(
    _ invariant: String, directory: URL, width: Int, limit: Int = 3000,
    tell: @escaping @Sendable (Progress) -> Void = { _ in }
  ) {
    self.invariant = invariant
    self.directory = directory
    self.width = width
    self.limit = limit
    self.tell = tell
  }

  /// A small scenario that breaks the invariant as `scenario` did; nil if no scenario was found that breaks it.
  ///
  /// Throws as `VirtualStage.open` does.
  package mutating func shrink(_ scenario: Scenario) async throws -> Result? {
    // Only what a file can say is looked at, so that what is printed is what was played.
    guard let whole = try? Scenario(yaml: scenario.withoutOrphans().yaml),
      var best = try await firstFailing([whole], luck: Self.firstLuck)?.scenario
    else { return nil }
    while runs < limit {
      let before = best
      for part in ScenarioPart.allCases { try await leaveOut(part, from: &best) }
      if best == before { break }
    }
    guard let read = try? Scenario(yaml: best.yaml), try await isFailing(read) else { return nil }
    return Result(scenario: read, runs: runs)
  }

  /// Leaves out as much of one kind as possible: all of it, then halves, quarters, single ones.
  private mutating func leaveOut(_ part: ScenarioPart, from best: inout Scenario) async throws {
    var size = part.count(in: best)
    while size > 0 {
      var end = part.count(in: best)
      while end > 0, runs < limit {
        let ranges = (0..<width).map { end - $0 * size }.filter { $0 > 0 }
          .map { max(0, $0 - size)..<$0 }
        let candidates = ranges.map { part.leavingOut($0, of: best) }
        if let found = try await firstFailing(candidates, luck: Self.luck) {
          best = found.scenario
          end = min(ranges[found.index].lowerBound, part.count(in: best))
        } else {
          end = ranges.last?.lowerBound ?? 0
        }
      }
      size /= 2
    }
  }

  /// The first of `candidates` that breaks the invariant, perhaps with another seed of chance.
  private mutating func firstFailing(
    _ candidates: [Scenario], luck: Int
  ) async throws -> (index: Int, scenario: Scenario)? {
    for extra in 0...UInt64(luck) {
      let seeded = candidates.map { candidate in
        var candidate = candidate
        if extra > 0 { candidate.noise?.seed = extra }
        return candidate
      }
      if extra > 0, !candidates.contains(where: { $0.noise != nil }) { return nil }
      let outcomes = try await play(seeded)
      if let index = outcomes.firstIndex(of: true) {
        steps = seeded[index].steps.count
        return (index, seeded[index])
      }
    }
    return nil
  }

  private mutating func isFailing(_ scenario: Scenario) async throws -> Bool {
    try await play([scenario]) == [true]
  }

  /// Whether each scenario breaks the invariant, and all of its steps can be done.
  private mutating func play(_ scenarios: [Scenario]) async throws -> [Bool] {
    let first = runs
    runs += scenarios.count
    return try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
      for (index, scenario) in scenarios.enumerated() {
        let place = directory.appending(path: "try-\(first + index)")
        group.addTask { [invariant] in
          let played = try await VirtualStage.judge(scenario, directory: place)
          let isPlayed = played.result.steps.allSatisfy { $0.outcome == .passed }
          return (index, isPlayed && played.violations.contains { $0.invariant == invariant })
        }
      }
      var outcomes = scenarios.map { _ in false }
      for try await (index, outcome) in group { outcomes[index] = outcome }
      tell(Progress(runs: runs, steps: steps))
      return outcomes
    }
  }
}
