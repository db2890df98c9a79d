import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

/// One transaction on the data of the SQLite store across all partitions.
struct SQLiteRegistry: RegistryTransaction {
  let database: Database
  let key: AtRestKey
  let locks = HeldLocks()

  func setting(_ name: String) throws -> String? { try database.setting(name) }

  func newestChangeTime() throws -> Int64? {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT max(changedAt) FROM feedEntry"))
  }

  func lockSetting(_ name: String) throws -> String? {
    locks.take(.setting(name))
    return try setting(name)
  }

  func setSetting(_ name: String, to value: String) throws {
    locks.require(.setting(name))
    try database.setSetting(name, to: value)
  }

  func partitions() throws -> [StoredPartition] {
    try Row.fetchAll(
      database.cachedStatement(sql: "SELECT * FROM partition ORDER BY container, environment")
    )
    .map { try StoredPartition($0) }
  }

  func partition(_ partition: Partition) throws -> StoredPartition? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT * FROM partition WHERE container = ? AND environment = ?"),
      arguments: [partition.container, partition.environment.rawValue]
    )
    .map { try StoredPartition($0) }
  }

  func lockContainer(_ identifier: String) throws { locks.take(.container(identifier)) }

  func insert(_ partition: StoredPartition) throws {
    locks.require(.container(partition.partition.container))
    try database.cachedStatement(
      sql: """
        INSERT INTO partition (container, environment, incarnation, ownerName, settings)
        VALUES (?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      partition.partition.container, partition.partition.environment.rawValue,
      partition.incarnation, partition.ownerName, try Self.text(partition.settings),
    ])
    try SQLiteTransaction(database, in: partition.partition, key: key)
      .insertDefaultZone(of: partition.ownerName, incarnation: partition.incarnation)
  }

  func update(_ settings: PartitionSettings, of partition: Partition) throws {
    locks.require(.container(partition.container))
    try database.cachedStatement(
      sql: "UPDATE partition SET settings = ? WHERE container = ? AND environment = ?"
    ).execute(arguments: [
      try Self.text(settings), partition.container, partition.environment.rawValue,
    ])
  }

  private static func text(_ settings: PartitionSettings) throws -> String {
    String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
  }

  func census() throws -> Census {
    let counts = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT (SELECT count(*) FROM account WHERE state <> 'deleted'),
            (SELECT count(*) FROM zone WHERE zoneName <> ?),
            (SELECT count(*) FROM record WHERE NOT isDeleted)
          """), arguments: [RecordZoneID.defaultZoneName])
    return Census(
      accounts: counts?[0] ?? 0, zones: counts?[1] ?? 0, records: counts?[2] ?? 0)
  }
}

extension StoredPartition {
  init(_ row: Row) throws {
    self.init(
      partition: try Partition(row),
      incarnation: row["incarnation"], ownerName: row["ownerName"])
    do {
      settings = try JSONDecoder().decode(PartitionSettings.self, from: row["settings"])
    } catch {
      throw StoreError.damaged(what: "the settings of \(partition) cannot be read")
    }
  }
}

extension Database {
  /// A setting of the cloud as a whole; nil where it was never set.
  func setting(_ name: String) throws -> String? {
    try String.fetchOne(
      cachedStatement(sql: "SELECT value FROM setting WHERE name = ?"), arguments: [name])
  }

  func setSetting(_ name: String, to value: String) throws {
    try cachedStatement(sql: "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)")
      .execute(arguments: [name, value])
  }
}
