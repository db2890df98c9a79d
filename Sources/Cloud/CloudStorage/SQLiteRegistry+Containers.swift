import CloudModel
import CloudRows
import CloudRules
import GRDB

extension SQLiteRegistry {
  /// Deleting the partitions also deletes the rows of everything in the container.
  func deleteContainer(_ identifier: String) throws {
    locks.require(.container(identifier))
    try database.cachedStatement(
      sql: """
        DELETE FROM account WHERE isServer AND userRecordName IN (
          SELECT serverKey.userRecordName FROM serverKey
            JOIN partition ON partition.id = serverKey.partition WHERE container = ?)
        """
    ).execute(arguments: [identifier])
    try database.cachedStatement(sql: "DELETE FROM partition WHERE container = ?").execute(
      arguments: [identifier])
  }

  /// Empties every table that refers to the partition, except those of `accessTables`.
  func reset(_ partition: Partition, incarnation: String, schema: Schema) throws {
    locks.require(.container(partition.container))
    let id = try id(of: partition)
    for table in try tables(referring: "partition")
    where !SQLiteSchema.accessTables.contains(table.name) {
      try database.execute(
        sql: "DELETE FROM \(table.name.quotedDatabaseIdentifier) WHERE "
          + "\(table.column.quotedDatabaseIdentifier) = ?", arguments: [id])
    }
    try database.cachedStatement(sql: "UPDATE partition SET incarnation = ? WHERE id = ?").execute(
      arguments: [incarnation, id])
    let transaction = try SQLiteTransaction(database, in: partition, key: key)
    try transaction.insertDefaultZone(
      of: transaction.partition.ownerName, incarnation: incarnation)
    try transaction.lockSchema()
    try transaction.setSchema(schema)
  }

  private func tables(
    referring target: String
  ) throws -> [(name: String, column: String)] {
    let names = try String.fetchAll(
      database.cachedStatement(
        sql: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"))
    return try names.flatMap { name in
      try database.foreignKeys(on: name)
        .filter { $0.destinationTable == target }
        .compactMap { key in key.mapping.first.map { (name, $0.origin) } }
    }
  }
}
