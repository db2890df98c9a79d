import CommandSupport
import Scenarios
import Simulation

/// The output of `simulate`, for people or for programs.
struct SimulationReport {
  struct Total {
    var seeds = 0
    /// By seed.
    var failed: [SimulationResult] = []
    var coverage: Coverage?

    mutating func add(_ outcome: SimulationResult, _ coverage: Coverage?) {
      seeds += 1
      if let coverage { self.coverage = (self.coverage ?? Coverage()).adding(coverage) }
      guard !outcome.violations.isEmpty else { return }
      failed.append(outcome)
      failed.sort { $0.seed < $1.seed }
    }
  }

  var isJSON: Bool
  var showsCoverage: Bool
  /// For one seed.
  var showsJournal: Bool

  func tell(_ outcome: SimulationResult) throws {
    if isJSON { return try Output.json(Seed(outcome)) }
    if showsJournal {
      for entry in outcome.journal.entries { try Output.line(entry.line) }
      Output.note(outcome.report)
      Output.note("journal \(String(outcome.journal.hash, radix: 16))")
    } else if !outcome.violations.isEmpty {
      try Output.line(outcome.report)
    }
  }

  /// The scenario into which a failure was made; nil if none was found that fails too.
  func tell(
    _ found: ScenarioShrinker.Result?, of failed: SimulationResult, savedAs file: String?
  ) throws {
    if isJSON { return try Output.json(Shrunk(found, of: failed)) }
    guard let found else {
      Output.note(
        "Seed \(failed.seed) was not made smaller: its scenario breaks no invariant. "
          + "Repeat it with: \(failed.repeating)")
      return
    }
    let count = found.scenario.steps.count
    Output.note(
      "Seed \(failed.seed) as a scenario of \(count) step\(count == 1 ? "" : "s"), the smallest of "
        + "\(found.runs) that were played. Play it with: zonechat scenario run \(file ?? "FILE")")
    try Output.line(found.scenario.yaml)
  }

  func conclude(_ total: Total) throws {
    if isJSON { return try Output.json(End(total)) }
    if let coverage = total.coverage { try tell(coverage) }
    if !showsJournal {
      try Output.line("\(total.seeds) seeds, \(total.failed.count) with a broken invariant")
    }
  }

  private func tell(_ coverage: Coverage) throws {
    for point in Coverage.Point.all {
      guard let count = coverage.counts[point] else { continue }
      try Output.line("\(count)\t\(point.name)")
    }
    for point in coverage.unreached { try Output.line("never\t\(point.name)") }
  }
}

// MARK: - What --json prints

private struct Seed: Encodable {
  struct Finding: Encodable {
    var invariant: String
    var text: String
  }

  var version = 1
  var kind = "seed"
  var seed: UInt64
  var passed: Bool
  var violations: [Finding]
  /// The hash of the journal; equal for equal runs.
  var journal: String
  /// The command that runs it again.
  var `repeat`: String

  init(_ outcome: SimulationResult) {
    seed = outcome.seed
    passed = outcome.violations.isEmpty
    violations = outcome.violations.map { Finding(invariant: $0.invariant, text: $0.text) }
    journal = String(outcome.journal.hash, radix: 16)
    `repeat` = outcome.repeating
  }
}

private struct Shrunk: Encodable {
  var version = 1
  var kind = "scenario"
  var seed: UInt64
  var invariant: String
  /// The text of a file; left out if no scenario was found.
  var scenario: String?
  var steps: Int?
  var runs: Int?

  init(_ found: ScenarioShrinker.Result?, of failed: SimulationResult) {
    seed = failed.seed
    invariant = failed.violations.first?.invariant ?? ""
    scenario = found?.scenario.yaml
    steps = found?.scenario.steps.count
    runs = found?.runs
  }
}

private struct End: Encodable {
  struct Point: Encodable {
    var point: String
    var count: Int
  }

  var version = 1
  var kind = "simulation"
  var seeds: Int
  var failed: Int
  /// With `--coverage`.
  var coverage: [Point]?

  init(_ total: SimulationReport.Total) {
    seeds = total.seeds
    failed = total.failed.count
    coverage = total.coverage.map { coverage in
      Coverage.Point.all.map { Point(point: $0.name, count: coverage.counts[$0] ?? 0) }
    }
  }
}
