import CloudModel

extension SyncMachine {
  /// Takes in one fact, without deciding what follows.
  mutating func apply(_ input: Input, now: Duration) {
    switch input {
    case .started:
      survey.isWanted = true
      if mode == .once { wantEverything(now: now) }
    case .replicaChanged:
      survey.isWanted = true
    case .notificationPollEnded:
      survey.isWanted = true
      if now - lastLook >= Self.lookInterval { wantEverything(now: now) }
    case .channelOpened(.success(let channel)):
      connection = .open(channel)
      lastFailure = nil
      survey.isWanted = true
      wantEverything(now: now)
    case .channelOpened(.failure(let error)):
      lose(error, now: now)
    case .channelClosed(let channel, let error):
      guard connection == .open(channel) else { return }
      lose(error, now: now)
    case .notified(let notification):
      apply(notification)
    case .surveyed(let result):
      apply(result, now: now)
    case .databaseFetched(let scope, let result):
      apply(result, of: scope, now: now)
    case .zoneFetched(let zoneID, let result):
      apply(result, of: zoneID, now: now)
    case .invitationsFetched(let result):
      apply(result, now: now)
    case .sent(let zoneID, let result):
      apply(result, sentIn: zoneID, now: now)
    case .woke:
      break
    }
  }

  private mutating func wantEverything(now: Duration) {
    lastLook = now
    invitations.isWanted = true
    for scope in databases.keys { databases[scope]?.feed.isWanted = true }
  }

  private mutating func apply(_ notification: CloudNotification) {
    switch notification {
    case .database(let scope), .zone(_, let scope), .query(_, let scope, _):
      databases[scope]?.feed.isWanted = true
    case .invitation: invitations.isWanted = true
    }
  }

  private mutating func apply(_ result: Result<Survey, CloudError>, now: Duration) {
    survey.isRunning = false
    switch result {
    case .success(let found):
      survey.backoff.reset()
      for zoneID in found.zonesToSend { want(\.send, in: zoneID) }
      for zoneID in found.zonesToFetch { want(\.fetch, in: zoneID) }
    case .failure(let error):
      survey.isWanted = true
      survey.backoff.fail(error, now: now, using: &random)
      giveUpIfOnce(survey.backoff, error, now: now)
    }
  }

  private mutating func apply(_ result: Result<Void, CloudError>, now: Duration) {
    invitations.isRunning = false
    switch result {
    case .success:
      succeed(in: .shared)
      invitations.backoff.reset()
    case .failure(let error):
      invitations.isWanted = true
      fail(error, scope: .shared, lane: \.invitations, now: now)
    }
  }

  private mutating func apply(
    _ result: Result<DatabaseReport, CloudError>, of scope: DatabaseScope, now: Duration
  ) {
    databases[scope]?.feed.isRunning = false
    switch result {
    case .success(let report):
      succeed(in: scope)
      databases[scope]?.feed.backoff.reset()
      if report.moreComing { databases[scope]?.feed.isWanted = true }
      for zoneID in report.changedZones { want(\.fetch, in: zoneID) }
      for zoneID in report.deletedZones where zones[zoneID]?.isRunning != true {
        zones[zoneID] = nil
      }
      // The end of a listing may have marked zones that it did not name.
      if !report.moreComing { survey.isWanted = true }
    case .failure(let error):
      databases[scope]?.feed.isWanted = true
      fail(error, scope: scope, lane: \.[feed: scope], now: now)
    }
  }

  private mutating func apply(
    _ result: Result<FetchReport, CloudError>, of zoneID: RecordZoneID, now: Duration
  ) {
    let scope = zoneID.databaseScope(for: user)
    var zone = requeued(zoneID)
    zone.fetch.isRunning = false
    switch result {
    case .success(.applied(let moreComing)):
      succeed(in: scope)
      zone.fetch.backoff.reset()
      if moreComing { zone.fetch.isWanted = true }
    case .success(.restarted):
      succeed(in: scope)
      zone.fetch.isWanted = true
    case .success(.zoneGone):
      succeed(in: scope)
      zones[zoneID] = nil
      return
    case .failure(let error):
      zone.fetch.isWanted = true
      zones[zoneID] = zone
      fail(error, scope: scope, lane: \.[zone: zoneID].fetch, now: now)
      return
    }
    zones[zoneID] = zone.isIdle ? nil : zone
  }

