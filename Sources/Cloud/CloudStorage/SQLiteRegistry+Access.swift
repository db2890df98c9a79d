import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

extension SQLiteRegistry {
  /// Rows of a table of keys with their partitions, by name.
  private func keys(
    _ table: String, where column: String, is value: some DatabaseValueConvertible
  ) throws -> [Row] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT * FROM \(table) JOIN partition ON partition.id = \(table).partition
          WHERE \(column) = ? ORDER BY name
          """), arguments: [value])
  }

  func admission(
    to partition: Partition, apiTokenHash: [UInt8]?, sessionTokenHash: [UInt8]?
  ) throws -> StoredAdmission {
    StoredAdmission(
      partition: try self.partition(partition),
      apiToken: try apiTokenHash.flatMap { try apiToken(hash: $0) },
      session: try sessionTokenHash.flatMap { try session(forTokenHash: $0) })
  }

  func apiToken(hash: [UInt8]) throws -> StoredAPIToken? {
    try keys("apiToken", where: "hash", is: Data(hash)).first.map { try StoredAPIToken($0) }
  }

  func apiTokens(of partition: Partition) throws -> [StoredAPIToken] {
    try keys("apiToken", where: "partition.id", is: try id(of: partition))
      .map { try StoredAPIToken($0) }
  }

  func save(_ token: StoredAPIToken) throws {
    locks.require(.container(token.partition.container))
    try database.cachedStatement(
      sql: """
        INSERT INTO apiToken (hash, partition, name, callbackURL, allowedOrigins, createdAt)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (partition, name) DO UPDATE SET hash = excluded.hash,
          callbackURL = excluded.callbackURL, allowedOrigins = excluded.allowedOrigins,
          createdAt = excluded.createdAt
        """
    ).execute(arguments: [
      Data(token.hash), try id(of: token.partition), token.name, token.callbackURL,
      token.allowedOrigins.joined(separator: " "), token.createdAt,
    ])
  }

  func deleteAPIToken(named name: String, of partition: Partition) throws {
    locks.require(.container(partition.container))
    try database.cachedStatement(sql: "DELETE FROM apiToken WHERE partition = ? AND name = ?")
      .execute(arguments: [try id(of: partition), name])
  }

  func serverKey(id: String) throws -> StoredServerKey? {
    try keys("serverKey", where: "keyID", is: id).first.map { try StoredServerKey($0) }
  }

  func serverKeys(of partition: Partition) throws -> [StoredServerKey] {
    try keys("serverKey", where: "partition.id", is: try id(of: partition))
      .map { try StoredServerKey($0) }
  }

  func save(_ key: StoredServerKey) throws {
    locks.require(.container(key.partition.container))
    try database.cachedStatement(
      sql: """
        INSERT INTO serverKey (keyID, partition, name, publicKey, userRecordName, createdAt)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (partition, name) DO UPDATE SET keyID = excluded.keyID,
          publicKey = excluded.publicKey, createdAt = excluded.createdAt
        """
    ).execute(arguments: [
      key.keyID, try id(of: key.partition), key.name, key.publicKey, key.userRecordName,
      key.createdAt,
    ])
  }

  func deleteServerKey(id: String, of partition: Partition) throws {
    locks.require(.container(partition.container))
    try database.cachedStatement(sql: "DELETE FROM serverKey WHERE keyID = ? AND partition = ?")
      .execute(arguments: [id, try self.id(of: partition)])
  }

  func id(of partition: Partition) throws -> Int64 {
    let id = try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT id FROM partition WHERE container = ? AND environment = ?"),
      arguments: [partition.container, partition.environment.rawValue])
    guard let id else { throw StoreError.noSuchPartition(partition) }
    return id
  }
}

extension StoredAPIToken {
  fileprivate init(_ row: Row) throws {
    let hash: Data = row["hash"]
    let origins: String = row["allowedOrigins"]
    self.init(
      partition: try Partition(row), name: row["name"], hash: Array(hash),
      callbackURL: row["callbackURL"],
      allowedOrigins: origins.split(separator: " ").map(String.init), createdAt: row["createdAt"])
  }
}

extension StoredServerKey {
  fileprivate init(_ row: Row) throws {
    self.init(
      partition: try Partition(row), keyID: row["keyID"], name: row["name"],
      publicKey: row["publicKey"], userRecordName: row["userRecordName"],
      createdAt: row["createdAt"])
  }
}

extension Partition {
  /// Of a row that has the columns of a partition.
  init(_ row: Row) throws {
    self.init(container: row["container"], environment: try .init(stored: row["environment"]))
  }
}
