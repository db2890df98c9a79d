package import Foundation
package import Scenarios

/// A world of its own for one scenario, on a virtual clock and without any real network.
package enum VirtualStage {
  /// A stage whose devices keep their replicas below `directory`.
  ///
  /// Throws `StageFailure` where the scenario has a trouble or a broken rule that does not exist.
  package static func open(
    _ scenario: Scenario, directory: URL
  ) async throws -> any ScenarioStage {
    try await makeWorld(of: scenario, directory: directory)
  }

  private static func makeWorld(
    of scenario: Scenario, directory: URL
  ) async throws -> World {
    let world = try World(
      seed: scenario.noise?.seed ?? 1, directory: directory,
      mutation: try scenario.noise?.mutation()
    ) { $0 = try WorldParameters(scenario.noise) }
    try await world.open(scenario)
    return world
  }

  /// Plays a scenario in a folder of its own below `directory`, and judges everything that happened.
  ///
  /// Throws as `open` does.
  package static func judge(
    _ scenario: Scenario, directory: URL
  ) async throws -> (result: ScenarioResult, violations: [Violation], journal: SimulationJournal) {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    // If the folder cannot be removed, only its space is lost.
    defer { try? FileManager.default.removeItem(at: directory) }
    let world = try await makeWorld(of: scenario, directory: directory)
    let result = try await ScenarioRunner(scenario, on: world, clock: ImmediateClock()).run()
    let outcome = await world.outcome
    return (result, outcome?.violations ?? [], outcome?.journal ?? SimulationJournal())
  }
}
