package import CloudModel

extension CloudService {
  /// Creates and deletes zones, each on its own; the zone, or nil where it was deleted, in order.
  ///
  /// Creating a zone that exists succeeds. In the shared database deleting a zone leaves it, and
  /// creating one is `.badDatabase`.
  package func modifyZones(
    _ modifications: [ZoneModification], by caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [(zoneID: RecordZoneID, result: Result<RecordZone?, CloudError>)] {
    try scope.requirePersonal("zones/modify")
    guard modifications.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try write(by: caller) { transaction, publication in
      try modifications.map { modification in
        do {
          let zone = try apply(
            modification, by: caller, in: scope, transaction, &publication)
          return (modification.zoneID, .success(zone))
        } catch let error as CloudError {
          return (modification.zoneID, .failure(error))
        }
      }
    }
  }

  /// The user's own zones, the default zone among them; or the zones others share with them.
  package func zones(
    of caller: Caller, in scope: DatabaseScope
  ) throws(CloudError) -> [RecordZone] {
    try scope.requirePersonal("zones/list")
    return try read { reading in
      let zones =
        scope == .private
        ? try reading.zones(ownedBy: caller.userRecordName)
        : try reading.zones(sharedWith: caller.userRecordName, status: .accepted)
      return zones.map(\.listed)
    }
  }

  private func apply(
    _ modification: ZoneModification, by caller: Caller, in scope: DatabaseScope,
    _ transaction: any CloudTransaction, _ publication: inout Publication
  ) throws -> RecordZone? {
    switch modification {
    case .create(let zoneID):
      guard scope == .private else {
        throw CloudError(.badDatabase, "Zones are created in the private database only.")
      }
      return try create(zoneID, by: caller, transaction, &publication).listed
    case .delete(let zoneID):
      try NameRules.checkZoneName(zoneID.zoneName)
      let access = try ZoneAccess(zoneID, for: caller.userRecordName, scope, in: transaction)
      let membership = Membership(zone: access.zone, transaction: transaction)
      switch access.role {
      case .participant:
        try membership.leave(caller, at: surroundings.now(), publication: &publication)
      case .owner:
        try membership.end(publication: &publication)
        try transaction.delete(access.zone)
        try publication.vanished(zoneID, for: caller.userRecordName, in: transaction)
      }
      return nil
    }
  }

  private func create(
    _ zoneID: RecordZoneID, by caller: Caller, _ transaction: any CloudTransaction,
    _ publication: inout Publication
  ) throws -> StoredZone {
    try NameRules.checkZoneName(zoneID.zoneName)
    guard zoneID.ownerName == caller.userRecordName else {
      throw CloudError(.permissionFailure, "Only its owner creates a zone.")
    }
    if let zone = try transaction.zone(zoneID) { return zone }
    let zone = StoredZone(
      zoneID: zoneID, incarnation: surroundings.randomHex(byteCount: 12), sequence: 0,
      shortGUID: nil)
    try transaction.insert(zone)
    try publication.changed(zone, in: transaction)
    return zone
  }
}

extension StoredZone {
  /// The zone as it is listed, with the token of its newest change where it has a feed.
  var listed: RecordZone {
    RecordZone(zoneID: zoneID, changeToken: isDefault ? nil : token(at: sequence))
  }

  func token(at sequence: Int64) -> ServerChangeToken {
    SyncToken(kind: .zone, incarnation: incarnation, sequence: sequence).serverChangeToken
  }
}
