import CloudKitCore

/// One fetch: the list of zones, then the zones that have changed.
struct FetchTurn {
  typealias Event = CKSyncEngine.Event

  let engine: CKSyncEngine
  /// The database as the turn's user has it.
  let database: CKDatabase
  private var context: CKSyncEngine.FetchChangesContext
  private var failures = TurnFailures()

  init(engine: CKSyncEngine, database: CKDatabase, context: CKSyncEngine.FetchChangesContext) {
    self.engine = engine
    self.database = database
    self.context = context
  }

  mutating func run() async throws(CKError) {
    if let options = await engine.delegate?.nextFetchChangesOptions(
      context, syncEngine: engine)
    {
      context.options = options
    }
    await engine.tell(.willFetchChanges(Event.WillFetchChanges(context: context)))
    do throws(CKError) {
      try await fetchZones()
      for zoneID in zonesInScope where !failures.mustEnd && !Task.isCancelled {
        await fetch(zoneID)
      }
    } catch {
      failures.add(call: error)
    }
    await engine.tell(.didFetchChanges(Event.DidFetchChanges(context: context)))
    await engine.tellState()
    if let error = failures.error { throw error }
    if Task.isCancelled { throw .cancelled }
  }

  // MARK: - The list of zones

  private func fetchZones() async throws(CKError) {
    var moreComing = true
    while moreComing {
      let token = engine.state.read(\.databaseToken)
      let page: CKDatabase.DatabaseChanges
      do {
        page = try await database.databaseChanges(since: token)
      } catch CKError.changeTokenExpired where token != nil {
        engine.state.change { $0.databaseToken = nil }
        continue
      } catch {
        throw CKError(any: error)
      }
      try Self.checkCancellation()
      if page.changeToken != token { await take(page) }
      moreComing = page.moreComing
    }
    if engine.state.read(\.own.hasZones) {
      engine.state.change { $0.own.zonesWereFetched() }
    }
  }

  private func take(_ page: CKDatabase.DatabaseChanges) async {
    let own = engine.state.read(\.own)
    let deletions = page.deletions.filter { !own.containsDeletion(of: $0.zoneID) }
    engine.state.change {
      $0.zonesHaveChanged(
        page.modifications.map(\.zoneID), deleted: deletions.map(\.zoneID),
        token: page.changeToken)
    }
    if !page.modifications.isEmpty || !deletions.isEmpty {
      await engine.tell(
        .fetchedDatabaseChanges(
          Event.FetchedDatabaseChanges(modifications: page.modifications, deletions: deletions)))
    }
    await engine.tellState()
  }

  /// The zones to fetch, those first that the app wants first.
  private var zonesInScope: [CKRecordZone.ID] {
    let zones = engine.state.read(\.unfetchedZoneIDs).filter(context.options.scope.contains)
    let first = context.options.prioritizedZoneIDs.filter(zones.contains)
    return first + zones.filter { !first.contains($0) }
  }

  // MARK: - One zone

  private mutating func fetch(_ zoneID: CKRecordZone.ID) async {
    await engine.tell(
      .willFetchRecordZoneChanges(Event.WillFetchRecordZoneChanges(zoneID: zoneID)))
    var problem: CKError?
    do throws(CKError) {
      try await fetchPages(of: zoneID)
    } catch {
      problem = error
    }
    switch problem?.code {
    case .zoneNotFound, .userDeletedZone:
      // The list of zones has the deletion, after what was read of it: the next fetch tells of it.
      engine.state.change { $0.forget(zoneID) }
    default:
      if let problem { failures.add(call: problem) }
    }
    await engine.tell(
      .didFetchRecordZoneChanges(
        Event.DidFetchRecordZoneChanges(zoneID: zoneID, error: problem)))
    await engine.tellState()
  }

  private func fetchPages(of zoneID: CKRecordZone.ID) async throws(CKError) {
    var moreComing = true
    while moreComing {
      let token = engine.state.read { $0.zoneTokens[zoneID] }
      let page: DatabaseAccess.ZoneChangesPage
      do throws(CKError) {
        page = try await database.access.zoneChanges(
          in: zoneID, since: token, desiredKeys: nil, limit: nil)
      } catch {
        guard error.code == .changeTokenExpired, token != nil else { throw error }
        engine.state.change { $0.zoneTokens[zoneID] = nil }
        continue
      }
      try Self.checkCancellation()
      // A record whose files could not be fetched would be lost if the token moved past it.
      var records: [CKRecord] = []
      for change in page.changes { records.append(try change.result.get()) }
      await take(page, records, of: zoneID)
      moreComing = page.moreComing
    }
  }

  private func take(
    _ page: DatabaseAccess.ZoneChangesPage, _ records: [CKRecord], of zoneID: CKRecordZone.ID
  ) async {
    let own = engine.state.read(\.own)
    let modifications = records.filter { !own.contains($0) }
      .map(CKDatabase.RecordZoneChange.Modification.init)
    let deletions = page.deletions.filter { !own.containsDeletion(of: $0.recordID) }
      .map(CKDatabase.RecordZoneChange.Deletion.init)
    engine.state.change {
      $0.zoneWasFetched(zoneID, token: page.token, moreComing: page.moreComing)
    }
    if !modifications.isEmpty || !deletions.isEmpty {
      await engine.tell(
        .fetchedRecordZoneChanges(
          Event.FetchedRecordZoneChanges(modifications: modifications, deletions: deletions)))
    }
    await engine.tellState()
  }

  private static func checkCancellation() throws(CKError) {
    if Task.isCancelled { throw .cancelled }
  }
}
