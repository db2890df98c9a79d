import CloudModel
import CloudRows
import CloudRules
import GRDB

extension SQLiteTransaction {
  func zone(_ zoneID: RecordZoneID) throws -> StoredZone? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT * FROM zone WHERE partition = ? AND ownerName = ? AND zoneName = ?"),
      arguments: [partitionID, zoneID.ownerName, zoneID.zoneName]
    )
    .map(StoredZone.init)
  }

  func lockZone(_ zoneID: RecordZoneID) throws -> LockedZone? {
    guard let zone = try zone(zoneID) else { return nil }
    return locked(zone)
  }

  private func locked(_ zone: StoredZone) -> LockedZone {
    memory.locks.take(.zone(incarnation: zone.incarnation))
    return LockedZone(locked: zone)
  }

  /// Checks that the zone is locked, and that `sequence`, if given, is a place that its feed has had.
  func requireLock(of zone: LockedZone, at sequence: Int64 = 0) {
    memory.locks.require(.zone(incarnation: zone.zone.incarnation))
    assert(
      sequence <= zone.zone.sequence,
      "SQLiteSchema 3: a change stands behind the end of its zone's feed")
  }

  func zones(ownedBy user: String) throws -> [StoredZone] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM zone WHERE partition = ? AND ownerName = ? ORDER BY zoneName"),
      arguments: [partitionID, user]
    )
    .map(StoredZone.init)
  }

  func zoneCount(ownedBy user: String) throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(
        sql: "SELECT count(*) FROM zone WHERE partition = ? AND ownerName = ?"),
      arguments: [partitionID, user]) ?? 0
  }

  func zones(
    sharedWith user: String, status: Participant.AcceptanceStatus
  ) throws -> [StoredZone] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT DISTINCT zone.* FROM participant JOIN zone ON zone.incarnation = participant.zone
          WHERE participant.userRecordName = ? AND participant.status = ?
            AND zone.partition = ? AND zone.ownerName <> participant.userRecordName
          ORDER BY zone.ownerName, zone.zoneName
          """),
      arguments: [user, status.rawValue, partitionID]
    )
    .map(StoredZone.init)
  }

  @discardableResult
  func insert(_ zone: StoredZone) throws -> LockedZone {
    try database.cachedStatement(
      sql: """
        INSERT INTO zone (incarnation, partition, ownerName, zoneName, sequence, tokenEpoch)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      zone.incarnation, partitionID, zone.zoneID.ownerName, zone.zoneID.zoneName, zone.sequence,
      zone.tokenEpoch,
    ])
    return locked(zone)
  }

  /// Adds the default zone, which every user has and which is the public database; does nothing if
  /// it exists.
  func insertDefaultZone(of owner: String, incarnation: String) throws {
    let zoneID = RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: owner)
    guard try zone(zoneID) == nil else { return }
    try insert(StoredZone(zoneID: zoneID, incarnation: incarnation, sequence: 0))
  }

  func update(_ locked: inout LockedZone) throws {
    requireLock(of: locked)
    let zone = locked.zone
    try database.cachedStatement(
      sql: """
        UPDATE zone SET sequence = ?, tokenEpoch = ?, bytes = ?, memberBytes = ?
        WHERE incarnation = ?
        """
    ).execute(arguments: [
      zone.sequence, zone.tokenEpoch, zone.bytes, zone.memberBytes, zone.incarnation,
    ])
    for (user, bytes) in locked.takeGrowth() {
      try database.cachedStatement(
        sql: """
          INSERT INTO writer (zone, userRecordName, bytes) VALUES (?, ?, ?)
          ON CONFLICT (zone, userRecordName) DO UPDATE SET bytes = bytes + excluded.bytes
          """
      ).execute(arguments: [zone.incarnation, user, bytes])
    }
  }

  func delete(_ zone: LockedZone) throws {
    requireLock(of: zone)
    let incarnation = zone.zone.incarnation
    try database.cachedStatement(sql: "DELETE FROM zone WHERE incarnation = ?").execute(arguments: [
      incarnation
    ])
    memory.records[incarnation] = nil
  }
}

extension StoredZone {
  init(_ row: Row) {
    self.init(
      zoneID: RecordZoneID(zoneName: row["zoneName"], ownerName: row["ownerName"]),
      incarnation: row["incarnation"], sequence: row["sequence"], tokenEpoch: row["tokenEpoch"],
      bytes: row["bytes"], memberBytes: row["memberBytes"])
  }
}
