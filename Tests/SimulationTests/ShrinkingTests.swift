import CloudModel
import CloudSync
import Foundation
import Scenarios
import Simulation
import SyncRules
import TestSupport
import Testing

/// Random runs that break an invariant, made into small scenarios.
struct ShrinkingTests {
  /// Rules whose break shows itself soon.
  @Test(arguments: [Mutation.tokenBeforeData, .writesPrivate])
  func `a broken rule becomes a scenario of at most twelve steps that breaks the same invariant`(
    mutation: Mutation
  ) async throws {
    try await withTemporaryDirectory(in: Place.memory) { directory in
      let failed = try await Self.firstFailure(of: mutation, directory)
      let invariant = try #require(failed.violations.first?.invariant)
      var shrinker = ScenarioShrinker(invariant, directory: directory, width: 2)
      let found = try #require(try await shrinker.shrink(Scenario(failed)))
      #expect(found.scenario.steps.count <= 12, "\(found.scenario.yaml)")
      // As a person plays it, from the text alone.
      let read = try Scenario(yaml: found.scenario.yaml)
      let played = try await VirtualStage.judge(read, directory: directory.appending(path: "again"))
      #expect(played.violations.contains { $0.invariant == invariant })
      #expect(played.result.problems.contains { $0.hasPrefix("\(invariant) is broken") })
      // Without the break, the same scenario keeps every invariant.
      var whole = read
      whole.noise?.brokenRule = nil
      let sound = try await VirtualStage.judge(whole, directory: directory.appending(path: "sound"))
      #expect(sound.violations.isEmpty, "\(read.yaml)")
    }
  }

  private static func firstFailure(
    of mutation: Mutation, _ directory: URL
  ) async throws -> SimulationResult {
    let start = Place.firstFinds[mutation] ?? 1
    for seed in start..<start + 20 {
      let outcome = try await Simulation(seed: seed, directory: directory, mutation: mutation).run()
      if !outcome.violations.isEmpty { return outcome }
    }
    throw NothingFound()
  }

  private struct NothingFound: Error {}

  @Test func `a run without a broken rule becomes a scenario that can be read and played`()
    async throws
  {
    try await withTemporaryDirectory(in: Place.memory) { directory in
      for seed in 1...6 as ClosedRange<UInt64> {
        let outcome = try await Simulation(seed: seed, directory: directory).run()
        let scenario = Scenario(outcome)
        #expect(!scenario.steps.isEmpty)
        let read = try Scenario(yaml: scenario.yaml)
        let played = try await VirtualStage.judge(
          read, directory: directory.appending(path: "played"))
        #expect(played.violations.isEmpty, "seed \(seed): \(played.violations)")
        #expect(played.result.steps.first?.outcome == .passed)
      }
    }
  }

  @Test func `a scenario that breaks nothing is not made smaller`() async throws {
    try await withTemporaryDirectory(in: Place.memory) { directory in
      let outcome = try await Simulation(
        seed: 3, directory: directory, options: WorldOptions(steps: 2, faults: [])
      ).run()
      #expect(outcome.violations.isEmpty)
      var shrinker = ScenarioShrinker("I5", directory: directory, width: 2)
      var scenario = Scenario(outcome)
      // Without chance one run is enough.
      scenario.noise = nil
      #expect(try await shrinker.shrink(scenario) == nil)
    }
  }

  @Test func `options fix what they name, and the line to repeat a run has them`() async throws {
    try await withTemporaryDirectory(in: Place.memory) { directory in
      let options = WorldOptions(
        people: 4, devices: 2, chats: 3, steps: 5, faults: ["lost-answer", "throttle"])
      let run = Simulation(
        seed: 9, directory: directory, mutation: .overwrites, options: options)
      let outcome = try await run.run()
      #expect(
        outcome.repeating
          == "zonechat simulate --seed 9 --people 4 --devices 2 --chats 3 --steps 5"
          + " --faults lost-answer,throttle --mutation overwrites")
      let scenario = Scenario(outcome)
      #expect(scenario.people.count == 4 && scenario.devices.count == 8)
      #expect(outcome.noise.chances.keys.sorted() == ["lost-answer"])
      #expect(try await run.run().journal.hash == outcome.journal.hash)
    }
  }

  @Test func `coverage counts the errors that the engine got and the points where devices died`()
    async throws
  {
    try await withTemporaryDirectory(in: Place.memory) { directory in
      var coverage = Coverage()
      for seed in 1...10 as ClosedRange<UInt64> {
        let options = WorldOptions(faults: ["crash", "refusal"])
        let outcome = try await Simulation(seed: seed, directory: directory, options: options).run()
        coverage = coverage.adding(Coverage(outcome.journal))
      }
      #expect(coverage.counts[.error(.zoneBusy, .owner), default: 0] > 0)
      #expect(coverage.counts.keys.contains { if case .crash = $0 { true } else { false } })
      #expect(coverage.unreached.contains(.error(.badContainer, .participant)))
      #expect(coverage.counts.count + coverage.unreached.count == Coverage.Point.all.count)
    }
  }
}
