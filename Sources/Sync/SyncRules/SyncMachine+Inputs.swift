import CloudModel

extension SyncMachine {
  /// Takes in one fact, without deciding what follows.
  mutating func apply(_ input: Input, now: Duration) {
    switch input {
    case .started:
      pendingWork.want()
      if mode == .once { wantEverything(now: now) }
    case .replicaChanged:
      // The person may have freed space on the disk.
      retryLocalFailures(.soon)
      pendingWork.want()
      _ = connection.handle(.asked, now: now, using: &random)
    case .pathChanged:
      tellConnection(.pathChanged, now: now)
    case .lookAsked(let number):
      askedLook = Look(number: max(number, askedLook?.number ?? 0), askedAt: now)
      // The person may have freed space on the disk.
      retryLocalFailures(.anew)
      pendingWork.want()
      _ = connection.handle(.lookAsked, now: now, using: &random)
      // If the connection is not open, everything is wanted as soon as it opens.
      if connection.isOpen { wantEverything(now: now) }
    case .notificationPollEnded:
      pendingWork.want()
      if now - lastLook >= Self.lookInterval { wantEverything(now: now) }
    case .notificationPollCut:
      pendingWork.want()
      wantEverything(now: now)
    case .channelOpened(let result):
      tellConnection(.channelOpened(result), now: now)
    case .channelClosed(let channel, let error):
      tellConnection(.channelClosed(channel, error), now: now)
    case .notified(let notification):
      apply(notification, now: now)
    case .pendingWorkRead(let result):
      apply(result, now: now)
    case .databaseFetched(let scope, let result):
      apply(result, of: scope, now: now)
    case .zoneFetched(let zoneID, let result):
      hasFetchedSinceReadingPendingWork = true
      apply(.fetched(result), to: zoneID, now: now)
    case .previewed(let zoneID, let result):
      apply(.previewed(result), to: zoneID, now: now)
    case .invitationsFetched(let result):
      apply(result, now: now)
    case .sent(let zoneID, let result):
      apply(.sent(result), to: zoneID, now: now)
      if case .success(let report) = result, report.hasTransfers { pendingWork.want() }
    case .carried(let id, let result):
      apply(result, of: id, now: now)
    case .woke:
      break
    }
  }

  private mutating func tellConnection(_ input: ConnectionMachine.Input, now: Duration) {
    guard connection.handle(input, now: now, using: &random) else { return }
    pendingWork.want()
    transfers.bringForward(to: now)
    wantEverything(now: now)
  }

  private mutating func retryLocalFailures(_ retry: Lane.LocalRetry) {
    pendingWork.retryIfLocal(retry)
    invitations.retryIfLocal(retry)
    transfers.retryLocalFailures(retry)
    for scope in Self.scopes { databases[scope]?.retryLocalFailures(retry) }
    zones.retryLocalFailures(retry)
  }

  private mutating func wantEverything(now: Duration) {
    lastLook = now
    invitations.want()
    for scope in Self.scopes { tell(scope, .feedWanted, now: now) }
  }

  private mutating func apply(_ notification: CloudNotification, now: Duration) {
    switch notification {
    case .database(let scope), .zone(_, let scope), .query(_, let scope, _):
      tell(scope, .feedWanted, now: now)
    case .invitation: invitations.want()
    }
  }

  private mutating func apply(_ result: Result<PendingWork, SyncFailure>, now: Duration) {
    switch result {
    case .success(let found):
      pendingWork.succeed()
      want(found, now: now)
    case .failure(let error):
      pendingWork.fail(error, now: now, using: &random)
      giveUpIfHopeless(pendingWork.backoff, error, now: now)
    }
  }

  private mutating func apply(_ result: Result<InvitationsReport, SyncFailure>, now: Duration) {
    let failure: SyncFailure?
    switch result {
    case .success(let report):
      // The chats that were joined are to be fetched.
      if report.acceptedCount > 0 { pendingWork.want() }
      failure = report.failure
    case .failure(let error): failure = error
    }
    guard let failure else {
      serve(.shared, now: now)
      return invitations.succeed()
    }
    switch failure.reach {
    case .stopped, .suspended, .offline: invitations.interrupt()
    case .database, .zone: invitations.fail(failure, now: now, using: &random)
    }
    fail(failure, in: .shared, now: now)
    if isHopeless(invitations.backoff, now: now) { invitations.abandon() }
  }

  /// Text never waits for a file: the failure of a transfer does not close the connection.
  private mutating func apply(
    _ result: Result<Void, SyncFailure>, of id: AssetTransfer.ID, now: Duration
  ) {
    let scope = id.recordID.zoneID.databaseScope(for: user)
    switch result {
    case .success:
      transfers.end(id)
      serve(scope, now: now)
      // A record may have to be saved with what was uploaded.
      pendingWork.want()
    case .failure(let error):
      let backoff = transfers.postpone(id, after: error, now: now, using: &random)
      tell(scope, .failed(error), now: now)
      giveUpIfHeld(scope, error, now: now)
      if isHopeless(backoff, now: now) { transfers.abandon(id) }
    }
  }

  private mutating func apply(
    _ result: Result<DatabaseReport, SyncFailure>, of scope: DatabaseScope, now: Duration
  ) {
    tell(scope, .fetched(result), now: now)
    switch result {
    case .success(let report):
      serve(scope, now: now)
      for zoneID in report.deletedZones where zones[zoneID]?.isRunning != true {
        zones[zoneID] = nil
      }
      // The page may have brought chats to preview. The end of a listing also marks the zones that
      // the listing did not name.
      want(report.pendingWork, now: now)
      // Other processes may have written meanwhile; the engine reads that before everything counts
      // as done.
      pendingWork.want()
    case .failure(let error):
      fail(error, in: scope, now: now)
      if let backoff = databases[scope]?.feed.backoff, isHopeless(backoff, now: now) {
        databases[scope]?.abandonFeed()
      }
    }
  }

