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
    let world = try World(
      seed: scenario.noise?.seed ?? 1, directory: directory,
      mutation: try scenario.noise?.mutation(), swarm: try Swarm(scenario.noise))
    try await world.open(scenario)
    return world
  }
}
