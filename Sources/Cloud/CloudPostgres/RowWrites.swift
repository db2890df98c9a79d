import CloudModel
import CloudRows
import CloudRules
import Foundation

/// The rows of records and of their indexes that a transaction has written and not yet sent.
///
/// A record that is written twice is sent once. All new records become one statement, and all changed ones another, so
/// that many messages cost few statements.
struct RowWrites {
  /// A record's row, without its key and its zone.
  struct RecordRow {
    var stored: StoredRecord
    var zone: String
    var isNew: Bool
    var fields: String
    var sealed: Data?
  }

  /// The index rows of a record.
  struct IndexRows {
    var zone: String
    var rows: [IndexRow]
    /// Whether the record had none before.
    var isNew: Bool
    /// Which tables may have rows of the record's type.
    var tables: IndexTable
  }

  private var records: [Int64: RecordRow] = [:]
  private var recordOrder: [Int64] = []
  private var indexes: [Int64: IndexRows] = [:]
  private var indexOrder: [Int64] = []

  mutating func save(_ row: RecordRow, id: Int64) {
    var row = row
    if let waiting = records[id] {
      row.isNew = waiting.isNew
    } else {
      recordOrder.append(id)
    }
    records[id] = row
  }

  /// Changes the row if it waits; otherwise returns false.
  mutating func setCover(_ root: String?, sequence: Int64, id: Int64) -> Bool {
    guard records[id] != nil else { return false }
    records[id]?.stored.coveredBy = root
    records[id]?.stored.sequence = sequence
    return true
  }

  mutating func index(_ rows: IndexRows, id: Int64) {
    var rows = rows
    if let waiting = indexes[id] {
      rows.isNew = waiting.isNew
    } else {
      indexOrder.append(id)
    }
    indexes[id] = rows
  }

  /// The statements for all rows; afterwards nothing waits.
  mutating func take() -> [SQL] {
    guard !recordOrder.isEmpty || !indexOrder.isEmpty else { return [] }
    let written = recordOrder.compactMap { id in records[id].map { (id: id, row: $0) } }
    let new = written.filter(\.row.isNew)
    let changed = written.filter { !$0.row.isNew }
    var statements: [SQL] = []
    if !new.isEmpty { statements.append(Self.insert(new)) }
    if !changed.isEmpty {
      statements.append(Self.update(changed))
      statements.append("DELETE FROM recordReference WHERE record = ANY (\(changed.map(\.id)))")
    }
    statements += Self.references(written)
    statements += indexStatements()
    self = RowWrites()
    return statements
  }

  private typealias Written = [(id: Int64, row: RecordRow)]

  private static let columns = """
    recordType, changeCount, sequence, isDeleted, parent, shareReference, shortGUID, coveredBy,
    fields, sealed, bytes, createdAt, createdBy, modifiedAt, modifiedBy
    """

  /// One array for each column, in the order of `columns`; first the keys.
  private static func table(_ rows: Written) -> SQL {
    let records = rows.map(\.row.stored.record)
    return """
      unnest(\(rows.map(\.id)), \(rows.map(\.row.zone)), \(records.map(\.recordID.recordName)),
        \(records.map(\.recordType)), \(rows.map(\.row.stored.changeCount)),
        \(rows.map(\.row.stored.sequence)), \(rows.map(\.row.stored.isDeleted)),
        \(records.map(\.parent)), \(records.map(\.shareReference)), \(records.map(\.shortGUID)),
        \(rows.map(\.row.stored.coveredBy)), \(rows.map(\.row.fields)), \(rows.map(\.row.sealed)),
        \(rows.map(\.row.stored.chargedBytes)),
        \(records.map { $0.creationDate?.millisecondsSince1970 ?? 0 }),
        \(records.map { $0.creatorUserRecordName ?? "" }),
        \(records.map { $0.modificationDate?.millisecondsSince1970 ?? 0 }),
        \(records.map { $0.lastModifiedUserRecordName ?? "" }))
      """
  }

  private static func insert(_ rows: Written) -> SQL {
    "INSERT INTO record (id, zone, recordName, \(sql: columns)) SELECT * FROM \(table(rows))"
  }

  private static func update(_ rows: Written) -> SQL {
    """
    UPDATE record AS r SET (\(sql: columns)) = (\(sql: prefixed))
    FROM \(table(rows)) AS n (id, zone, recordName, \(sql: columns)) WHERE r.id = n.id
    """
  }

  private static let prefixed = columns.split { $0 == "," || $0 == "\n" }
    .map { "n." + $0.trimmingCharacters(in: .whitespaces) }.filter { $0 != "n." }
    .joined(separator: ", ")

