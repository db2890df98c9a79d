import ChatCore
import CloudCore
import CloudModel
import CloudSync
import Foundation
import Logging
import Scenarios
import SyncRules

/// People, their devices and one cloud, on a virtual clock and one seed.
///
/// 1. At any time, either the loop in `run` runs or one task that the loop has resumed. A task
///    gives its turn back when it waits for the network or a slow store, and when it ends.
/// 2. Every event is a step of the queue. Steps are taken by virtual time, then in the order in
///    which they were scheduled.
/// 3. Each subsystem draws from a random stream of its own, so that one more draw in one subsystem
///    does not change the others.
///
/// The seed therefore decides the whole run, whatever threads the product uses within a turn.
actor World {
  let seed: UInt64
  let parameters: WorldParameters
  let mutation: Mutation?
  let directory: URL
  let time = VirtualTime()
  let cloud: WorldCloud
  let names: SeededSource

  var queue = EventQueue()
  var journal = SimulationJournal()
  var devices: [SimulatedDevice] = []
  /// The requests on their way, by number.
  var inFlight: [Int: InFlightRequest] = [:]
  /// Tasks that wait in the middle of an effect for a slow store.
  var sleepers: [Int: CheckedContinuation<Void, Never>] = [:]
  var lastNumber = 0
  var trouble: WorldParameters.Trouble
  /// When troubles begin and end.
  var troubleSpan: Range<Duration>
  /// The links that owners have given to other people, by zone.
  var links: [(zone: String, shortGUID: String)] = []
  /// The zones that a request has named, by name.
  var zoneIDs: [String: RecordZoneID] = [:]
  /// Which device has written in a zone last.
  var lastWriters: [String: Int] = [:]
  /// The chat in which somebody was last, by device.
  var lastChats: [Int: String] = [:]
  var throttledUntil: [String: Duration] = [:]
  /// The messages that the cloud refuses each time they arrive.
  var poisoned: Set<String> = []
  var textCount = 0
  let faults: SimulatedFaults
  /// The requests and notices, as far as a scenario has asked for them.
  var traffic = TrafficLog()
  /// The result of a scenario, once it has been played to its end.
  var outcome: SimulationResult?
  /// When a write of a device last reached the cloud.
  var lastWrite: Duration = .zero

  var networkRandom: SplitMix64
  var userRandom: SplitMix64
  var disruptionRandom: SplitMix64
  var storeRandom: SplitMix64
  var fileRandom: SplitMix64
  /// The random numbers for the consequences of crashes and lost networks, whoever imposed them.
  var consequenceRandom: SplitMix64

  /// The continuation of the loop, while a task has its turn.
  private var turn: CheckedContinuation<Void, Never>?

  /// A world of the parameters that the seed draws, as far as `change` leaves them.
  init(
    seed: UInt64, directory: URL, mutation: Mutation?,
    parameters change: (inout WorldParameters) throws -> Void
  ) throws {
    self.seed = seed
    self.mutation = mutation
    self.directory = directory
    var seeds = SplitMix64(seed: seed)
    var parameters = WorldParameters(seed: seeds.next())
    try change(&parameters)
    self.parameters = parameters
    trouble = parameters.trouble
    troubleSpan = Duration.zero..<Duration.zero
    cloud = try WorldCloud(seed: seeds.next(), time: time, directory: directory)
    faults = cloud.makeFaults()
    names = SeededSource(seed: seeds.next())
    networkRandom = SplitMix64(seed: seeds.next())
    userRandom = SplitMix64(seed: seeds.next())
    disruptionRandom = SplitMix64(seed: seeds.next())
    storeRandom = SplitMix64(seed: seeds.next())
    fileRandom = SplitMix64(seed: seeds.next())
    consequenceRandom = SplitMix64(seed: seeds.next())
  }

  var now: Duration { queue.now }

  /// The faults that can happen by chance here.
  var noise: Noise { Noise(parameters, seed: seed, span: troubleSpan, mutation: mutation) }

  func note(_ event: SimulationEvent, begunAt begin: Duration? = nil) {
    journal.append(event, at: now, begunAt: begin)
  }

  func schedule(_ step: Step, after delay: Duration = .zero) {
    queue.schedule(step, at: now + delay)
  }

  func isAlive(_ key: DeviceKey) -> Bool {
    let device = devices[key.index]
    return device.life == key.life && device.parts != nil && !device.isDying
  }

  // MARK: - Turns

  /// Lets `body` run as a task until it waits or ends.
  func begin(_ body: @escaping @Sendable () async -> Void) async {
    precondition(turn == nil, "World 1: another task has its turn")
    await withCheckedContinuation { continuation in
      turn = continuation
      // When the turn comes back, the task has ended or waits for a step; after the run no task waits.
      Task {
        await body()
        giveBack()
      }
    }
  }

  /// Lets a task that waits go on until it waits again or ends.
  func letGoOn(_ waiter: CheckedContinuation<Void, Never>) async {
    precondition(turn == nil, "World 1: another task has its turn")
    await withCheckedContinuation { continuation in
      turn = continuation
      waiter.resume()
    }
  }

  /// Ends the turn of the task that calls it.
  func giveBack() {
    precondition(turn != nil, "World 1: a task that does not have its turn gives it back")
    let waiting = turn
    turn = nil
    waiting?.resume()
  }

  // MARK: - The loop

  /// Takes every step that is due by `end`.
  func run(until end: Duration) async throws {
    while let next = queue.nextTime, next <= end {
      guard let step = queue.next() else { return }
      time.move(to: now)
      try await take(step)
      for index in devices.indices where devices[index].isDying { try await crash(index) }
    }
  }

  private func take(_ step: Step) async throws {
    switch step {
    case .perform(let effect, let key): await perform(effect, on: key)
    case .deliver(let input, let key): deliver(input, to: key)
    case .ring(let key):
      guard isAlive(key) else { return }
      devices[key.index].shell?.isRung = false
      deliver(.replicaChanged, to: key)
    case .publish(let report, let key): await publish(report, on: key)
    case .recover(let key): await recover(key)
    case .goOn(_, let sleeper):
      if let waiter = sleepers.removeValue(forKey: sleeper) { await letGoOn(waiter) }
    case .reach(let number, let copy): await reach(number, copy: copy)
    case .answer(let number, let error): await answer(number, error)
    case .announce(let announcement): await announce(announcement)
    case .act(let key): await act(on: key)
    case .handleFile: await handleFile()
    case .disrupt: try await disrupt()
    case .restart(let index): try await restart(index)
    case .heal: try await heal()
    case .stir: trouble = parameters.trouble
    case .pause: break
    }
  }
}
