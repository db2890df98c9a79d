import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

extension SQLiteTransaction {
  /// SQLite runs one write at a time, so the schema is locked already.
  func lockSchema() throws { memory.locks.take(.schema) }

  func storedSchema() throws -> Schema {
    let roles = try String.fetchSet(
      database.cachedStatement(sql: "SELECT name FROM schemaRole WHERE partition = ?"),
      arguments: [partitionID])
    let names = try String.fetchAll(
      database.cachedStatement(sql: "SELECT name FROM recordType WHERE partition = ?"),
      arguments: [partitionID])
    return Schema(
      roles: roles, recordTypes: try names.compactMap { try storedRecordType(named: $0) })
  }

  func storedRecordType(named name: String) throws -> RecordTypeDefinition? {
    try indexedType(named: name)?.definition
  }

  func recordTypeCount() throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(sql: "SELECT count(*) FROM recordType WHERE partition = ?"),
      arguments: [partitionID]) ?? 0
  }

  func indexedType(named name: String) throws -> IndexedType? {
    if let known = memory.types[name] { return known }
    let type = try readIndexedType(named: name)
    memory.types[name] = type
    return type
  }

  private func readIndexedType(named name: String) throws -> IndexedType? {
    let id = try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT id FROM recordType WHERE partition = ? AND name = ?"),
      arguments: [partitionID, name])
    guard let id else { return nil }
    let columns = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT * FROM field WHERE recordType = ?"), arguments: [id])
    let grants = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT * FROM recordTypeGrant WHERE recordType = ?"),
      arguments: [id])
    return try IndexedType(
      id: id, name: name, columns: columns.map { IndexedType.Column($0) },
      grants: grants.map { ($0["role"], $0["permission"]) })
  }

  func countRecords(ofType recordType: String, withField field: String?) throws -> Int {
    let path = field.map { "$.\"\($0)\"" }
    return try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT count(*) FROM record JOIN zone ON zone.incarnation = record.zone
          WHERE zone.partition = ? AND record.recordType = ? AND NOT record.isDeleted
            AND (? IS NULL OR CASE WHEN json_valid(record.fields)
              THEN json_type(record.fields, ?) IS NOT NULL END)
          """), arguments: [partitionID, recordType, path, path]) ?? 0
  }

  func setSchema(_ schema: Schema) throws {
    memory.locks.require(.schema)
    try database.cachedStatement(sql: "DELETE FROM schemaRole WHERE partition = ?").execute(
      arguments: [partitionID])
    for role in schema.roles.sorted() {
      try database.cachedStatement(sql: "INSERT INTO schemaRole (partition, name) VALUES (?, ?)")
        .execute(arguments: [partitionID, role])
    }
    let present = try String.fetchAll(
      database.cachedStatement(sql: "SELECT name FROM recordType WHERE partition = ?"),
      arguments: [partitionID])
    for name in present where schema[name] == nil {
      guard let type = try indexedType(named: name) else { continue }
      for id in type.fieldIDs.values {
        try indexTables.delete(ofField: id, inPartition: partitionID)
      }
      try indexTables.delete(ofField: type.membership, inPartition: partitionID)
      try database.cachedStatement(sql: "DELETE FROM recordType WHERE id = ?").execute(arguments: [
        type.id
      ])
      memory.types[name] = nil
    }
    for type in schema.recordTypes.values.sorted(by: { $0.name < $1.name }) { try save(type) }
  }

  func save(_ recordType: RecordTypeDefinition) throws {
    memory.locks.require(.schema)
    let stored = try indexedType(named: recordType.name)
    guard stored?.definition != recordType else { return }
    // Queued entries were made for the previous fields.
    try applyDueIndexEntries(milliseconds: .max)
    let id = try stored?.id ?? insertRecordType(named: recordType.name)
    try saveGrants(of: recordType, id: id)
    let wanted = recordType.columns
    let before = stored?.definition.columns ?? [:]
    for (name, fieldID) in stored?.fieldIDs ?? [:] where wanted[name] == nil {
      try indexTables.delete(ofField: fieldID, inPartition: partitionID)
      try database.cachedStatement(sql: "DELETE FROM field WHERE id = ?").execute(arguments: [
        fieldID
      ])
      if SystemField(storedWord: name) == nil { try dropValues(of: name, in: recordType.name) }
    }
    var changed: Set<String> = []
    for (name, column) in wanted.sorted(by: { $0.key < $1.key }) where before[name] != column {
      if let fieldID = stored?.fieldIDs[name] {
        try indexTables.delete(ofField: fieldID, inPartition: partitionID)
      }
      if !column.indexes.isEmpty { changed.insert(name) }
      try saveField(column, of: id)
    }
    memory.types[recordType.name] = nil
    guard stored != nil, !changed.isEmpty else { return }
    try buildIndex(of: recordType.name, fields: changed)
  }

  private func insertRecordType(named name: String) throws -> Int64 {
    try database.cachedStatement(sql: "INSERT INTO recordType (partition, name) VALUES (?, ?)")
      .execute(arguments: [partitionID, name])
    let id = database.lastInsertedRowID
    try saveField(
      FieldDefinition(name: IndexedType.membershipField, type: FieldType(.string)), of: id)
    return id
  }

  private func saveField(_ field: FieldDefinition, of recordType: Int64) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO field (recordType, name, type, isQueryable, isSearchable, isSortable)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (recordType, name) DO UPDATE SET type = excluded.type,
          isQueryable = excluded.isQueryable, isSearchable = excluded.isSearchable,
          isSortable = excluded.isSortable
        """
    ).execute(arguments: [
      recordType, field.name, field.type.storedWord, field.indexes.contains(.queryable),
      field.indexes.contains(.searchable), field.indexes.contains(.sortable),
    ])
  }

  private func saveGrants(of recordType: RecordTypeDefinition, id: Int64) throws {
    try database.cachedStatement(sql: "DELETE FROM recordTypeGrant WHERE recordType = ?").execute(
      arguments: [id])
    for (role, permissions) in recordType.grants {
      for permission in permissions {
        try database.cachedStatement(
          sql: "INSERT INTO recordTypeGrant (recordType, role, permission) VALUES (?, ?, ?)"
        ).execute(arguments: [id, role, permission.storedWord])
      }
    }
  }

  private func dropValues(of field: String, in recordType: String) throws {
    try database.cachedStatement(
      sql: """
        UPDATE record SET fields = json_remove(fields, ?)
        WHERE recordType = ? AND zone IN (SELECT incarnation FROM zone WHERE partition = ?)
          AND CASE WHEN json_valid(fields) THEN json_type(fields, ?) IS NOT NULL END
        """
    ).execute(arguments: ["$.\"\(field)\"", recordType, partitionID, "$.\"\(field)\""])
    memory.records = [:]
  }
}

extension IndexedType.Column {
  fileprivate init(_ row: Row) {
    self.init(
      id: row["id"], name: row["name"], type: row["type"], isQueryable: row["isQueryable"],
      isSearchable: row["isSearchable"], isSortable: row["isSortable"])
  }
}
