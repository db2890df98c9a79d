import Simulation
import TestSupport
import Testing

struct SimulationTests {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `every invariant holds`(seed: UInt64) async throws {
    try await withTemporaryDirectory { directory in
      let verdict = try await Simulation(seed: seed, directory: directory).run()
      #expect(verdict.violations.isEmpty, "\(verdict.report)")
    }
  }
}
