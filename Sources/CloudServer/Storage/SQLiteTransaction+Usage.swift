import GRDB

extension SQLiteTransaction {
  func usedBytes(of user: String) throws -> Int64 {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT bytes FROM usage WHERE partition = ? AND userRecordName = ?"),
      arguments: [partitionID, user]) ?? 0
  }
}
