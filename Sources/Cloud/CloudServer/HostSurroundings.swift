import CloudCore
import CloudRules

/// The time and the randomness of the machine, and those of the cloud, which tests may control.
struct HostSurroundings: Sendable {
  let machine: Surroundings
  let cloud: Surroundings
  /// The cloud's clock.
  let clock: CloudClock
  /// Of the machine; what a test adds to the cloud's clock comes on top.
  let changes: ChangeClock
  /// Names and tokens that are the same each time; nil where they are random.
  let seededBytes: SeededBytes?

  init(machine: Surroundings, seed: UInt64?) {
    let (clock, changes) = (CloudClock(machine: machine.now), ChangeClock())
    let seededBytes = seed.map { SeededBytes(seed: $0) }
    var cloud = machine
    cloud.now = { clock.now }
    cloud.changeTime = { clock.time(onMachineAt: changes.time(at: machine.now())) }
    if let seededBytes { cloud.randomBytes = { seededBytes.next($0) } }
    self.machine = machine
    self.cloud = cloud
    self.clock = clock
    self.changes = changes
    self.seededBytes = seededBytes
  }
}
