import CloudModel

/// A zone as one user may use it in one of the databases.
struct ZoneAccess {
  enum Role: Equatable {
    case owner
    case participant(ParticipantView)
    /// In the public database, where rights depend on the type of the record.
    case world
  }

  let zone: StoredZone
  let role: Role

  /// Opens the zone for `caller`.
  ///
  /// Throws `.zoneNotFound` both for a zone that does not exist and for one that the caller may not
  /// see: before accepting, after leaving, or in the other database. Throws `.userDeletedZone` to
  /// the owner of a zone that was purged.
  init(
    _ zoneID: RecordZoneID, for caller: Caller, _ scope: DatabaseScope,
    in reading: any CloudReading
  ) throws {
    try self.init(zoneID, for: caller, scope, in: reading) { try reading.zone($0) }
  }

  /// Opens the zone in order to change it: it is locked before anything in it is read.
  static func locking(
    _ zoneID: RecordZoneID, for caller: Caller, _ scope: DatabaseScope,
    in transaction: any CloudTransaction
  ) throws -> (access: ZoneAccess, zone: LockedZone) {
    var locked: LockedZone?
    let access = try ZoneAccess(zoneID, for: caller, scope, in: transaction) { zoneID in
      locked = try transaction.lockZone(zoneID)
      return locked?.zone
    }
    guard let locked else { throw missing }
    return (access, locked)
  }

  private init(
    _ zoneID: RecordZoneID, for caller: Caller, _ scope: DatabaseScope,
    in reading: any CloudReading, opening: (RecordZoneID) throws -> StoredZone?
  ) throws {
    switch scope {
    case .public:
      guard zoneID.zoneName == RecordZoneID.defaultZoneName,
        let zone = try opening(
          RecordZoneID(zoneName: zoneID.zoneName, ownerName: reading.partition.ownerName))
      else { throw Self.missing }
      self.init(zone: zone, role: .world)
    case .private:
      guard zoneID.ownerName == caller.userRecordName, let zone = try opening(zoneID) else {
        throw try Self.absence(of: zoneID, for: caller, reading)
      }
      self.init(zone: zone, role: .owner)
    case .shared:
      guard zoneID.ownerName != caller.userRecordName, let zone = try opening(zoneID),
        let view = try ParticipantView(of: zone, for: caller.userRecordName, in: reading)
      else { throw Self.missing }
      self.init(zone: zone, role: .participant(view))
    }
  }

  /// Whether the reader sees this record.
  func sees(_ stored: StoredRecord) -> Bool {
    switch role {
    case .owner, .world: true
    case .participant(let view): view.sees(stored)
    }
  }

  private init(zone: StoredZone, role: Role) {
    self.zone = zone
    self.role = role
  }

  private static var missing: CloudError { CloudError(.zoneNotFound, "Zone does not exist") }

  /// Source: the reason is the live server's; `docs/protocol.md`.
  private static func absence(
    of zoneID: RecordZoneID, for caller: Caller, _ reading: any CloudReading
  ) throws -> CloudError {
    guard zoneID.ownerName == caller.userRecordName else { return missing }
    switch try reading.feedEntry(for: zoneID, of: caller.userRecordName, .private)?
      .deletionReason
    {
    case .purged: return CloudError(.userDeletedZone, "Zone was purged by user")
    case .encryptedDataReset:
      var error = CloudError(.zoneNotFound, "Zone does not exist: its encrypted data was reset")
      error.deletionReason = .encryptedDataReset
      return error
    case .deleted, nil: return missing
    }
  }
}

extension DatabaseScope {
  /// Refuses the public database, where this operation has nothing to work on.
  func requirePersonal(_ operation: String) throws(CloudError) {
    guard self == .public else { return }
    throw CloudError(.badDatabase, "\(operation) is not supported in the public database.")
  }
}
