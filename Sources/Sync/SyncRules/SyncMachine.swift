package import CloudModel

/// Decides which calls to make to the cloud, and when; pure: no clock, no I/O, and random numbers
/// from a seed.
///
/// One machine serves one account. Inputs are facts, effects are the calls to make now; the shell
/// (`SyncEngine`) performs them and reports back. Times are durations since the shell's start.
///
/// ```
///   ConnectionMachine ── open? ──▶ DatabaseMachine (private, shared) ── feed to its end ──▶ ZoneMachine …
///   the way to the cloud        feed, holds, batch ceiling                      send, preview, fetch
///                                       └────────── not held? ──────▶ TransferMachine: bytes of assets
/// ```
///
/// Invariants, in addition to those of the four machines:
/// 1. While the connection is not open, nothing runs but the attempt to open it.
/// 2. A `retryAfter` holds its database with everything in it.
/// 3. At most `zoneOperationLimit` zone operations run together. A preview goes first, so that
///    every chat shows something; then the zone that has waited longest.
/// 4. Nothing is sent or fetched unless it is wanted.
/// 5. If the cloud refuses one zone, one database's feed, the invitations or one asset, only that
///    waits: the connection stays open, and everything else goes on.
package struct SyncMachine: Sendable {
  package enum Mode: Sendable {
    /// Listens for notifications and goes on until it is stopped.
    case continuous
    /// Sends and fetches what there is, then ends; gives up at the first sign of being offline, and
    /// leaves work that the cloud refuses repeatedly for another time.
    case once
  }

  static let zoneOperationLimit = 8
  /// `Mode.once` leaves work for another time after this many failures in a row.
  static let onceAttemptLimit = 3
  /// `Mode.once` does not wait longer than this for anything.
  static let onceWaitLimit: Duration = .seconds(10)
  /// The time for which to trust a quiet channel before everything is fetched anyway, because notifications may be
  /// lost.
  static let lookInterval: Duration = .seconds(900)
  /// Waits shorter than this are not reported.
  static let shownWait: Duration = .seconds(5)

  let mode: Mode
  let user: String
  var connection: ConnectionMachine
  var databases: [DatabaseScope: DatabaseMachine]
  /// The zones that have work; idle ones are not kept.
  var zones: ZoneTable
  /// Reading what the replica wants sent and fetched.
  var pendingWork = Lane()
  var invitations = Lane()
  var transfers = TransferMachine()
  /// Whether the cloud has served any request.
  package internal(set) var hasBeenServed = false
  /// Whether a zone was fetched after the pending work was last read.
  ///
  /// The changes of that zone may have queued a write.
  var hasFetchedSinceReadingPendingWork = false
  /// When the machine last asked for everything from the cloud.
  var lastLook: Duration = .zero
  /// The look for which another process waits.
  var askedLook: Look?
  var nextTurn = 0
  var random: SplitMix64
  private var nextWake: Duration?
  private var reported = ReportedStatus()

  /// A machine that has nothing to do yet.
  ///
  /// `user` is the signed-in user's record name, which decides the database of every zone; `seed`
  /// seeds the jitter of the waiting times.
  package init(mode: Mode, user: String, seed: UInt64) {
    self.mode = mode
    self.user = user
    random = SplitMix64(seed: seed)
    connection = ConnectionMachine(mode: mode)
    databases = [.private: DatabaseMachine(), .shared: DatabaseMachine()]
    zones = ZoneTable(user: user)
  }

  /// Takes in one fact; returns the effects to perform now.
  package mutating func handle(_ input: Input, now: Duration) -> [Effect] {
    apply(input, now: now)
    var effects = plan(now: now)
    reported.note(status, isSending: zones.isSending, after: input, now: now)
    if let wake = earliestWake(after: now), wake != nextWake {
      nextWake = wake
      effects.append(.wake(at: wake))
    }
    assert(
      connection.isOpen || effects.allSatisfy(\.isOfConnection),
      "SyncMachine 1: something begins while the connection is not open")
    assert(
      zones.runningCount <= Self.zoneOperationLimit,
      "SyncMachine 3: too many zones are at work")
    return effects
  }

  package var status: SyncStatus {
    guard connection.isOpen else { return connection.status }
    if isAtWork { return .syncing }
    guard let reason = trouble else { return isExchanging ? .syncing : .upToDate }
    // In `Mode.once`, a cloud that has refused everything counts as offline.
    return mode == .once && !hasBeenServed ? .offline(reason: reason) : .waiting(reason: reason)
  }

  /// Whether there is something to send or fetch that the cloud does not refuse repeatedly.
  ///
  /// Reading the pending work and fetching invitations do not count: otherwise the status would change with every look.
  private var isAtWork: Bool {
    transfers.isAtWork || databases.values.contains { !$0.feed.isIdle && !$0.feed.isInTrouble }
      || databases.contains { scope, database in
        zones.isAtWork(
          in: scope, canFetch: database.feed.isIdle || !database.feed.isInTrouble)
      }
  }

  /// The reason why the cloud repeatedly refuses some work; nil if it refuses none.
  private var trouble: String? {
    let feeds = Self.scopes.compactMap { databases[$0]?.feed }
    if let lane = (feeds + [invitations]).first(where: \.isInTrouble) { return lane.failure }
    for (_, zone) in zones.delayedZones {
      if let reason = zone.fetchTrouble?.reason ?? zone.sendTrouble { return reason }
    }
    return transfers.trouble
  }

  /// The status, and what waits for longer than a moment.
  package func report(now: Duration) -> SyncReport {
    guard connection.isOpen else { return SyncReport(status: status) }
    var waits: [SyncWait] = []
    for scope in Self.scopes {
      guard let database = databases[scope] else { continue }
      if database.isHeld(at: now) {
        waits.append(
          SyncWait(
            place: .database(scope), until: database.heldUntil, reason: database.holdReason))
      }
      waits += Self.wait(.databaseChanges(scope), for: database.feed)
    }
    waits += Self.wait(.invitations, for: invitations)
    for (zoneID, zone) in zones.delayedZones {
      // A full storage does not pass soon, however short the first waits are.
      let shown = zone.isOutOfRoom ? now : now + Self.shownWait
      if let (time, reason) = zone.sendWait(after: shown) {
        waits.append(
          SyncWait(
            place: .zone(zoneID), until: time, reason: reason, isFull: zone.isOutOfRoom))
      }
      if let (time, reason) = zone.fetchTrouble {
        waits.append(SyncWait(place: .zoneChanges(zoneID), until: time, reason: reason))
      }
    }
    return SyncReport(
      status: reported.shown(status, now: now), waits: waits,
      isSendingLong: reported.isSendingLong(now: now))
  }

  private static func wait(_ place: SyncWait.Place, for lane: Lane) -> [SyncWait] {
    lane.isInTrouble
      ? [SyncWait(place: place, until: lane.backoff.notBefore, reason: lane.failure)] : []
  }

  /// A look at the cloud that somebody has asked for.
  struct Look: Sendable {
    var number: Int64
    var askedAt: Duration
  }

  /// The number of the look that was asked for, once it is answered; nil before that, and after it
  /// was taken.
  ///
  /// A look is answered once everything since then has been sent and fetched that the cloud does
  /// not refuse repeatedly, or the cloud cannot be reached.
  package mutating func takeAnsweredLook(now: Duration) -> Int64? {
    guard let look = askedLook else { return nil }
    let isDone = pendingWork.isIdle && (invitations.isIdle || invitations.isInTrouble) && !isAtWork
    guard connection.isOpen ? isDone : connection.hasFailed(askedAt: look.askedAt, now: now) else {
      return nil
    }
    askedLook = nil
    return look.number
  }

  /// Whether writes of low priority are gathered; they are not while somebody waits for a look.
  var delaysLowPriority: Bool { mode == .continuous && askedLook == nil }

  package static let scopes = [DatabaseScope.private, .shared]

  /// Whether nothing runs, and only a further input can start something.
  package var isAtRest: Bool {
    connection.isOpen ? !isBusy : mode == .once && !isAnythingRunning
  }

  private var isBusy: Bool {
    isExchanging || !pendingWork.isIdle || !invitations.isIdle
  }

  /// Whether the machine is sending or fetching something, or is about to.
  private var isExchanging: Bool {
    !zones.isIdle || !transfers.isIdle
      || databases.values.contains { !$0.feed.isIdle }
  }

  private var isAnythingRunning: Bool {
    pendingWork.isRunning || invitations.isRunning || zones.runningCount > 0
      || databases.values.contains(where: \.feed.isRunning)
  }

  // MARK: - Planning

  private mutating func plan(now: Duration) -> [Effect] {
    var effects: [Effect] = []
    if connection.start(at: now, isQuiet: !isAnythingRunning) { effects.append(.openChannel) }
    if connection.isOpen {
      if mode == .once, hasFetchedSinceReadingPendingWork, !isBusy { pendingWork.want() }
      if pendingWork.start(at: now) {
        hasFetchedSinceReadingPendingWork = false
        effects.append(.readPendingWork)
      }
      for scope in Self.scopes where databases[scope]?.start(at: now) == true {
        effects.append(.fetchDatabaseChanges(scope))
      }
      effects += startZones(now: now)
      let ready = transfers.start(at: now) { zoneID in
        databases[zoneID.databaseScope(for: user)]?.isHeld(at: now) != false
      }
      effects += ready.map(Effect.carry)
      // Invitations count as part of the shared database, and wait while it is held.
      if databases[.shared]?.isHeld(at: now) == false, invitations.start(at: now) {
        effects.append(.fetchInvitations)
      }
    }
    return effects
  }

  private mutating func startZones(now: Duration) -> [Effect] {
    zones.start(upTo: Self.zoneOperationLimit) { [databases, user] zoneID, zone in
      guard let database = databases[zoneID.databaseScope(for: user)], !database.isHeld(at: now)
      else { return nil }
      let constraints = ZoneMachine.Constraints(
        isFeedIdle: database.feed.isIdle, holdsLowPriority: database.holdsLowPriority(at: now),
        ceiling: database.ceiling, room: database.quotaBackoff)
      return zone.next(zoneID, in: constraints, at: now)
    }
  }

  /// The next time at which wanted work may start; nil if only an event can start some.
  private func earliestWake(after now: Duration) -> Duration? {
    var times: [Duration] = [connection.startTime, pendingWork.startTime].compactMap(\.self)
    if connection.isOpen {
      times += [invitations.startTime].compactMap(\.self)
      times += databases.values.flatMap(\.wakeTimes)
      times += zones.wakeTimes
      times += transfers.wakeTimes
      times += reported.wakeTimes
    }
    return times.filter { $0 > now }.min()
  }
}

extension SyncMachine.Effect {
  /// Whether the effect may happen while the connection is not open.
  fileprivate var isOfConnection: Bool {
    switch self {
    case .openChannel, .wake: true
    default: false
    }
  }
}