  private mutating func apply(
    _ result: Result<SendReport, CloudError>, sentIn zoneID: RecordZoneID, now: Duration
  ) {
    let scope = zoneID.databaseScope(for: user)
    var zone = requeued(zoneID)
    zone.send.isRunning = false
    switch result {
    case .success(let report):
      succeed(in: scope)
      if report.hasMore { zone.send.isWanted = true }
      if report.isTooLarge { zone.batchLimit = max(1, zone.batchLimit / 2) }
      if report.isZoneMissing { zone.fetch.isWanted = true }
      let isStuck = report.hasMore && report.progress == 0 && !report.isTooLarge
      guard
        let error = report.transientFailure
          ?? (isStuck ? CloudError(.zoneBusy, "The cloud took nothing of what was sent.") : nil)
      else {
        zone.send.backoff.reset()
        zones[zoneID] = zone.isIdle ? nil : zone
        return
      }
      zone.send.backoff.fail(error, now: now, using: &random)
      zones[zoneID] = zone.isIdle ? nil : zone
      hold(scope, after: error, now: now)
      if zone.send.isWanted { giveUpIfOnce(zone.send.backoff, error, now: now) }
    case .failure(let error):
      zone.send.isWanted = true
      zones[zoneID] = zone
      fail(error, scope: scope, lane: \.[zone: zoneID].send, now: now)
    }
  }

  // MARK: - Zones

  private mutating func want(
    _ lane: WritableKeyPath<ZoneState, Lane>, in zoneID: RecordZoneID
  ) {
    var zone = zones[zoneID] ?? requeued(zoneID)
    zone[keyPath: lane].isWanted = true
    zones[zoneID] = zone
  }

  /// The zone's state with a place at the end of the queue.
  private mutating func requeued(_ zoneID: RecordZoneID) -> ZoneState {
    nextTurn += 1
    var zone = zones[zoneID] ?? ZoneState(turn: nextTurn)
    zone.turn = nextTurn
    return zone
  }

  private subscript(zone zoneID: RecordZoneID) -> ZoneState {
    get { zones[zoneID] ?? ZoneState(turn: nextTurn) }
    set { zones[zoneID] = newValue }
  }

  private subscript(feed scope: DatabaseScope) -> Lane {
    get { databases[scope]?.feed ?? Lane() }
    set { databases[scope]?.feed = newValue }
  }

  // MARK: - Success and failure

  /// The cloud has done something for us: the connection is worth its name.
  private mutating func succeed(in scope: DatabaseScope) {
    connectionBackoff.reset()
    databases[scope]?.backoff.reset()
  }

  /// Routes the failure of a whole call to what it concerns: the connection, its database, or what
  /// was called alone.
  private mutating func fail(
    _ error: CloudError, scope: DatabaseScope, lane: WritableKeyPath<SyncMachine, Lane>,
    now: Duration
  ) {
    switch ErrorPolicy.reach(of: error.code) {
    case .account:
      lose(error, now: now)
    case .database, .zone:
      var failed = self[keyPath: lane]
      failed.backoff.fail(error, now: now, using: &random)
      self[keyPath: lane] = failed
      hold(scope, after: error, now: now)
      giveUpIfOnce(failed.backoff, error, now: now)
    }
  }

  /// Leaves a whole database alone when the cloud says how long, or throttles without saying.
  private mutating func hold(_ scope: DatabaseScope, after error: CloudError, now: Duration) {
    guard var database = databases[scope] else { return }
    if let asked = Backoff.asked(by: error) {
      database.heldUntil = max(database.heldUntil, now + asked)
    } else if ErrorPolicy.reach(of: error.code) == .database {
      database.backoff.fail(error, now: now, using: &random)
      database.heldUntil = max(database.heldUntil, database.backoff.notBefore)
    }
    databases[scope] = database
  }

  /// Nobody waits for ever who asked to sync once.
  private mutating func giveUpIfOnce(_ backoff: Backoff, _ error: CloudError, now: Duration) {
    guard mode == .once else { return }
    guard
      backoff.attempts >= Self.onceAttemptLimit || backoff.notBefore - now > Self.onceWaitLimit
    else { return }
    lose(error, now: now)
  }

  /// The way to the cloud is closed: try again later, with everything that is still wanted.
  private mutating func lose(_ error: CloudError, now: Duration) {
    if connection == .closed { return }
    lastFailure = error
    connectionBackoff.fail(error, now: now, cap: Self.connectionCap(after: error), using: &random)
    connection = .closed
  }

  /// Where nobody answers, trying often costs nobody anything.
  private static func connectionCap(after error: CloudError) -> Duration {
    error.code == .networkUnavailable ? Backoff.connectionCap : Backoff.cap
  }
}
