import ArgumentParser
import CMemory
import CommandSupport
import Foundation
import LocalFiles
import Scenarios
import Simulation

struct SimulateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Run random simulations, and check the invariants of sync.",
    discussion: """
      Each seed gives one world of people, devices and faults on a virtual clock, with the real \
      engine, replicas and cloud. The same seed with the same options always gives the same world. \
      The first world that breaks an invariant is made smaller, and printed as a scenario that \
      breaks it too, which ‘zonechat scenario run’ plays.

      Most rules that --mutation breaks show themselves in 100 worlds. These need --seeds 400: \
      \(Mutation.rare.map(\.rawValue).joined(separator: ", ")).

      EXAMPLES:
        zonechat simulate --seeds 1000 --coverage
        zonechat simulate --seeds 50 --people 3 --faults lost-answer,crash
        zonechat simulate --seed 42
      """)

  @Option(name: .long, help: "Run only this seed, and print its journal.")
  var seed: UInt64?

  @Option(
    name: .long, help: ArgumentHelp("How many seeds to run (default: 100).", valueName: "count"))
  var seeds: UInt64?

  @Option(name: .long, help: ArgumentHelp("The first seed (default: 1).", valueName: "seed"))
  var first: UInt64?

  @OptionGroup var world: WorldArguments

  @Option(
    name: .long,
    help: "Break this rule of the engine, to test the checks: \(Mutation.names).")
  var mutation: Mutation?

  @Flag(
    name: .long,
    help: "Count how often errors and crashes reached the engine, and list what never did.")
  var coverage = false

  @Flag(name: .long, help: "Print one JSON object for each seed, and one at the end.")
  var json = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the scenario that breaks an invariant to this new file too.", valueName: "file"),
    completion: .file())
  var save: String?

  func validate() throws {
    if seed != nil, seeds != nil || first != nil {
      throw ValidationError("--seed cannot be used with --seeds or --first.")
    }
    // Before the worlds, which take minutes; and it may be a person's own scenario.
    if let save, FileStatus(save) != nil {
      throw ValidationError("\(save) exists. Choose another name for --save.")
    }
    guard count > 0 else { throw ValidationError("--seeds must be a positive number.") }
    guard count - 1 <= UInt64.max - start else {
      throw ValidationError("--first and --seeds go beyond the last seed, \(UInt64.max).")
    }
  }

  private var count: UInt64 { seed == nil ? seeds ?? 100 : 1 }
  private var start: UInt64 { seed ?? first ?? 1 }

  func run() async throws {
    let home = try TemporaryHome(in: TemporaryHome.memory)
    defer { home.tearDown() }
    let report = SimulationReport(
      isJSON: json, showsCoverage: coverage, showsJournal: seed != nil)
    let total = try await judge(in: home.folder) { try report.tell($0) }
    for failed in total.failed.prefix(Self.mostShrunk) {
      if try await shrink(failed, in: home.folder, report) { break }
    }
    try report.conclude(total)
    guard total.failed.isEmpty else { throw ExitCode(1) }
  }

  /// Our choice: the number of worlds after which freed memory is given back to the system.
  ///
  /// The freed memory lies scattered over the allocator's arenas, which keep some kilobytes more after each
  /// world.
  private static let worldsBetweenTrims = 20

  /// Two worlds for each processor: one goes on while the other changes its thread.
  private static var width: Int { 2 * Live.processorCount }

  /// Runs the worlds of all seeds, and passes each outcome to `tell` when there is one.
  private func judge(
    in directory: URL, _ tell: (SimulationResult) throws -> Void
  ) async throws -> SimulationReport.Total {
    let options = world.options
    let progress = ProgressLine(isHidden: json || seed != nil)
    defer { ProgressLine.clear() }
    return try await withThrowingTaskGroup(of: (SimulationResult, Coverage?).self) { group in
      var waiting = (start...start + (count - 1)).makeIterator()
      func begin() {
        guard let seed = waiting.next() else { return }
        group.addTask { [mutation, coverage] in
          let outcome = try await Simulation(
            seed: seed, directory: directory, mutation: mutation, options: options
          ).run()
          return (outcome, coverage ? Coverage(outcome.journal) : nil)
        }
      }
      for _ in 0..<Self.width { begin() }
      var total = SimulationReport.Total()
      for try await (outcome, coverage) in group {
        begin()
        total.add(outcome, coverage)
        if total.seeds.isMultiple(of: Self.worldsBetweenTrims) { cmemory_return_freed_pages() }
        try tell(outcome)
        progress.show("\(total.seeds) of \(count) worlds, \(total.failed.count) broken …")
      }
      return total
    }
  }

  /// Our choice: how many failures are tried until one breaks its invariant as a scenario too.
  private static let mostShrunk = 5

  /// Makes a failure smaller; returns whether there is a scenario that fails too.
  private func shrink(
    _ failed: SimulationResult, in directory: URL, _ report: SimulationReport
  ) async throws -> Bool {
    guard let invariant = failed.violations.first?.invariant else { return false }
    let progress = ShrinkingProgress(of: failed.seed, isHidden: json)
    var shrinker = ScenarioShrinker(invariant, directory: directory, width: Self.width) {
      progress.show($0)
    }
    let found = try await shrinker.shrink(Scenario(failed))
    ProgressLine.clear()
    try report.tell(found, of: failed, savedAs: save)
    guard let found, let save else { return found != nil }
    do {
      try Data(found.scenario.yaml.utf8).write(to: URL(fileURLWithPath: save))
    } catch {
      throw Failure("\(save) cannot be written. Check the folder and the disk.")
    }
    return true
  }
}

extension Mutation: ExpressibleByArgument {
  fileprivate static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }
}
