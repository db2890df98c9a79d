import CloudRules

/// The time and the randomness of the machine, and those of the cloud, which tests may control.
struct HostSurroundings: Sendable {
  let machine: Surroundings
  let cloud: Surroundings
  /// The cloud's clock.
  let clock: CloudClock
  /// Names and tokens that are the same each time; nil where they are random.
  let seededBytes: SeededBytes?

  init(machine: Surroundings, seed: UInt64?) {
    let clock = CloudClock(machine: machine.now)
    let seededBytes = seed.map { SeededBytes(seed: $0) }
    var cloud = machine
    cloud.now = { clock.now }
    if let seededBytes { cloud.randomBytes = { seededBytes.next($0) } }
    self.machine = machine
    self.cloud = cloud
    self.clock = clock
    self.seededBytes = seededBytes
  }
}
