package import CloudModel
import Foundation

extension CloudService {
  /// One page of the zones that changed, oldest change first.
  ///
  /// Throws `.changeTokenExpired` for a token of another feed or one that is too old,
  /// `.invalidArguments` for a string that is not a token.
  package func databaseChanges(
    since changeToken: ServerChangeToken?, resultsLimit: Int?, by caller: Caller,
    in scope: DatabaseScope
  ) throws(CloudError) -> DatabaseChangePage {
    try scope.requirePersonal("changes/database")
    let limit = try Self.pageSize(resultsLimit, most: CloudLimits.zonesPerPage)
    return try read(by: caller) { reading in
      try conditions.check(changeToken, in: nil)
      let feed = try reading.feed(of: caller.userRecordName, scope)
      let name = reading.partition.name(of: feed, of: caller.userRecordName, scope)
      let position = try SyncToken.position(
        of: changeToken, kind: .database, feed: name, head: feed.sequence)
      let found = try reading.feedEntries(
        of: caller.userRecordName, scope, after: position.sequence, limit: limit + 1)
      let page = found.prefix(limit)
      let moreComing = found.count > limit
      if changeToken != nil {
        try checkAge(of: position, next: page.first?.changedAt, reading)
      }
      let token = SyncToken(
        kind: .database, feed: name.current,
        sequence: page.last?.sequence ?? position.sequence,
        givenAt: moreComing ? givingTime(reading) : nil)
      return DatabaseChangePage(
        changes: try page.map { entry in
          if let reason = entry.deletionReason {
            return .deleted(.init(zoneID: entry.zoneID, reason: reason))
          }
          let zone = try reading.zone(entry.zoneID)
          return .modified(
            try zone.map { try reading.listed($0, for: caller.userRecordName) }
              ?? RecordZone(zoneID: entry.zoneID))
        },
        changeToken: token.serverChangeToken, moreComing: moreComing)
    }
  }

  /// One page of the records that changed in each zone, oldest change first.
  ///
  /// A failure of one zone is the result for that zone: `.zoneNotFound`, `.changeTokenExpired`, and
  /// `.invalidArguments` for a string that is not a token or a zone without a feed.
  package func zoneChanges(
    _ requests: [ZoneChangesRequest], by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(zoneID: RecordZoneID, result: Result<ZoneChangePage, CloudError>)] {
    try scope.requirePersonal("changes/zone")
    guard requests.count <= CloudLimits.zonesPerPage else { throw .tooManyOperations }
    return try read(by: caller) { reading in
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
  ) throws -> ZoneChangePage {
    let access = try ZoneAccess(request.zoneID, for: caller, scope, in: reading)
    guard !access.zone.isDefault else {
      throw CloudError(.invalidArguments, "cannot get changes in default zone")
    }
    guard !request.isReverse || scope == .private else {
      throw CloudError(.invalidArguments, "Reverse sync of share db is unsupported")
    }
    try conditions.check(request.changeToken, in: request.zoneID)
    let name = try reading.feedName(of: access.zone, for: caller.userRecordName)
    let position = try SyncToken.position(
      of: request.changeToken, kind: request.isReverse ? .reverse : .zone, feed: name,
      head: access.zone.sequence)
    let limit = try Self.pageSize(request.resultsLimit, most: CloudLimits.operationsPerRequest)
    let feed = ZoneFeed(
      access: access, user: caller.userRecordName, name: name.current, reading: reading)
    var page =
      request.isReverse
      ? try feed.page(before: position, limit: limit)
      : try feed.page(after: position.sequence, limit: limit)
    damage.leftOut(page.damaged)
    if !request.isReverse {
      if request.changeToken != nil {
        try checkAge(of: position, next: page.oldestChangeAt, reading)
      }
      if page.moreComing { page.token.givenAt = givingTime(reading) }
    }
    let presenter = RecordPresenter(
      zone: access.zone, user: caller.userRecordName, reading: reading)
    return ZoneChangePage(
      changes: try page.changes.compactMap { change in
        switch change {
        case .record(let stored) where stored.isDeleted:
          return .deleted(
            .init(
              recordID: stored.record.recordID, recordType: stored.record.recordType,
              recordChangeTag: stored.changeTag))
        case .record(let stored):
          guard request.wants(stored.record.recordType) else { return nil }
          return .modified(try presenter.present(stored, desiredKeys: request.desiredKeys))
        case .departure(let name):
          return .deleted(
            .init(
              recordID: RecordID(recordName: name, zoneID: access.zone.zoneID), recordType: nil))
        }
      },
      changeToken: page.token.serverChangeToken, moreComing: page.moreComing)
  }

  /// Refuses a token if the first change after it is older than the token lifetime; `milliseconds` is the time of that
  /// change.
  ///
  /// The token of a page that was not the last one counts as young as it is: its next change was old already when it
  /// was given, and whoever reads from the beginning must come to the end.
  private func checkAge(
    of token: SyncToken, next milliseconds: Int64?, _ reading: any CloudReading
  ) throws(CloudError) {
    guard let milliseconds, let lifetime = tokenLifetime(reading) else { return }
    let begin = max(milliseconds, token.givenAt ?? milliseconds)
    let age = surroundings.now().timeIntervalSince(Date(millisecondsSince1970: begin))
    guard age <= lifetime else { throw SyncToken.expired }
  }

  /// The token lifetime in seconds of the partition or of the cloud, whichever is shorter; nil if tokens have none.
  private func tokenLifetime(_ reading: any CloudReading) -> Double? {
    let general = conditions.limits.tokenLifetimeSeconds
    return [
      reading.partition.settings.tokenLifetimeSeconds, general == 0 ? nil : Double(general),
    ].compactMap(\.self).min()
  }

  /// The time that a token gets which leads on within a feed; nil if tokens have no lifetime.
  private func givingTime(_ reading: any CloudReading) -> Int64? {
    tokenLifetime(reading).map { _ in surroundings.now().millisecondsSince1970 }
  }

  /// The requested page size, at most `most`; 0 or nil asks for the largest page.
  ///
  /// Throws `.invalidArguments` for a negative number.
  static func pageSize(_ requested: Int?, most: Int) throws(CloudError) -> Int {
    guard let requested, requested != 0 else { return most }
    guard requested > 0 else {
      throw CloudError(
        .invalidArguments, "BadRequestException: 'resultsLimit' is a whole number, not below 0")
    }
    return min(requested, most)
  }
}
