import CloudModel

/// Decides when to talk to the cloud about what; pure, without clock, random source or I/O.
///
/// One machine serves one account. Inputs are facts, effects are the calls to make now; the shell
/// (`SyncEngine`) performs them and reports back. Times are durations since the shell's start.
///
/// ```
///            started / wake                    channelOpened
///   closed ─────────────────▶ opening ──────────────────────────▶ open
///     ▲                          │ failed                           │ connection lost
///     └──────────────────────────┴──────────────────────────────────┘  (backoff, then again)
///
///   while open:  database changes of both scopes, to the end  ──▶  zones: send, then fetch
/// ```
///
/// Invariants:
/// 1. At most one fetch runs for a database, and one operation for a zone.
/// 2. A zone's changes are fetched only when its database has nothing left to tell.
/// 3. Nothing starts before the time its last failure asked for; a `retryAfter` holds its database,
///    and no success of anything else ends that early.
/// 4. While the connection is not open, nothing runs but the attempt to open it.
/// 5. A want is forgotten only when the operation for it has succeeded, or its zone is gone.
/// 6. At most `zoneOperationLimit` zone operations run together; who has waited longest goes first.
package struct SyncMachine: Sendable {
  package enum Mode: Sendable {
    /// Listens for notifications and goes on until it is stopped.
    case continuous
    /// Sends and fetches what there is, then settles; gives up at the first sign of being offline.
    case once
  }

  enum Connection: Sendable, Equatable {
    case closed
    case opening
    case open(NotificationChannel?)
  }

  /// A database's feed of changes, and the time until which the database is to be left alone.
  struct DatabaseState: Sendable {
    var feed = Lane()
    var heldUntil: Duration = .zero
    var backoff = Backoff()
  }

  /// One thing that may be wanted, running, or waiting for a better time.
  struct Lane: Sendable {
    var isWanted = false
    var isRunning = false
    var backoff = Backoff()

    var isIdle: Bool { !isWanted && !isRunning }

    /// Begins what is wanted, if nothing stands against it.
    mutating func start(at now: Duration) -> Bool {
      guard isWanted, !isRunning, backoff.notBefore <= now else { return false }
      isWanted = false
      isRunning = true
      return true
    }
  }

  struct ZoneState: Sendable {
    var send = Lane()
    var fetch = Lane()
    /// Shrinks when the cloud calls a batch too large.
    var batchLimit = CloudLimits.operationsPerRequest
    /// The zone's place in the queue of zones; at the end again after each operation.
    var turn: Int

    var isRunning: Bool { send.isRunning || fetch.isRunning }
    var isIdle: Bool { send.isIdle && fetch.isIdle }
  }

  static let zoneOperationLimit = 4
  /// What fails so often in a row is left for another time in `Mode.once`.
  static let onceAttemptLimit = 3
  /// `Mode.once` does not wait longer than this for anything.
  static let onceWaitLimit: Duration = .seconds(10)
  /// How long a quiet channel is believed: nothing may depend on a notification arriving.
  static let lookInterval: Duration = .seconds(900)

  let mode: Mode
  let user: String
  var connection: Connection
  /// Grows with every loss of the connection until the cloud has done something for us again.
  var connectionBackoff = Backoff()
  var databases: [DatabaseScope: DatabaseState]
  /// Zones with something to do; idle ones are not kept.
  var zones: [RecordZoneID: ZoneState] = [:]
  /// Reading what the replica wants sent and fetched.
  var survey = Lane()
  var invitations = Lane()
  var lastFailure: CloudError?
  /// When everything was last wanted from the cloud.
  var lastLook: Duration = .zero
  var nextTurn = 0
  var random: SplitMix64
  private var nextWake: Duration?

  /// A machine that has nothing to do yet.
  ///
  /// `user` is the signed-in user's record name, which decides the database of every zone; `seed` is that of
  /// the jitter in the waiting times.
  package init(mode: Mode, user: String, seed: UInt64) {
    self.mode = mode
    self.user = user
    random = SplitMix64(seed: seed)
    connection = mode == .once ? .open(nil) : .closed
    databases = [.private: DatabaseState(), .shared: DatabaseState()]
  }

  /// Takes in one fact; answers with what to do now.
  package mutating func handle(_ input: Input, now: Duration) -> [Effect] {
    apply(input, now: now)
    return plan(now: now)
  }

  package var status: SyncStatus {
    switch connection {
    case .opening, .closed: lastFailure.map { .offline(reason: $0.clause) } ?? .connecting
    // Looking whether there is work is no work: the status would change with every look.
    case .open: isExchanging ? .syncing : .upToDate
    }
  }

  /// Nothing runs and nothing can be done before more is known.
  package var isSettled: Bool {
    if case .closed = connection { return mode == .once && !isAnythingRunning }
    return !isBusy
  }

  private var isBusy: Bool {
    isExchanging || !survey.isIdle || !invitations.isIdle
  }

  /// Something is to be sent or fetched.
  private var isExchanging: Bool {
    !zones.isEmpty || databases.values.contains { !$0.feed.isIdle }
  }

  private var isAnythingRunning: Bool {
    survey.isRunning || invitations.isRunning || zones.values.contains(where: \.isRunning)
      || databases.values.contains(where: \.feed.isRunning)
  }

  // MARK: - Planning

  private mutating func plan(now: Duration) -> [Effect] {
    var effects: [Effect] = []
    switch connection {
    case .opening: break
    case .closed:
      if mode == .continuous, connectionBackoff.notBefore <= now, !isAnythingRunning {
        connection = .opening
        effects.append(.openChannel)
      }
    case .open:
      if survey.start(at: now) { effects.append(.survey) }
      planDatabases(now: now, into: &effects)
      planZones(now: now, into: &effects)
      // Invitations are into others' databases, and wait when those ask to be left alone.
      if !isHeld(.shared, at: now), invitations.start(at: now) { effects.append(.fetchInvitations) }
    }
    if let wake = earliestWake(after: now), wake != nextWake {
      nextWake = wake
      effects.append(.wake(at: wake))
    }
    return effects
  }

  private func isHeld(_ scope: DatabaseScope, at now: Duration) -> Bool {
    databases[scope].map { $0.heldUntil > now } ?? false
  }

  private mutating func planDatabases(now: Duration, into effects: inout [Effect]) {
    for scope in [DatabaseScope.private, .shared] where !isHeld(scope, at: now) {
      if databases[scope]?.feed.start(at: now) == true {
        effects.append(.fetchDatabaseChanges(scope))
      }
    }
  }

  private mutating func planZones(now: Duration, into effects: inout [Effect]) {
    var running = zones.values.count(where: \.isRunning)
    for (zoneID, waiting) in zones.sorted(by: { $0.value.turn < $1.value.turn }) {
      guard running < Self.zoneOperationLimit else { return }
      let scope = zoneID.databaseScope(for: user)
      guard !waiting.isRunning, !isHeld(scope, at: now) else { continue }
      var zone = waiting
      if zone.send.start(at: now) {
        effects.append(.send(zoneID, limit: zone.batchLimit))
      } else if databases[scope]?.feed.isIdle ?? true, zone.fetch.start(at: now) {
        effects.append(.fetchZoneChanges(zoneID))
      } else {
        continue
      }
      zones[zoneID] = zone
      running += 1
    }
  }

  /// The next time at which something wanted may start; nil where only an event can help.
  private func earliestWake(after now: Duration) -> Duration? {
    var times: [Duration] = []
    switch connection {
    case .opening: break
    case .closed where mode == .once: break
    case .closed: times.append(connectionBackoff.notBefore)
    case .open:
      let lanes =
        [survey, invitations] + databases.values.map(\.feed)
        + zones.values.flatMap { [$0.send, $0.fetch] }
      let waiting = lanes.filter { $0.isWanted && !$0.isRunning }
      times += waiting.map(\.backoff.notBefore)
      if !waiting.isEmpty { times += databases.values.map(\.heldUntil) }
    }
    return times.filter { $0 > now }.min()
  }
}