  /// The references that have an action, so that they can be found by their targets.
  private static func references(_ rows: Written) -> [SQL] {
    var (records, zones): ([Int64], [String]) = ([], [])
    var (targets, actions): ([String], [String]) = ([], [])
    for (id, row) in rows {
      for reference in row.stored.record.references where reference.action != .none {
        records.append(id)
        zones.append(row.zone)
        targets.append(reference.recordName)
        actions.append(reference.action.storedWord)
      }
    }
    guard !records.isEmpty else { return [] }
    return [
      """
      INSERT INTO recordReference (record, zone, target, action)
      SELECT * FROM unnest(\(records), \(zones), \(targets), \(actions)) ON CONFLICT DO NOTHING
      """
    ]
  }

  // MARK: Indexes

  private func indexStatements() -> [SQL] {
    let written = indexOrder.compactMap { id in indexes[id].map { (id: id, rows: $0) } }
    let changed = written.filter { !$0.rows.isNew }
    var statements: [SQL] = []
    for (id, rows) in changed { statements += rows.deletions(of: id) }
    var values = IndexColumns<Data>()
    var words = IndexColumns<String>()
    var places: (at: IndexColumns<Double>, longitudes: [Double]) = (IndexColumns(), [])
    for (id, rows) in written {
      for row in rows.rows {
        switch row {
        case .value(let field, let value): values.add(rows.zone, field, value, id)
        case .word(let field, let word): words.add(rows.zone, field, word, id)
        case .place(let field, let latitude, let longitude):
          places.at.add(rows.zone, field, latitude, id)
          places.longitudes.append(longitude)
        }
      }
    }
    if !values.isEmpty {
      statements.append(
        """
        INSERT INTO indexEntry (zone, field, value, record)
        SELECT * FROM unnest(\(values.zones), \(values.fields), \(values.values), \(values.records))
        ON CONFLICT DO NOTHING
        """)
    }
    if !words.isEmpty {
      statements.append(
        """
        INSERT INTO indexWord (zone, field, word, record)
        SELECT * FROM unnest(\(words.zones), \(words.fields), \(words.values), \(words.records))
        ON CONFLICT DO NOTHING
        """)
    }
    if !places.at.isEmpty {
      statements.append(
        """
        INSERT INTO indexPlace (zone, field, latitude, longitude, record)
        SELECT * FROM unnest(\(places.at.zones), \(places.at.fields), \(places.at.values),
          \(places.longitudes), \(places.at.records))
        ON CONFLICT DO NOTHING
        """)
    }
    return statements
  }

  private struct IndexColumns<Value> {
    var zones: [String] = []
    var fields: [Int64] = []
    var values: [Value] = []
    var records: [Int64] = []
    var isEmpty: Bool { records.isEmpty }

    mutating func add(_ zone: String, _ field: Int64, _ value: Value, _ record: Int64) {
      zones.append(zone)
      fields.append(field)
      values.append(value)
      records.append(record)
    }
  }
}

/// The tables of the index, as a set.
struct IndexTable: OptionSet {
  let rawValue: Int
  static let values = IndexTable(rawValue: 1)
  static let words = IndexTable(rawValue: 2)
  static let places = IndexTable(rawValue: 4)
}

extension IndexedType {
  /// The tables that can have rows of records of this type.
  var tables: IndexTable {
    var tables = IndexTable.values
    if definition.fields.values.contains(where: { $0.indexes.contains(.searchable) }) {
      tables.insert(.words)
    }
    if definition.fields.values.contains(where: { $0.type.primitive == .location }) {
      tables.insert(.places)
    }
    return tables
  }
}

extension RowWrites.IndexRows {
  /// Removes the record's rows that are not wanted any more, and leaves the others as they are.
  fileprivate func deletions(of record: Int64) -> [SQL] {
    var (valueFields, values): ([Int64], [Data]) = ([], [])
    var (wordFields, words): ([Int64], [String]) = ([], [])
    for row in rows {
      switch row {
      case .value(let field, let value):
        valueFields.append(field)
        values.append(value)
      case .word(let field, let word):
        wordFields.append(field)
        words.append(word)
      case .place: break
      }
    }
    var statements: [SQL] = [
      // Queued entries are older than this change.
      "DELETE FROM indexQueue WHERE record = \(record)",
      """
      DELETE FROM indexEntry AS e WHERE record = \(record) AND NOT EXISTS (
        SELECT 1 FROM unnest(\(valueFields), \(values)) AS w (field, value)
        WHERE w.field = e.field AND w.value = e.value)
      """,
    ]
    if tables.contains(.words) {
      statements.append(
        """
        DELETE FROM indexWord AS e WHERE record = \(record) AND NOT EXISTS (
          SELECT 1 FROM unnest(\(wordFields), \(words)) AS w (field, word)
          WHERE w.field = e.field AND w.word = e.word)
        """)
    }
    if tables.contains(.places) {
      statements.append("DELETE FROM indexPlace WHERE record = \(record)")
    }
    return statements
  }
}
