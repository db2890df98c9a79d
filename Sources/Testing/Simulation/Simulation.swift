package import Foundation

/// One run: a world of a seed, lived through and judged.
package struct Simulation: Sendable {
  package var seed: UInt64
  /// The folder for replicas while the run lasts; a memory file system makes it faster.
  package var directory: URL
  package var mutation: Mutation?
  package var options: WorldOptions

  package init(
    seed: UInt64, directory: URL, mutation: Mutation? = nil, options: WorldOptions = WorldOptions()
  ) {
    self.seed = seed
    self.directory = directory
    self.mutation = mutation
    self.options = options
  }

  /// Lives through the world of the seed and judges it.
  ///
  /// `WorldParameters` are what the seed draws, and `Invariants` what the run is held to.
  ///
  /// Throws only if the simulation itself fails: its folder, or calls to the cloud that bypass all faults.
  package func run() async throws -> SimulationResult {
    let home = directory.appending(path: "seed-\(seed)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    // If the folder cannot be removed, only its space is lost.
    defer { try? FileManager.default.removeItem(at: home) }
    let world = try World(
      seed: seed, directory: home, mutation: mutation, parameters: { $0.fix(options) })
    let journal = try await world.run()
    return SimulationResult(
      seed: seed, options: options, noise: await world.noise, journal: journal)
  }
}
