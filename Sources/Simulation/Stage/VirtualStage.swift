package import Foundation
package import Scenarios

/// Plays a scenario in a world of its own, on a virtual clock and without any real network.
package struct VirtualStage: ScenarioStage {
  private let world: World

  /// A stage whose devices keep their replicas below `directory`.
  ///
  /// Throws `StageFailure` where the scenario has a trouble or a broken rule that does not exist.
  package init(_ scenario: Scenario, directory: URL) async throws {
    let mutation = try scenario.noise?.mutation()
    world = try World(
      seed: scenario.noise?.seed ?? 1, directory: directory, mutation: mutation,
      swarm: try Swarm(scenario.noise))
    try await world.open(scenario)
  }

  package func perform(
    _ action: DeviceAction, on device: DeviceName, waiting: Bool,
    learn: @escaping @Sendable (DeviceAnswer) -> Void
  ) async throws {
    try await world.play(action, on: device, waiting: waiting, learn: learn)
  }

  package func performElsewhere(
    _ action: DeviceAction, by person: String
  ) async throws -> DeviceAnswer {
    try await world.playElsewhere(action, by: person)
  }

  package func happen(_ event: DeviceEvent, to device: DeviceName) async throws {
    try await world.happen(event, to: device)
  }

  package func happen(_ event: WorldEvent) async throws { try await world.happen(event) }

  package func settle(within limit: Duration) async throws -> Duration {
    try await world.settle(within: limit)
  }

  package func pass(_ time: Duration) async throws { try await world.pass(time) }

  package func proceed(to time: Duration) async throws { try await world.proceed(to: time) }

  package func view(of device: DeviceName) async throws -> DeviceView {
    try await world.view(of: device)
  }

  package func traffic(from number: Int) async throws -> [ScenarioTraffic] {
    await world.traffic(from: number)
  }

  package func finish() async throws -> [String] {
    try await world.finishScenario()
  }
}
