import CloudModel

/// The transfers of assets' bytes: those that are wanted, those that run, and those that wait.
///
/// ```
///   wanted ──start──▶ running ──ended──▶ forgotten
///      ▲                 │
///      └──── failed ─────┘   (waits)
/// ```
///
/// Invariants:
/// 1. Each transfer runs at most once at a time, and at most `limit` in each direction: a person
///    who waits for a file does not wait for uploads.
/// 2. No other work of the engine waits for a transfer. No transfer begins while its database is
///    held.
/// 3. The failure of one transfer affects nothing else, unless the cloud asks the whole database to
///    wait.
/// 4. A transfer that the replica no longer wants is not begun.
struct TransferMachine: Sendable {
  static let limit = 2

  /// Transfers with something to do, and their place in the queue.
  private var lanes: [AssetTransfer.ID: (turn: Int, lane: Lane)] = [:]
  private var nextTurn = 0

  var isIdle: Bool { lanes.values.allSatisfy(\.lane.isIdle) }

  /// The failure of the first transfer that fails repeatedly; nil if none does.
  var trouble: String? {
    lanes.values.sorted { $0.turn < $1.turn }.first { $0.lane.isInTrouble }?.lane.failure
  }

  /// Whether a transfer that does not fail repeatedly is wanted or running.
  var isAtWork: Bool { lanes.values.contains { !$0.lane.isIdle && !$0.lane.isInTrouble } }

  /// Takes in everything that is wanted now, in its order.
  mutating func want(_ ids: [AssetTransfer.ID]) {
    let wanted = Set(ids)
    lanes = lanes.filter { wanted.contains($0.key) || $0.value.lane.isRunning }
    for id in ids where lanes[id] == nil {
      nextTurn += 1
      var lane = Lane()
      lane.want()
      lanes[id] = (nextTurn, lane)
    }
  }

  /// Begins the transfers that may begin; `isHeld` says whether the database of a zone is held.
  mutating func start(
    at now: Duration, isHeld: (RecordZoneID) -> Bool
  ) -> [AssetTransfer.ID] {
    var started: [AssetTransfer.ID] = []
    for direction in AssetTransfer.Direction.allCases {
      let queue = lanes.filter { $0.key.direction == direction }
        .sorted { $0.value.turn < $1.value.turn }
      var running = queue.count { $0.value.lane.isRunning }
      for (id, _) in queue where running < Self.limit && !isHeld(id.recordID.zoneID) {
        guard lanes[id]?.lane.start(at: now) == true else { continue }
        started.append(id)
        running += 1
      }
      precondition(running <= Self.limit, "TransferMachine 1: too many transfers run")
    }
    assert(
      started.allSatisfy { !isHeld($0.recordID.zoneID) },
      "TransferMachine 2: a transfer begins in a database that is held")
    return started
  }

  mutating func end(_ id: AssetTransfer.ID) { lanes[id] = nil }

  /// Tries a transfer again later, behind the others; returns its backoff.
  mutating func postpone(
    _ id: AssetTransfer.ID, after error: SyncFailure, now: Duration,
    using random: inout SplitMix64
  ) -> Backoff {
    nextTurn += 1
    var lane = lanes[id]?.lane ?? Lane()
    let cap = error.has(.quotaExceeded) ? Backoff.slowCap : Backoff.cap
    lane.fail(error, now: now, cap: cap, using: &random)
    lanes[id] = (nextTurn, lane)
    return lane.backoff
  }

  /// Leaves a transfer for another engine.
  mutating func abandon(_ id: AssetTransfer.ID) { lanes[id]?.lane.abandon() }

  /// The cloud can be reached again.
  mutating func bringForward(to now: Duration) {
    for id in lanes.keys { lanes[id]?.lane.bringForward(to: now) }
  }

  /// The replica may be usable again.
  mutating func retryLocalFailures(_ retry: Lane.LocalRetry) {
    for id in lanes.keys { lanes[id]?.lane.retryIfLocal(retry) }
  }

  /// The times at which something may start.
  var wakeTimes: [Duration] { lanes.values.compactMap(\.lane.startTime) }
}
