import CloudModel
import CloudRows
import CloudRules
import GRDB

/// One transaction on one partition of the SQLite store.
///
/// Its operations are in the extensions beside it, one file per subject.
struct SQLiteTransaction: CloudTransaction {
  let database: Database
  /// The partition's key in the store.
  let partitionID: Int64
  let partition: StoredPartition
  let memory = Memory()
  let key: AtRestKey

  init(_ database: Database, in partition: Partition, key: AtRestKey) throws {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT partition.*, (SELECT value FROM setting WHERE name = ?) AS life FROM partition
          WHERE container = ? AND environment = ?
          """),
      arguments: [
        StoreLife.settingName, partition.container, partition.environment.rawValue,
      ])
    guard let row else { throw StoreError.noSuchPartition(partition) }
    self.database = database
    self.key = key
    partitionID = row["id"]
    var stored = try StoredPartition(row)
    stored.life = try StoreLife(stored: row["life"])
    self.partition = stored
  }

  func account(named name: String) throws -> StoredAccount? {
    try SQLiteRegistry(database: database, key: key).account(named: name)
  }

  func account(userRecordName: String) throws -> StoredAccount? {
    try SQLiteRegistry(database: database, key: key).account(userRecordName: userRecordName)
  }

  /// The sealer of the encrypted fields of the zone with this incarnation.
  func sealer(of incarnation: String) -> FieldSealer {
    if let known = memory.sealers[incarnation] { return known }
    let sealer = FieldSealer(key: key, incarnation: incarnation)
    memory.sealers[incarnation] = sealer
    return sealer
  }

  func enroll(_ user: String, incarnation: String) throws {
    for scope in [DatabaseScope.private, .shared] {
      try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO feed (partition, userRecordName, scope, sequence, tokenEpoch)
          VALUES (?, ?, ?, 0, 0)
          """
      ).execute(arguments: [partitionID, user, scope.rawValue])
    }
    try insertDefaultZone(of: user, incarnation: incarnation)
  }

  func forget(_ user: String) throws {
    for table in ["feed", "subscription", "assetUpload", "usage"] {
      try database.cachedStatement(
        sql: "DELETE FROM \(table) WHERE partition = ? AND userRecordName = ?"
      ).execute(arguments: [partitionID, user])
    }
    try database.cachedStatement(
      sql: """
        DELETE FROM participant WHERE userRecordName = ?
          AND zone IN (SELECT incarnation FROM zone WHERE partition = ?)
        """
    ).execute(arguments: [user, partitionID])
  }
}

extension SQLiteTransaction {
  /// The values that the transaction remembers until its end.
  final class Memory {
    /// Types as they were read; one that is written is read anew.
    var types: [String: IndexedType] = [:]
    /// Records as they were read or written, by the incarnation of their zone and their name; nil where
    /// there is none.
    ///
    /// Code that changes a row must update or remove its entry here.
    var records: [String: [String: StoredRecord?]] = [:]
    /// The sealers of the encrypted fields of zones, by the zones' incarnations.
    var sealers: [String: FieldSealer] = [:]
    let locks = HeldLocks()
  }
}
