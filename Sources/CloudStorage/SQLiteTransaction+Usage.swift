import CloudModel
import CloudRules
import GRDB

extension SQLiteTransaction {
  func usedBytes(of user: String) throws -> Int64 {
    try chargeZones()
    return try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT bytes FROM usage WHERE partition = ? AND userRecordName = ?"),
      arguments: [partitionID, user]) ?? 0
  }

  /// Notes how many more bytes a zone's records take; `chargeZones()` writes all notes at once.
  func charge(_ bytes: Int64, to zone: StoredZone) {
    if bytes != 0 { memory.charges[zone.incarnation, default: 0] += bytes }
  }

  /// Charges each zone for what this transaction has written in it; to be called before its end.
  func chargeZones() throws {
    for (incarnation, bytes) in memory.charges {
      try database.cachedStatement(
        sql: "UPDATE zone SET bytes = bytes + ? WHERE incarnation = ?"
      ).execute(arguments: [bytes, incarnation])
    }
    memory.charges = [:]
  }
}
