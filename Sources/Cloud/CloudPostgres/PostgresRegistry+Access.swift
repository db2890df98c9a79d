import CloudModel
import CloudRows
import CloudRules
import Foundation

extension PostgresRegistry {
  func admission(
    to partition: Partition, apiTokenHash: [UInt8]?, sessionTokenHash: [UInt8]?
  ) throws -> StoredAdmission {
    let answers = try conversation.read([
      Self.reading(partition), Self.readingAPITokens("hash = \(apiTokenHash)"),
      Self.readingSession(sessionTokenHash),
    ])
    return StoredAdmission(
      partition: try answers[0].one { try StoredPartition(&$0) },
      apiToken: try answers[1].one { try StoredAPIToken(&$0) },
      session: try answers[2].one { try StoredSession(&$0) })
  }

  func apiToken(hash: [UInt8]) throws -> StoredAPIToken? { try apiTokens("hash = \(hash)").first }

  func apiTokens(of partition: Partition) throws -> [StoredAPIToken] {
    try apiTokens("partition.id = \(try id(of: partition))")
  }

  private func apiTokens(_ condition: SQL) throws -> [StoredAPIToken] {
    try conversation.read(Self.readingAPITokens(condition)).read { try StoredAPIToken(&$0) }
  }

  private static func readingAPITokens(_ condition: SQL) -> SQL {
    """
    SELECT container, environment, name, hash, callbackURL, allowedOrigins, createdAt
    FROM apiToken JOIN partition ON partition.id = apiToken.partition
    WHERE \(condition) ORDER BY name
    """
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

extension StoredAPIToken {
  fileprivate init(_ row: inout Columns) throws {
    let partition = try Partition(&row)
    let name: String = try row.next()
    let hash: Data = try row.next()
    let callbackURL = try row.nextOrNil(String.self)
    let origins: String = try row.next()
    self.init(
      partition: partition, name: name, hash: Array(hash), callbackURL: callbackURL,
      allowedOrigins: origins.split(separator: " ").map(String.init), createdAt: try row.next())
  }
}
