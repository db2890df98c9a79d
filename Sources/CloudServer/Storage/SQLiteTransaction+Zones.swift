import CloudModel
import GRDB

extension SQLiteTransaction {
  func zone(_ zoneID: RecordZoneID) throws -> StoredZone? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM zone WHERE ownerName = ? AND zoneName = ?",
      arguments: [zoneID.ownerName, zoneID.zoneName]
    )
    .map(StoredZone.init)
  }

  func zone(shortGUID: String) throws -> StoredZone? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM zone WHERE shortGUID = ?", arguments: [shortGUID]
    )
    .map(StoredZone.init)
  }

  func zones(ownedBy user: String) throws -> [StoredZone] {
    try Row.fetchAll(
      database, sql: "SELECT * FROM zone WHERE ownerName = ? ORDER BY zoneName", arguments: [user]
    )
    .map(StoredZone.init)
  }

  func zones(
    sharedWith user: String, status: Participant.AcceptanceStatus
  ) throws -> [StoredZone] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT zone.* FROM participant JOIN zone ON zone.incarnation = participant.zone
        WHERE participant.userRecordName = ? AND participant.status = ?
          AND zone.ownerName <> participant.userRecordName
        ORDER BY zone.ownerName, zone.zoneName
        """,
      arguments: [user, status.rawValue]
    )
    .map(StoredZone.init)
  }

  func insert(_ zone: StoredZone) throws {
    try database.execute(
      sql: """
        INSERT INTO zone (incarnation, ownerName, zoneName, sequence, shortGUID)
        VALUES (?, ?, ?, ?, ?)
        """,
      arguments: [
        zone.incarnation, zone.zoneID.ownerName, zone.zoneID.zoneName, zone.sequence,
        zone.shortGUID,
      ])
  }

  func update(_ zone: StoredZone) throws {
    try database.execute(
      sql: "UPDATE zone SET sequence = ?, shortGUID = ? WHERE incarnation = ?",
      arguments: [zone.sequence, zone.shortGUID, zone.incarnation])
  }

  func delete(_ zone: StoredZone) throws {
    try database.execute(
      sql: "DELETE FROM zone WHERE incarnation = ?", arguments: [zone.incarnation])
  }
}

extension StoredZone {
  fileprivate init(_ row: Row) {
    self.init(
      zoneID: RecordZoneID(zoneName: row["zoneName"], ownerName: row["ownerName"]),
      incarnation: row["incarnation"], sequence: row["sequence"], shortGUID: row["shortGUID"])
  }
}
