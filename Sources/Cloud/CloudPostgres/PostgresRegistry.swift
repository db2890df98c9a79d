import CloudModel
import CloudRows
import CloudRules
import Foundation

/// One transaction on the data of the store in PostgreSQL across all partitions.
///
/// What a transaction locks here may not exist yet, so a lock is a number made from the name (`LockKey`), and no row.
final class PostgresRegistry: RegistryTransaction {
  let conversation: Conversation
  let key: AtRestKey
  let types: TypeCache
  let locks = HeldLocks()

  init(_ conversation: Conversation, key: AtRestKey, types: TypeCache) {
    self.conversation = conversation
    self.key = key
    self.types = types
  }

  func setting(_ name: String) throws -> String? {
    try conversation.read("SELECT value FROM setting WHERE name = \(name)").one { try $0.next() }
  }

  func newestChangeTime() throws -> Int64? {
    try conversation.read("SELECT max(changedAt) FROM feedEntry", seeing: .feeds)
      .one { try $0.nextOrNil() } ?? nil
  }

  func lockSetting(_ name: String) throws -> String? {
    conversation.lock(.setting, name)
    locks.take(.setting(name))
    return try setting(name)
  }

  func setSetting(_ name: String, to value: String) throws {
    locks.require(.setting(name))
    conversation.write(
      """
      INSERT INTO setting (name, value) VALUES (\(name), \(value))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
  }

  func partitions() throws -> [StoredPartition] {
    try conversation.read(
      "SELECT \(sql: StoredPartition.columns) FROM partition ORDER BY container, environment"
    ).read { try StoredPartition(&$0) }
  }

  func partition(_ partition: Partition) throws -> StoredPartition? {
    try conversation.read(Self.reading(partition)).one { try StoredPartition(&$0) }
  }

  static func reading(_ partition: Partition) -> SQL {
    """
    SELECT \(sql: StoredPartition.columns) FROM partition
    WHERE container = \(partition.container) AND environment = \(partition.environment.rawValue)
    """
  }

  func lockContainer(_ identifier: String) throws {
    conversation.lock(.container, identifier)
    locks.take(.container(identifier))
  }

  func insert(_ partition: StoredPartition) throws {
    let name = partition.partition
    locks.require(.container(name.container))
    conversation.write(
      """
      INSERT INTO partition (container, environment, incarnation, ownerName, settings)
      VALUES (\(name.container), \(name.environment.rawValue), \(partition.incarnation),
        \(partition.ownerName), \(try Self.text(partition.settings)))
      """)
    try transaction(in: name).insertDefaultZone(
      of: partition.ownerName, incarnation: partition.incarnation)
  }

  func update(_ settings: PartitionSettings, of partition: Partition) throws {
    locks.require(.container(partition.container))
    conversation.write(
      """
      UPDATE partition SET settings = \(try Self.text(settings))
      WHERE container = \(partition.container) AND environment = \(partition.environment.rawValue)
      """)
  }

  private static func text(_ settings: PartitionSettings) throws -> String {
    String(decoding: try JSONEncoder().encode(settings), as: UTF8.self)
  }

  func transaction(in partition: Partition) throws -> PostgresPartition {
    try PostgresPartition(conversation, in: partition, isWrite: true, key: key, types: types)
  }

  func id(of partition: Partition) throws -> Int64 {
    let id: Int64? = try conversation.read(
      """
      SELECT id FROM partition
      WHERE container = \(partition.container) AND environment = \(partition.environment.rawValue)
      """
    ).one { try $0.next() }
    guard let id else { throw StoreError.noSuchPartition(partition) }
    return id
  }

  func census() throws -> Census {
    try conversation.read(
      """
      SELECT (SELECT count(*) FROM account WHERE state <> 'deleted'),
        (SELECT count(*) FROM zone WHERE zoneName <> \(RecordZoneID.defaultZoneName)),
        (SELECT count(*) FROM record WHERE NOT isDeleted)
      """
    ).one { Census(accounts: try $0.next(), zones: try $0.next(), records: try $0.next()) }
      ?? Census(accounts: 0, zones: 0, records: 0)
  }

  // MARK: What administrators did

  func administration(after id: Int64, limit: Int) throws -> [AdministrationEntry] {
    try conversation.read(
      """
      SELECT id, at, action, subject FROM administration WHERE id > \(id) ORDER BY id LIMIT \(limit)
      """
    ).read {
      AdministrationEntry(
        id: try $0.next(), at: try $0.next(), action: try $0.next(), subject: try $0.next())
    }
  }

  func note(
    _ action: AdministrationAction, of subject: String, at milliseconds: Int64
  ) throws {
    conversation.write(
      """
      INSERT INTO administration (at, action, subject)
      VALUES (\(milliseconds), \(action.rawValue), \(subject))
      """)
    conversation.write(
      """
      DELETE FROM administration
      WHERE id <= (SELECT max(id) FROM administration) - \(Self.mostAdministrationEntries)
      """)
  }

  /// Our choice: the log of an eager script does not fill the disk.
  private static let mostAdministrationEntries: Int64 = 100_000
}

// MARK: - Containers

extension PostgresRegistry {
  func deleteContainer(_ identifier: String) throws {
    locks.require(.container(identifier))
    let partitions = try conversation.read(
      "SELECT id, environment FROM partition WHERE container = \(identifier)"
    ).read { (id: try $0.next() as Int64, environment: try $0.next() as String) }
    for (_, environment) in partitions {
      conversation.lock(.partition, "\(identifier)/\(environment)")
    }
    for (id, _) in partitions { deleteData(ofPartition: id) }
    conversation.write(
      """
      DELETE FROM account WHERE isServer AND userRecordName IN (
        SELECT serverKey.userRecordName FROM serverKey
          JOIN partition ON partition.id = serverKey.partition WHERE container = \(identifier))
      """)
    conversation.write("DELETE FROM partition WHERE container = \(identifier)")
  }

  func reset(_ partition: Partition, incarnation: String, schema: Schema) throws {
    locks.require(.container(partition.container))
    conversation.lock(.partition, "\(partition)")
    deleteData(ofPartition: try id(of: partition))
    conversation.write(
      """
      UPDATE partition SET incarnation = \(incarnation), schemaVersion = schemaVersion + 1
      WHERE container = \(partition.container) AND environment = \(partition.environment.rawValue)
      """)
    let transaction = try transaction(in: partition)
    transaction.memory.hasChangedSchema = true
    try transaction.insertDefaultZone(
      of: transaction.partition.ownerName, incarnation: incarnation)
    try transaction.lockSchema()
    try transaction.setSchema(schema)
  }

  /// Removes all data of a partition; keys, tokens, sessions and settings stay.
  private func deleteData(ofPartition id: Int64) {
    conversation.deleteZones("IN (SELECT incarnation FROM zone WHERE partition = \(id))")
    conversation.releaseUploads("partition = \(id)")
    for table in PostgresSchema.partitionTables {
      conversation.writeToFeeds("DELETE FROM \(sql: table) WHERE partition = \(id)")
    }
    for table in ["schemaRole", "recordType"] {
      conversation.write("DELETE FROM \(sql: table) WHERE partition = \(id)")
    }
  }
}
