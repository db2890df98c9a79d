import CloudModel
import CloudRows
import CloudRules
import Foundation

extension PostgresPartition {
  /// Waits until no other write runs in the partition, and lets none begin: a record that is saved meanwhile would
  /// have no entry in a new index.
  func lockSchema() throws {
    conversation.lock(.partition, "\(partition.partition)")
    locks.take(.schema)
    let version: Int64? = try conversation.read(
      "SELECT schemaVersion FROM partition WHERE id = \(partitionID)"
    ).one { try $0.next() }
    guard let version else { throw StoreError.noSuchPartition(partition.partition) }
    guard version != memory.schemaVersion, !memory.hasChangedSchema else { return }
    memory.schemaVersion = version
    memory.types = nil
  }

  func storedSchema() throws -> Schema {
    let roles = try conversation.read(
      "SELECT name FROM schemaRole WHERE partition = \(partitionID)"
    ).read { try $0.next() as String }
    return Schema(
      roles: Set(roles), recordTypes: try indexedTypes().values.map(\.definition))
  }

  func storedRecordType(named name: String) throws -> RecordTypeDefinition? {
    try indexedTypes()[name]?.definition
  }

  func recordTypeCount() throws -> Int { try indexedTypes().count }

  func indexedTypes() throws -> [String: IndexedType] {
    if let known = memory.types { return known }
    let version = TypeCache.Version(
      number: memory.schemaVersion, timeline: partition.life.timeline)
    if !memory.hasChangedSchema, let known = types.types(of: partitionID, version: version) {
      memory.types = known
      return known
    }
    let read = try readIndexedTypes()
    memory.types = read
    if !memory.hasChangedSchema { types.set(read, of: partitionID, version: version) }
    return read
  }

  private func readIndexedTypes() throws -> [String: IndexedType] {
    let answers = try conversation.read([
      "SELECT id, name FROM recordType WHERE partition = \(partitionID)",
      """
      SELECT recordType, field.id, field.name, type, isQueryable, isSearchable, isSortable
      FROM field JOIN recordType ON recordType.id = field.recordType
      WHERE partition = \(partitionID)
      """,
      """
      SELECT recordType, role, permission
      FROM recordTypeGrant JOIN recordType ON recordType.id = recordTypeGrant.recordType
      WHERE partition = \(partitionID)
      """,
    ])
    var columns: [Int64: [IndexedType.Column]] = [:]
    for (type, column) in try answers[1].read({
      (try $0.next() as Int64, try IndexedType.Column(&$0))
    }) { columns[type, default: []].append(column) }
    var grants: [Int64: [(role: String, permission: String)]] = [:]
    for (type, grant) in try answers[2].read({
      (try $0.next() as Int64, (role: try $0.next() as String, permission: try $0.next() as String))
    }) { grants[type, default: []].append(grant) }
    var types: [String: IndexedType] = [:]
    for (id, name) in try answers[0].read({ (try $0.next() as Int64, try $0.next() as String) }) {
      types[name] = try IndexedType(
        id: id, name: name, columns: columns[id] ?? [], grants: grants[id] ?? [])
    }
    return types
  }

  func countRecords(ofType recordType: String, withField field: String?) throws -> Int {
    guard let field else {
      return try conversation.read(
        """
        SELECT count(*) FROM record JOIN zone ON zone.incarnation = record.zone
        WHERE zone.partition = \(partitionID) AND record.recordType = \(recordType)
          AND NOT record.isDeleted
        """
      ).one { try $0.next() } ?? 0
    }
    // The text is the store's own, and PostgreSQL's JSON cannot hold all of it.
    var count = 0
    try forEachRecord(ofType: recordType, "AND NOT record.isDeleted") { _, text, _ in
      if let fields = try? StoredFields(json: Data(text.utf8)), fields.fields[field] != nil {
        count += 1
      }
    }
    return count
  }

  /// Reads the text of all records of a type, some at a time.
  private func forEachRecord(
    ofType recordType: String, _ condition: SQL = "",
    _ body: (_ id: Int64, _ text: String, _ zone: String) throws -> Void
  ) throws {
    var last = Int64.min
    while true {
      let rows = try conversation.read(
        """
        SELECT record.id, record.fields, record.zone
        FROM record JOIN zone ON zone.incarnation = record.zone
        WHERE zone.partition = \(partitionID) AND record.recordType = \(recordType) \(condition)
          AND record.id > \(last)
        ORDER BY record.id LIMIT 500
        """
      ).read { (try $0.next() as Int64, try $0.next() as String, try $0.next() as String) }
      for row in rows { try body(row.0, row.1, row.2) }
      guard rows.count == 500, let end = rows.last else { return }
      last = end.0
    }
  }

