package import CloudModel

extension CloudService {
  /// One page of the records that a query finds.
  package struct QueryPage: Sendable {
    package var records: [Record]
    /// The marker with which the same query returns the next page; nil on the last page.
    package var continuationMarker: String?
    /// Whether the records are in the order of texts or bytes, which the marker then has.
    package var isOrderedByTexts: Bool
  }

  /// Finds records by their index entries, at most 200 in a page.
  ///
  /// A page begins at the position where the previous page ended. A record that is saved or deleted
  /// in between therefore neither hides nor duplicates any other record.
  ///
  /// Throws `.zoneNotFound` for a zone that does not exist, `.unknownItem` for a type that does not
  /// exist, and `.invalidArguments` for a query that the indexes cannot answer. Each error concerns
  /// the whole query.
  package func query(
    _ query: Query, in zones: QueryZones, continuationMarker: String? = nil,
    desiredKeys: [String]? = nil, resultsLimit: Int? = nil, by caller: Caller,
    in scope: DatabaseScope
  ) throws(CloudError) -> QueryPage {
    let limit = try Self.pageSize(resultsLimit, most: CloudLimits.operationsPerRequest)
    let now = surroundings.now().millisecondsSince1970
    let answer = { (reading: any CloudReading) throws -> QueryPage in
      let position = try continuationMarker.map {
        try QueryMarker($0, of: query, in: zones, by: caller.userRecordName).position
      }
      let accesses = try self.accesses(to: zones, for: caller, scope, in: reading)
      let search = try QuerySearch(
        query, in: accesses.map { try $0.searchZone(for: caller, in: reading) }, after: position,
        limit: limit + 1, by: caller, scope, reading: reading)
      let hits = try search.hits(in: reading)
      let page = hits.prefix(limit)
      let found = Dictionary(grouping: page, by: \.zone)
      for access in accesses {
        guard let hits = found[access.zone.incarnation] else { continue }
        try reading.prefetchRecords(named: hits.map(\.recordName), in: access.zone)
      }
      let records = try page.compactMap { hit in
        try accesses.first { $0.zone.incarnation == hit.zone }.flatMap { access in
          try self.record(named: hit.recordName, access, desiredKeys, for: caller, in: reading)
        }
      }
      let marker =
        try hits.count > limit
        ? page.last.map {
          try QueryMarker($0.position, of: query, in: zones, by: caller.userRecordName).text
        } : nil
      return QueryPage(
        records: records, continuationMarker: marker, isOrderedByTexts: search.isOrderedByTexts)
    }
    let isDue = try read(by: caller) { try $0.hasDueIndexEntries(milliseconds: now) }
    guard isDue else { return try read(by: caller, answer) }
    // Some index entries are due: they are applied in the transaction of the query.
    return try write(by: caller) { transaction, _ in
      try transaction.applyDueIndexEntries(milliseconds: now)
      return try answer(transaction)
    }
  }

  /// A record that was found; nil for one that cannot be read.
  private func record(
    named name: String, _ access: ZoneAccess, _ desiredKeys: [String]?, for caller: Caller,
    in reading: any CloudReading
  ) throws -> Record? {
    guard let stored = try reading.record(named: name, in: access.zone) else { return nil }
    guard !stored.isDamaged else {
      damage.leftOut()
      return nil
    }
    return try RecordPresenter(zone: access.zone, user: caller.userRecordName, reading: reading)
      .present(stored, desiredKeys: desiredKeys)
  }

  /// The position of the newest change in a zone.
  ///
  /// Throws `.invalidArguments` for a zone whose changes are not tracked.
  package func currentSyncToken(
    of zoneID: RecordZoneID, by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> ServerChangeToken {
    try read(by: caller) { reading in
      let access = try ZoneAccess(zoneID, for: caller, scope, in: reading)
      guard let token = try reading.listed(access.zone, for: caller.userRecordName).changeToken
      else {
        // Source: the reason is the live server's; `docs/protocol.md`.
        throw CloudError(
          .invalidArguments, "syncToken operations supported only in SyncZone")
      }
      return token
    }
  }

  private func accesses(
    to zones: QueryZones, for caller: Caller, _ scope: DatabaseScope,
    in reading: any CloudReading
  ) throws -> [ZoneAccess] {
    switch zones {
    case .zone(let zoneID):
      return [try ZoneAccess(zoneID, for: caller, scope, in: reading)]
    case .all:
      let zoneIDs =
        switch scope {
        case .public:
          [
            RecordZoneID(
              zoneName: RecordZoneID.defaultZoneName, ownerName: reading.partition.ownerName)
          ]
        case .private: try reading.zones(ownedBy: caller.userRecordName).map(\.zoneID)
        case .shared:
          try reading.zones(sharedWith: caller.userRecordName, status: .accepted).map(\.zoneID)
        }
      return try zoneIDs.map { try ZoneAccess($0, for: caller, scope, in: reading) }
    }
  }
}

extension ZoneAccess {
  /// The zone, limited to the records that the caller may find in it.
  fileprivate func searchZone(
    for caller: Caller, in reading: any CloudReading
  ) throws -> IndexSearch.Zone {
    switch role {
    case .owner, .world: IndexSearch.Zone(incarnation: zone.incarnation)
    case .participant(let view):
      IndexSearch.Zone(
        incarnation: zone.incarnation, coveredBy: view.seesWholeZone ? nil : view.roots)
    }
  }
}