  private mutating func apply(
    _ input: ZoneMachine.Input, to zoneID: RecordZoneID, now: Duration
  ) {
    let scope = zoneID.databaseScope(for: user)
    var zone = requeued(zoneID)
    let outputs = zone.handle(
      input, now: now, delaysLowPriority: delaysLowPriority, using: &random)
    if mode == .once { zone.abandon { isHopeless($0, now: now) } }
    zones[zoneID] = zone.isForgettable || outputs.contains(.gone) ? nil : zone
    for output in outputs {
      switch output {
      case .served: serve(scope, now: now)
      case .failed(let error): fail(error, in: scope, now: now)
      case .leftOut(let error): refuse(error, in: scope, now: now)
      case .accepted(let count): tell(scope, .accepted(count), now: now)
      case .tooLarge(let count): tell(scope, .tooLarge(count), now: now)
      case .outOfQuota(let error):
        // A participant's writes fill only the storage of the zone's owner.
        if scope == .private { tell(scope, .outOfQuota(error), now: now) }
        // A waiting time that the cloud asks for holds the whole database, whatever the error.
        fail(error, in: scope, now: now)
        if scope == .private, let room = databases[scope]?.quotaBackoff, isHopeless(room, now: now)
        {
          for ownID in zones.ids where ownID.databaseScope(for: user) == scope {
            zones[ownID]?.abandonSending()
          }
        }
      case .gone: break
      case .fetchedDuringNews: pendingWork.want()
      }
    }
  }

  // MARK: - Zones and databases

  private mutating func want(_ found: PendingWork, now: Duration) {
    for zoneID in found.zonesToSend { want(.send, in: zoneID, now: now) }
    preview(found.zonesToPreview, now: now)
    for zoneID in found.zonesToFetch { want(.fetch, in: zoneID, now: now) }
    for zoneID in found.zonesToSendLowPriority { want(.lowPrioritySend, in: zoneID, now: now) }
    for zoneID in found.zonesToReadFirst { zones[zoneID]?.readsFirst = true }
    transfers.want(found.transfers)
  }

  /// Wants previews in this order, whatever the order in which the feed has named the zones.
  private mutating func preview(_ zoneIDs: [RecordZoneID], now: Duration) {
    var last = 0
    for zoneID in zoneIDs {
      want(.preview, in: zoneID, now: now)
      guard var zone = zones[zoneID], zone.isPreviewWaiting else { continue }
      if zone.turn < last {
        zone = requeued(zoneID)
        zones[zoneID] = zone
      }
      last = zone.turn
    }
  }

  private mutating func want(_ work: ZoneMachine.Work, in zoneID: RecordZoneID, now: Duration) {
    var zone = zones[zoneID] ?? requeued(zoneID)
    _ = zone.handle(
      .wanted(work), now: now, delaysLowPriority: delaysLowPriority, using: &random)
    zones[zoneID] = zone
  }

  /// The zone's state with a place at the end of the queue.
  private mutating func requeued(_ zoneID: RecordZoneID) -> ZoneMachine {
    nextTurn += 1
    var zone =
      zones[zoneID]
      ?? ZoneMachine(turn: nextTurn, as: ErrorPolicy.Role(zoneID.databaseScope(for: user)))
    zone.turn = nextTurn
    return zone
  }

  private mutating func tell(
    _ scope: DatabaseScope, _ input: DatabaseMachine.Input, now: Duration
  ) {
    databases[scope]?.handle(input, now: now, using: &random)
  }

  // MARK: - Success and failure

  /// The cloud has served a request: resets the waiting times of the connection and the database.
  private mutating func serve(_ scope: DatabaseScope, now: Duration) {
    hasBeenServed = true
    _ = connection.handle(.served, now: now, using: &random)
    tell(scope, .served, now: now)
  }

  /// Routes the failure of a call to what it concerns beyond the call itself.
  private mutating func fail(_ error: SyncFailure, in scope: DatabaseScope, now: Duration) {
    switch error.reach {
    case .stopped, .suspended, .offline:
      tellConnection(.failed(error), now: now)
    case .database, .zone:
      refuse(error, in: scope, now: now)
    }
  }

  /// Takes in a refusal by the cloud; it holds the whole database if it is a throttle or asks for a
  /// wait.
  private mutating func refuse(_ error: SyncFailure, in scope: DatabaseScope, now: Duration) {
    tell(scope, .failed(error), now: now)
    giveUpIfHeld(scope, error, now: now)
  }

  /// Whether `Mode.once` leaves work with this backoff for another engine; all other work continues.
  private func isHopeless(_ backoff: Backoff, now: Duration) -> Bool {
    mode == .once
      && (backoff.attempts >= Self.onceAttemptLimit || backoff.notBefore - now > Self.onceWaitLimit)
  }

  /// Closes the connection in `Mode.once` if the database is held for longer than `onceWaitLimit`.
  private mutating func giveUpIfHeld(_ scope: DatabaseScope, _ error: SyncFailure, now: Duration) {
    guard mode == .once, let database = databases[scope],
      database.heldUntil - now > Self.onceWaitLimit
    else { return }
    tellConnection(.failed(error), now: now)
  }

  /// Ends `Mode.once` if the replica repeatedly cannot be read: without it, no work is possible.
  private mutating func giveUpIfHopeless(_ backoff: Backoff, _ error: SyncFailure, now: Duration) {
    if isHopeless(backoff, now: now) { tellConnection(.failed(error), now: now) }
  }
}
