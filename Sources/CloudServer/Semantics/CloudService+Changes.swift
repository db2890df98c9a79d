package import CloudModel

extension CloudService {
  /// One zone's part of a request for changes.
  package struct ZoneChangesRequest: Sendable {
    package var zoneID: RecordZoneID
    package var changeToken: ServerChangeToken?
    package var desiredKeys: [String]?
    package var resultsLimit: Int?
    /// Newest first; not supported.
    package var isReverse: Bool

    package init(
      zoneID: RecordZoneID, changeToken: ServerChangeToken?, desiredKeys: [String]? = nil,
      resultsLimit: Int? = nil, isReverse: Bool = false
    ) {
      self.zoneID = zoneID
      self.changeToken = changeToken
      self.desiredKeys = desiredKeys
      self.resultsLimit = resultsLimit
      self.isReverse = isReverse
    }
  }

  /// One page of the zones that changed, oldest change first.
  ///
  /// Throws `.changeTokenExpired` for a token of another feed, `.invalidArguments` for a string that
  /// is no token.
  package func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?, by caller: Caller,
    in scope: DatabaseScope
  ) throws(CloudError) -> DatabaseChanges {
    try scope.requirePersonal("changes/database")
    let limit = Self.pageSize(resultsLimit, most: CloudLimits.zonesPerPage)
    return try read { reading in
      guard let feed = try reading.feed(of: caller.userRecordName, scope) else {
        throw CloudError(.notAuthenticated, "There is no such user.")
      }
      let position = try SyncToken.position(
        of: changeToken, kind: .database, incarnation: feed.incarnation, head: feed.sequence)
      let found = try reading.feedEntries(
        of: caller.userRecordName, scope, after: position, limit: limit + 1)
      let page = found.prefix(limit)
      let token = SyncToken(
        kind: .database, incarnation: feed.incarnation,
        sequence: page.last?.sequence ?? position)
      return DatabaseChanges(
        modifications: page.filter { !$0.isDeleted }.map(\.zoneID),
        deletions: page.filter(\.isDeleted).map { .init(zoneID: $0.zoneID) },
        changeToken: token.serverChangeToken, moreComing: found.count > limit)
    }
  }

  /// One page of the records that changed in each zone, oldest change first.
  ///
  /// A zone's own trouble is its result: `.zoneNotFound`, `.changeTokenExpired`, and
  /// `.invalidArguments` for a string that is no token or a zone without a feed.
  package func zoneChanges(
    _ requests: [ZoneChangesRequest], by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(zoneID: RecordZoneID, result: Result<RecordZoneChanges, CloudError>)] {
    try scope.requirePersonal("changes/zone")
    guard requests.count <= CloudLimits.zonesPerPage else { throw .tooManyOperations }
    return try read { reading in
      try requests.map { request in
        do {
          return (
            request.zoneID, .success(try page(request, by: caller, in: scope, reading))
          )
        } catch let error as CloudError {
          return (request.zoneID, .failure(error))
        }
      }
    }
  }

  private func page(
    _ request: ZoneChangesRequest, by caller: Caller, in scope: DatabaseScope,
    _ reading: any CloudReading
  ) throws -> RecordZoneChanges {
    let access = try ZoneAccess(request.zoneID, for: caller.userRecordName, scope, in: reading)
    let zone = access.zone
    guard !zone.isDefault else {
      throw CloudError(.invalidArguments, "cannot get changes in default zone")
    }
    guard !request.isReverse else {
      throw CloudError(
        .invalidArguments,
        scope == .shared
          ? "Reverse sync of share db is unsupported" : "Reverse sync is unsupported")
    }
    let limit = Self.pageSize(request.resultsLimit, most: CloudLimits.operationsPerRequest)
    let position = try SyncToken.position(
      of: request.changeToken, kind: .zone, incarnation: zone.incarnation, head: zone.sequence)
    let found = try reading.records(in: zone, after: position, limit: limit + 1)
    let page = found.prefix(limit)
    let presenter = RecordPresenter(zone: zone, user: caller.userRecordName, reading: reading)
    return RecordZoneChanges(
      modifications: try page.filter { !$0.isDeleted }
        .map { try presenter.present($0, desiredKeys: request.desiredKeys) },
      deletions: page.filter(\.isDeleted)
        .map { .init(recordID: $0.record.recordID, recordType: $0.record.recordType) },
      changeToken: zone.token(at: page.last?.sequence ?? position),
      moreComing: found.count > limit)
  }

  /// The page that was asked for, within the bounds of the protocol.
  private static func pageSize(_ requested: Int?, most: Int) -> Int {
    min(max(requested ?? most, 1), most)
  }
}
