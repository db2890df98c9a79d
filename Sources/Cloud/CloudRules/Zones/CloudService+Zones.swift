package import CloudModel

extension CloudService {
  /// Creates and deletes zones, each on its own; returns each zone, or nil if it was deleted, in
  /// order.
  ///
  /// Creating a zone that exists succeeds. In the shared database, deleting a zone means leaving
  /// its shares, and creating one fails with `.badDatabase`.
  package func modifyZones(
    _ modifications: [ZoneModification], by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(zoneID: RecordZoneID, result: Result<RecordZone?, CloudError>)] {
    try scope.requirePersonal("zones/modify")
    guard modifications.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try write(by: caller) { transaction, publisher in
      try transaction.lockZones(modifications.map(\.zoneID))
      return try modifications.map { modification in
        do {
          let zone = try apply(
            modification, by: caller, in: scope, transaction, &publisher)
          return (modification.zoneID, .success(zone))
        } catch let error as CloudError {
          return (modification.zoneID, .failure(error))
        }
      }
    }
  }

  /// The user's own zones, the default zone among them; the zones others share with them; or the
  /// one zone of the public database.
  package func zones(
    of caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [RecordZone] {
    try read(by: caller) { reading in
      let zones =
        switch scope {
        case .public: try reading.zones(ownedBy: reading.partition.ownerName)
        case .private: try reading.zones(ownedBy: caller.userRecordName)
        case .shared: try reading.zones(sharedWith: caller.userRecordName, status: .accepted)
        }
      return try zones.map { try reading.listed($0, for: caller.userRecordName) }
    }
  }

  /// Looks zones up by name; each is found or fails on its own, in order.
  ///
  /// The public database has its default zone and nothing else.
  package func zones(
    for zoneIDs: [RecordZoneID], by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(zoneID: RecordZoneID, result: Result<RecordZone, CloudError>)] {
    guard zoneIDs.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try read(by: caller) { reading in
      try zoneIDs.map { zoneID in
        do {
          let access = try ZoneAccess(zoneID, for: caller, scope, in: reading)
          return (
            zoneID, .success(try reading.listed(access.zone, for: caller.userRecordName))
          )
        } catch let error as CloudError {
          return (zoneID, .failure(error))
        }
      }
    }
  }

  private func apply(
    _ modification: ZoneModification, by caller: Caller, in scope: DatabaseScope,
    _ transaction: any CloudTransaction, _ publisher: inout ChangePublisher
  ) throws -> RecordZone? {
    switch modification {
    case .create(let zoneID):
      guard scope == .private else {
        throw CloudError(.badDatabase, "Zones can be created only in the private database.")
      }
      let zone = try create(zoneID, by: caller, transaction, &publisher)
      return try transaction.listed(zone, for: caller.userRecordName)
    case .delete(let zoneID):
      try NameRules.checkZoneName(zoneID.zoneName)
      var (access, zone) = try ZoneAccess.locking(
        zoneID, for: caller, scope, in: transaction)
      switch access.role {
      case .participant:
        for participation in try transaction.participations(
          of: caller.userRecordName, in: access.zone)
        {
          try Membership(root: participation.root, transaction: transaction)
            .leave(caller, in: &zone, publisher: &publisher)
        }
      case .owner, .world:
        try transaction.end(zone, because: .deleted, publisher: &publisher)
      }
      return nil
    }
  }

  private func create(
    _ zoneID: RecordZoneID, by caller: Caller, _ transaction: any CloudTransaction,
    _ publisher: inout ChangePublisher
  ) throws -> StoredZone {
    try NameRules.checkZoneName(zoneID.zoneName)
    guard zoneID.ownerName == caller.userRecordName else {
      throw CloudError(.permissionFailure, "Only its owner can create a zone.")
    }
    if let zone = try transaction.zone(zoneID) { return zone }
    // The default zone is not counted.
    let most = conditions.limits.zonesPerUser
    guard try transaction.zoneCount(ownedBy: caller.userRecordName) <= most else {
      throw CloudError(.limitExceeded, "limit exceeded: a user has at most \(most) zones")
    }
    let zone = StoredZone(
      zoneID: zoneID, incarnation: surroundings.randomHex(byteCount: 12), sequence: 0)
    try transaction.insert(zone)
    try publisher.changed(zone, in: transaction)
    return zone
  }
}

extension CloudReading {
  /// The zone as it is listed, with the token of its newest change where it has a feed, and with its
  /// share where the whole zone is shared.
  func listed(_ zone: StoredZone, for user: String) throws -> RecordZone {
    guard !zone.isDefault else { return RecordZone(zoneID: zone.zoneID) }
    let token = SyncToken(
      kind: .zone, feed: try feedName(of: zone, for: user).current, sequence: zone.sequence)
    return RecordZone(
      zoneID: zone.zoneID, changeToken: token.serverChangeToken,
      shareRecordName: try share(of: zone, root: nil)?.recordName)
  }

  /// The name to which the change tokens of `user` in the zone are bound.
  ///
  /// A user who saw the whole zone and now sees hierarchies, or the reverse, gets another name and
  /// must read from the beginning. So does a user who lost too many records at once to be told of
  /// each.
  func feedName(of zone: StoredZone, for user: String) throws -> FeedName {
    var feed = partition.life.name(ofFeed: zone.feedName)
    guard zone.zoneID.ownerName != user, !zone.isDefault else { return feed }
    guard let view = try ParticipantView(of: zone, for: user, in: self), !view.seesWholeZone else {
      return feed
    }
    feed.lasting += "-h\(try departureOfAll(from: zone, of: user) ?? 0)"
    return feed
  }
}

extension CloudTransaction {
  /// Deletes the zone, and tells its owner and all participants.
  ///
  /// The owner's feed gives `reason`; participants only learn that the zone is gone.
  func end(
    _ zone: LockedZone, because reason: DatabaseChanges.Deletion.Reason,
    publisher: inout ChangePublisher
  ) throws {
    var zone = zone
    for share in try shares(of: zone.zone) {
      try Membership(root: share.root, transaction: self)
        .end(in: &zone, because: .deleted, publisher: &publisher)
    }
    try delete(zone)
    try publisher.vanished(
      zone.zone.zoneID, for: zone.zone.zoneID.ownerName, because: reason, in: self)
  }
}

/// One step of a modification of zones.
package enum ZoneModification: Sendable, Equatable {
  case create(RecordZoneID)
  case delete(RecordZoneID)

  package var zoneID: RecordZoneID {
    switch self {
    case .create(let zoneID), .delete(let zoneID): zoneID
    }
  }
}
