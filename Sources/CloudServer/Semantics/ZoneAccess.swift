import CloudModel

/// A zone as one user may use it in one of their databases.
struct ZoneAccess {
  enum Role: Equatable {
    case owner
    case participant(canWrite: Bool)
  }

  var zone: StoredZone
  var role: Role

  /// Opens the zone for `user`.
  ///
  /// Throws `.zoneNotFound` for a zone that is absent as for one that is not theirs to see: not
  /// before they accepted, not after they left, not in the other database.
  init(
    _ zoneID: RecordZoneID, for user: String, _ scope: DatabaseScope,
    in reading: any CloudReading
  ) throws {
    let missing = CloudError(.zoneNotFound, "Zone does not exist")
    guard scope != .public else {
      throw CloudError(.badDatabase, "The public database is not supported yet.")
    }
    guard zoneID.databaseScope(for: user) == scope, let zone = try reading.zone(zoneID) else {
      throw missing
    }
    self.zone = zone
    guard scope == .shared else {
      role = .owner
      return
    }
    guard let participant = try reading.participant(user, in: zone),
      participant.acceptanceStatus == .accepted, participant.permission != .none
    else { throw missing }
    role = .participant(canWrite: participant.permission == .readWrite)
  }
}

extension DatabaseScope {
  /// Refuses the public database, where this operation has nothing to work on.
  func requirePersonal(_ operation: String) throws(CloudError) {
    guard self == .public else { return }
    throw CloudError(.badDatabase, "\(operation) is not supported in the public database.")
  }
}
