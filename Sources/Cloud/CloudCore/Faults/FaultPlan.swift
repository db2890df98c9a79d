import CloudModel

/// The active and the ended faults, and their decisions about events.
///
/// It is pure: time and random numbers are parameters.
///
/// 1. Each fault has a generator of its own: its decisions depend on its seed and on the events that its filter let
///    through, and on nothing else.
/// 2. A fault that has ended decides nothing any more; it stays listed while there is room.
/// 3. Both lists are bounded.
struct FaultPlan: Sendable {
  struct Entry: Sendable {
    var status: FaultStatus
    var filter: FaultFilter
    var random: SplitMix64

    var id: String { status.fault.id ?? "" }
  }

  /// Our choice: every request is compared with each active fault.
  static let mostActive = 200
  static let mostEnded = 200

  private(set) var active: [Entry] = []
  private(set) var ended: [Entry] = []
  /// The number of times that each effect has fired since the cloud started; faults that have ended count too.
  private(set) var fired: [String: Int] = [:]
  private let seed: UInt64
  private var seeds: SplitMix64
  private var lastNumber = 0

  init(seed: UInt64) {
    self.seed = seed
    seeds = SplitMix64(seed: seed)
  }

  /// Forgets everything, as if no fault had been.
  mutating func reset() { self = FaultPlan(seed: seed) }

  /// The active faults in the order of their creation, then the ended ones in the order of their
  /// ending.
  var statuses: [FaultStatus] { (active + ended).map(\.status) }

  /// Adds all of `faults` or none.
  ///
  /// Throws `.invalidArguments` for an invalid fault, `.constraintViolation` for an id that is in
  /// use, `.limitExceeded` for too many.
  mutating func add(_ faults: [CloudFault], now: Int64) throws(CloudError) -> [FaultStatus] {
    expire(now: now)
    for fault in faults { try fault.check() }
    guard active.count + faults.count <= Self.mostActive else {
      throw CloudError(
        .limitExceeded, "limit exceeded: at most \(Self.mostActive) faults at a time")
    }
    var taken = Set(active.map(\.id))
    for id in faults.compactMap(\.id) where !taken.insert(id).inserted {
      throw CloudError(
        .constraintViolation, "The fault \(id) exists already. Remove it or choose another id.")
    }
    return faults.map { fault in
      let entry = entry(fault, taken: taken, now: now)
      active.append(entry)
      precondition(active.count <= Self.mostActive, "FaultPlan 3: too many faults are active")
      return entry.status
    }
  }

  private mutating func entry(_ fault: CloudFault, taken: Set<String>, now: Int64) -> Entry {
    var fault = fault
    while fault.id == nil {
      lastNumber += 1
      let id = "fault-\(lastNumber)"
      if !taken.contains(id) { fault.id = id }
    }
    let seed = fault.schedule.seed ?? seeds.next() >> 11  // 53 bits: exact in every reader of JSON.
    fault.schedule.seed = seed
    let ends = [
      fault.schedule.duration.map { now + Int64($0 * 1000) }, fault.schedule.until,
    ].compactMap(\.self)
    return Entry(
      status: FaultStatus(fault: fault, createdAt: now, endsAt: ends.min()),
      filter: FaultFilter(fault.filter), random: SplitMix64(seed: seed))
  }

  /// Nil where no active fault has this id.
  mutating func remove(_ id: String, now: Int64) -> FaultStatus? {
    expire(now: now)
    guard let index = active.firstIndex(where: { $0.id == id }) else { return nil }
    return end(at: index, .removed, now: now)
  }

  /// Ends all, forgets those that had ended, and returns how many were active.
  mutating func clear() -> Int {
    defer {
      active = []
      ended = []
    }
    return active.count
  }

  /// Account names in filters whose user record name is not known yet.
  var unknownAccounts: [String] { active.compactMap(\.filter.unknownAccount) }

  mutating func resolve(_ account: String, to user: String) {
    for index in active.indices where active[index].filter.unknownAccount == account {
      active[index].filter.resolve(user)
    }
  }

  /// Ends the faults whose time is over.
  mutating func expire(now: Int64) {
    var index = 0
    while index < active.count {
      if let endsAt = active[index].status.endsAt, endsAt <= now {
        _ = end(at: index, .time, now: endsAt)
      } else {
        index += 1
      }
    }
  }

  /// Lets the active faults decide about one event, in the order of their creation.
  ///
  /// `wants` says whether an effect is relevant; `take` receives each effect that fires, and
  /// returns whether the faults after it are asked as well.
  mutating func decide(
    _ event: FaultEvent, now: Int64, wants: (CloudFault.Effect) -> Bool,
    take: (CloudFault.Effect) -> Bool
  ) {
    guard !active.isEmpty else { return }
    expire(now: now)
    var index = 0
    while index < active.count {
      let effect = active[index].status.fault.effect
      guard wants(effect), active[index].filter.admits(event), active[index].fires() else {
        index += 1
        continue
      }
      fired[effect.name, default: 0] += 1
      if active[index].status.fired == active[index].status.fault.schedule.count {
        _ = end(at: index, .count, now: now)
      } else {
        index += 1
      }
      guard take(effect) else { return }
    }
  }

  private mutating func end(at index: Int, _ end: FaultStatus.End, now: Int64) -> FaultStatus {
    var entry = active.remove(at: index)
    entry.status.endedAt = now
    entry.status.end = end
    ended.append(entry)
    if ended.count > Self.mostEnded { ended.removeFirst(ended.count - Self.mostEnded) }
    precondition(ended.count <= Self.mostEnded, "FaultPlan 3: too many ended faults are kept")
    return entry.status
  }
}

extension FaultPlan.Entry {
  /// Counts one event that the filter let through, and decides.
  fileprivate mutating func fires() -> Bool {
    let schedule = status.fault.schedule
    status.seen += 1
    let candidate = status.seen - schedule.skip
    guard candidate > 0, candidate.isMultiple(of: schedule.every) else { return false }
    guard schedule.probability >= 1 || .random(in: 0..<1, using: &random) < schedule.probability
    else { return false }
    status.fired += 1
    return true
  }
}