  func setSchema(_ schema: Schema) throws {
    locks.require(.schema)
    conversation.write("DELETE FROM schemaRole WHERE partition = \(partitionID)")
    conversation.write(
      """
      INSERT INTO schemaRole (partition, name)
      SELECT \(partitionID), * FROM unnest(\(schema.roles.sorted()))
      """)
    for (name, type) in try indexedTypes() where schema[name] == nil {
      deleteEntries(ofFields: Array(type.fieldIDs.values) + [type.membership])
      conversation.write("DELETE FROM recordType WHERE id = \(type.id)")
    }
    noteChangedSchema()
    for type in schema.recordTypes.values.sorted(by: { $0.name < $1.name }) { try save(type) }
  }

  func save(_ recordType: RecordTypeDefinition) throws {
    locks.require(.schema)
    let stored = try indexedTypes()[recordType.name]
    guard stored?.definition != recordType else { return }
    // Queued entries were made for the previous fields.
    try applyDueIndexEntries(milliseconds: .max)
    let id = try stored?.id ?? insertRecordType(named: recordType.name)
    saveGrants(of: recordType, id: id)
    let wanted = recordType.columns
    let before = stored?.definition.columns ?? [:]
    for (name, fieldID) in stored?.fieldIDs ?? [:] where wanted[name] == nil {
      deleteEntries(ofFields: [fieldID])
      conversation.write("DELETE FROM field WHERE id = \(fieldID)")
      if SystemField(storedWord: name) == nil { try dropValues(of: name, in: recordType.name) }
    }
    var changed: Set<String> = []
    for (name, column) in wanted.sorted(by: { $0.key < $1.key }) where before[name] != column {
      if let fieldID = stored?.fieldIDs[name] { deleteEntries(ofFields: [fieldID]) }
      if !column.indexes.isEmpty { changed.insert(name) }
      saveField(column, of: id)
    }
    noteChangedSchema()
    guard stored != nil, !changed.isEmpty else { return }
    try buildIndex(of: recordType.name, fields: changed)
  }

  /// The types are read anew; nobody else has them before the commit.
  private func noteChangedSchema() {
    memory.types = nil
    guard !memory.hasChangedSchema else { return }
    memory.hasChangedSchema = true
    conversation.write(
      "UPDATE partition SET schemaVersion = schemaVersion + 1 WHERE id = \(partitionID)")
  }

  private func insertRecordType(named name: String) throws -> Int64 {
    let id: Int64? = try conversation.read(
      "INSERT INTO recordType (partition, name) VALUES (\(partitionID), \(name)) RETURNING id"
    ).one { try $0.next() }
    guard let id else { throw StoreError.failed(reason: "a record type has got no number") }
    saveField(
      FieldDefinition(name: IndexedType.membershipField, type: FieldType(.string)), of: id)
    return id
  }

  private func saveField(_ field: FieldDefinition, of recordType: Int64) {
    conversation.write(
      """
      INSERT INTO field (recordType, name, type, isQueryable, isSearchable, isSortable)
      VALUES (\(recordType), \(field.name), \(field.type.storedWord),
        \(field.indexes.contains(.queryable)), \(field.indexes.contains(.searchable)),
        \(field.indexes.contains(.sortable)))
      ON CONFLICT (recordType, name) DO UPDATE SET type = excluded.type,
        isQueryable = excluded.isQueryable, isSearchable = excluded.isSearchable,
        isSortable = excluded.isSortable
      """)
  }

  private func saveGrants(of recordType: RecordTypeDefinition, id: Int64) {
    conversation.write("DELETE FROM recordTypeGrant WHERE recordType = \(id)")
    let grants = recordType.grants.flatMap { role, permissions in
      permissions.map { (role, $0.storedWord) }
    }
    guard !grants.isEmpty else { return }
    conversation.write(
      """
      INSERT INTO recordTypeGrant (recordType, role, permission)
      SELECT \(id), * FROM unnest(\(grants.map(\.0)), \(grants.map(\.1)))
      """)
  }

  private func dropValues(of field: String, in recordType: String) throws {
    try forEachRecord(ofType: recordType) { id, text, _ in
      guard var fields = try? StoredFields(json: Data(text.utf8)),
        fields.fields.removeValue(forKey: field) != nil
      else { return }
      conversation.write(
        """
        UPDATE record SET fields = \(String(decoding: fields.json, as: UTF8.self))
        WHERE id = \(id)
        """)
    }
    memory.records = [:]
  }
}

extension IndexedType.Column {
  fileprivate init(_ row: inout Columns) throws {
    self.init(
      id: try row.next(), name: try row.next(), type: try row.next(), isQueryable: try row.next(),
      isSearchable: try row.next(), isSortable: try row.next())
  }
}
