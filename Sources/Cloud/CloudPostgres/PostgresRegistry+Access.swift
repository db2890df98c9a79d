import CloudModel
import CloudRows
import CloudRules
import Foundation

extension PostgresRegistry {
  func apiToken(hash: [UInt8]) throws -> StoredAPIToken? { try apiTokens("hash = \(hash)").first }

  func apiTokens(of partition: Partition) throws -> [StoredAPIToken] {
    try apiTokens("partition.id = \(try id(of: partition))")
  }

  private func apiTokens(_ condition: SQL) throws -> [StoredAPIToken] {
    try conversation.read(
      """
      SELECT container, environment, name, hash, callbackURL, allowedOrigins, createdAt
      FROM apiToken JOIN partition ON partition.id = apiToken.partition
      WHERE \(condition) ORDER BY name
      """
    ).read { row in
      let partition = try Partition(&row)
      let name: String = try row.next()
      let hash: Data = try row.next()
      let callbackURL = try row.nextOrNil(String.self)
      let origins: String = try row.next()
      return StoredAPIToken(
        partition: partition, name: name, hash: Array(hash), callbackURL: callbackURL,
        allowedOrigins: origins.split(separator: " ").map(String.init),
        createdAt: try row.next())
    }
  }

  func save(_ token: StoredAPIToken) throws {
    locks.require(.container(token.partition.container))
    conversation.write(
      """
      INSERT INTO apiToken (hash, partition, name, callbackURL, allowedOrigins, createdAt)
      VALUES (\(token.hash), \(try id(of: token.partition)), \(token.name), \(token.callbackURL),
        \(token.allowedOrigins.joined(separator: " ")), \(token.createdAt))
      ON CONFLICT (partition, name) DO UPDATE SET hash = excluded.hash,
        callbackURL = excluded.callbackURL, allowedOrigins = excluded.allowedOrigins,
        createdAt = excluded.createdAt
      """)
  }

  func deleteAPIToken(named name: String, of partition: Partition) throws {
    locks.require(.container(partition.container))
    conversation.write(
      "DELETE FROM apiToken WHERE partition = \(try id(of: partition)) AND name = \(name)")
  }

  func serverKey(id: String) throws -> StoredServerKey? {
    try serverKeys("keyID = \(id)").first
  }

  func serverKeys(of partition: Partition) throws -> [StoredServerKey] {
    try serverKeys("partition.id = \(try id(of: partition))")
  }

  private func serverKeys(_ condition: SQL) throws -> [StoredServerKey] {
    try conversation.read(
      """
      SELECT container, environment, keyID, name, publicKey, userRecordName, createdAt
      FROM serverKey JOIN partition ON partition.id = serverKey.partition
      WHERE \(condition) ORDER BY name
      """
    ).read {
      StoredServerKey(
        partition: try Partition(&$0), keyID: try $0.next(), name: try $0.next(),
        publicKey: try $0.next(), userRecordName: try $0.next(), createdAt: try $0.next())
    }
  }

  func save(_ key: StoredServerKey) throws {
    locks.require(.container(key.partition.container))
    conversation.write(
      """
      INSERT INTO serverKey (keyID, partition, name, publicKey, userRecordName, createdAt)
      VALUES (\(key.keyID), \(try id(of: key.partition)), \(key.name), \(key.publicKey),
        \(key.userRecordName), \(key.createdAt))
      ON CONFLICT (partition, name) DO UPDATE SET keyID = excluded.keyID,
        publicKey = excluded.publicKey, createdAt = excluded.createdAt
      """)
  }

  func deleteServerKey(id: String, of partition: Partition) throws {
    locks.require(.container(partition.container))
    conversation.write(
      "DELETE FROM serverKey WHERE keyID = \(id) AND partition = \(try self.id(of: partition))")
  }
}
