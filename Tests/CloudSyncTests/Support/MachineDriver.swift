import CloudModel
import SyncRules

/// Plays the shell: hands inputs to a machine, and remembers the time and what it was told to do.
struct MachineDriver {
  static let user = "_me"
  static let channel = NotificationChannel(courierPath: "/courier/1")

  var machine: SyncMachine
  var now: Duration = .zero
  private(set) var wakes: [Duration] = []

  init(mode: SyncMachine.Mode, seed: UInt64 = 1) {
    machine = SyncMachine(mode: mode, user: Self.user, seed: seed)
  }

  /// A continuous machine with an open channel that has fetched everything and is idle.
  static func idle() -> MachineDriver {
    var driver = MachineDriver(mode: .continuous)
    _ = driver.handle(.started)
    driver.connect(over: channel)
    return driver
  }

  /// Opens the channel, and lets the machine fetch everything there is: nothing.
  mutating func connect(over channel: NotificationChannel) {
    _ = handle(.channelOpened(.success(channel)))
    _ = handle(.pendingWorkRead(.success(.empty)))
    _ = handle(.invitationsFetched(.success(.init())))
    for scope in [DatabaseScope.private, .shared] {
      for effect in handle(.databaseFetched(scope, .success(.empty)))
      where effect == .readPendingWork {
        _ = handle(.pendingWorkRead(.success(.empty)))
      }
    }
  }

  /// The effects of an input, without those that only ask to be woken.
  mutating func handle(_ input: SyncMachine.Input) -> [SyncMachine.Effect] {
    machine.handle(input, now: now).filter { effect in
      guard case .wake(let time) = effect else { return true }
      wakes.append(time)
      return false
    }
  }

  /// The effects that have to do with the cloud.
  mutating func calls(_ input: SyncMachine.Input) -> [SyncMachine.Effect] {
    handle(input).filter { $0 != .readPendingWork }
  }

  /// Wakes the machine at the times that it has asked for, until it does something.
  mutating func wake() -> [SyncMachine.Effect] {
    while let effects = wakeOnce() {
      if !effects.isEmpty { return effects }
    }
    return []
  }

  /// Moves on to the next time at which the machine asked to be woken, and wakes it; nil where it has asked for none.
  mutating func wakeOnce() -> [SyncMachine.Effect]? {
    guard let next = wakes.filter({ $0 > now }).min() else { return nil }
    now = next
    return handle(.woke)
  }

  static func ownZone(_ name: String) -> RecordZoneID {
    RecordZoneID(zoneName: name, ownerName: user)
  }

  static func foreignZone(_ name: String) -> RecordZoneID {
    RecordZoneID(zoneName: name, ownerName: "_them")
  }
}

extension SyncMachine.DatabaseReport {
  static let empty = Self(pendingWork: .empty, deletedZones: [], moreComing: false)

  static func changed(_ zones: RecordZoneID..., moreComing: Bool = false) -> Self {
    Self(
      pendingWork: .init(zonesToSend: [], zonesToFetch: zones), deletedZones: [],
      moreComing: moreComing)
  }
}

extension SyncMachine.PendingWork {
  static let empty = Self(zonesToSend: [], zonesToFetch: [])

  static func sending(_ zones: RecordZoneID...) -> Self {
    Self(zonesToSend: zones, zonesToFetch: [])
  }
  static func fetching(_ zones: RecordZoneID...) -> Self {
    Self(zonesToSend: [], zonesToFetch: zones)
  }
}

extension SyncMachine.SendReport {
  static func sent(_ progress: Int, hasMore: Bool = false) -> Self {
    var report = Self()
    report.progress = progress
    report.hasMore = hasMore
    return report
  }
}

extension SyncFailure {
  static func test(_ code: CloudError.Code, retryAfter seconds: Double? = nil) -> SyncFailure {
    .cloud(.test(code, retryAfter: seconds))
  }
}

extension CloudError {
  static func test(_ code: Code, retryAfter seconds: Double? = nil) -> CloudError {
    CloudError(code, "ordered by the test", retryAfterSeconds: seconds)
  }
}
