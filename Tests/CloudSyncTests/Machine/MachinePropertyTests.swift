import CloudModel
import CloudSync
import SyncRules
import Testing

/// Random facts at random times; the numbered rules are those at the head of `SyncMachine`.
struct MachinePropertyTests {
  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `the rules hold at every step, and everything comes to rest when the faults end`(
    seed: UInt64
  ) throws {
    var world = MachineWorld(seed: seed)
    for _ in 0..<400 {
      try world.step()
      try #require(world.violations.isEmpty, "seed \(seed): \(world.violations)")
    }
    world.isFaulty = false
    for _ in 0..<2_000 where !world.isQuiet {
      try world.step()
      try #require(world.violations.isEmpty, "seed \(seed): \(world.violations)")
    }
    #expect(world.isQuiet, "seed \(seed): \(world.leftovers)")
    #expect(world.driver.machine.status == .upToDate, "seed \(seed)")
  }

  @Test func `the same seed gives the same run`() throws {
    var journals: [[String]] = []
    for _ in 0..<2 {
      var world = MachineWorld(seed: 42)
      for _ in 0..<400 { try world.step() }
      journals.append(world.journal)
    }
    #expect(journals[0] == journals[1], "I41")
  }
}
