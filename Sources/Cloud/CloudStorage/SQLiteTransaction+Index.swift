import CloudModel
import CloudRules
import Foundation
import GRDB
import SQLiteSupport

extension SQLiteTransaction {
  func updateIndex(
    of stored: StoredRecord, isNew: Bool, in locked: LockedZone, dueAt: Int64?
  ) throws {
    requireLock(of: locked)
    let (record, zone) = (stored.record, locked.zone)
    guard let id = stored.id else { return }
    guard let type = try indexedType(named: record.recordType) else { return }
    let entries = stored.isDeleted ? nil : IndexEntries(of: record, type: type.definition)
    guard let dueAt else {
      if isNew { return try insert(type.rows(of: entries), of: id, in: zone.incarnation) }
      // Queued entries are older than this change.
      try database.cachedStatement(sql: "DELETE FROM indexQueue WHERE record = ?")
        .execute(arguments: [id])
      return try replaceEntries(of: id, in: zone.incarnation, with: entries, type)
    }
    let text = try entries.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    try database.cachedStatement(
      sql: """
        INSERT INTO indexQueue (partition, dueAt, zone, record, recordType, entries)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      partitionID, dueAt, zone.incarnation, id, record.recordType, text,
    ])
  }

  func hasDueIndexEntries(milliseconds: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM indexQueue WHERE partition = ? AND dueAt <= ?)"),
      arguments: [partitionID, milliseconds]) ?? false
  }

  func applyDueIndexEntries(milliseconds: Int64) throws {
    guard try hasDueIndexEntries(milliseconds: milliseconds) else { return }
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: "SELECT * FROM indexQueue WHERE partition = ? AND dueAt <= ? ORDER BY dueAt, id"),
      arguments: [partitionID, milliseconds])
    while let row = try rows.next() {
      guard let type = try indexedType(named: row["recordType"]) else { continue }
      let text: String? = row["entries"]
      let entries = try text.flatMap { try self.entries($0, of: row["record"], type) }
      try replaceEntries(of: row["record"], in: row["zone"], with: entries, type)
    }
    try database.cachedStatement(sql: "DELETE FROM indexQueue WHERE partition = ? AND dueAt <= ?")
      .execute(arguments: [partitionID, milliseconds])
  }

  /// The queued entries of a record; if they cannot be read, the entries of the record as it is
  /// now.
  private func entries(
    _ text: String, of record: Int64, _ type: IndexedType
  ) throws -> IndexEntries? {
    do {
      return try JSONDecoder().decode(IndexEntries.self, from: Data(text.utf8))
    } catch {
      let row = try Row.fetchOne(
        database,
        sql: "SELECT \(StoredRecord.columns), zone AS incarnation FROM record WHERE id = ?",
        arguments: [record])
      // Entries do not depend on the zone.
      let zoneID = RecordZoneID(zoneName: "", ownerName: "")
      return row.map { row in
        let stored = StoredRecord(row, in: zoneID, sealer(of: row["incarnation"]))
        return IndexEntries(of: stored.record, type: type.definition)
      }
    }
  }

  /// Builds the entries of some fields of a type from its records.
  func buildIndex(of recordType: String, fields: Set<String>) throws {
    guard let type = try indexedType(named: recordType) else { return }
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT \(StoredRecord.columns), zone.ownerName AS zoneOwner, zone.zoneName AS zoneName,
            zone.incarnation
          FROM zone JOIN indexEntry ON indexEntry.zone = zone.incarnation AND indexEntry.field = ?
            JOIN record ON record.id = indexEntry.record
          WHERE zone.partition = ?
          """), arguments: [type.membership, partitionID])
    while let row = try rows.next() {
      let zoneID = RecordZoneID(zoneName: row["zoneName"], ownerName: row["zoneOwner"])
      let stored = StoredRecord(row, in: zoneID, sealer(of: row["incarnation"]))
      let entries = IndexEntries(of: stored.record, type: type.definition) { fields.contains($0) }
      try insert(
        Set(entries.rows(type.fieldIDs)), of: row["id"], in: row["incarnation"])
    }
  }

  func deleteEntries(ofField field: Int64) throws {
    for table in ["indexEntry", "indexWord", "indexPlace"] {
      try database.cachedStatement(
        sql: """
          DELETE FROM \(table)
          WHERE field = ? AND zone IN (SELECT incarnation FROM zone WHERE partition = ?)
          """
      ).execute(arguments: [field, partitionID])
    }
  }

  /// Replaces the record's entries by `entries`; nil leaves none.
  ///
  /// Writes only the differences.
  private func replaceEntries(
    of record: Int64, in zone: String, with entries: IndexEntries?, _ type: IndexedType
  ) throws {
    let wanted = Set(type.rows(of: entries))
    let present = try presentEntries(of: record)
    for row in present.subtracting(wanted) {
      switch row {
      case .value(let field, let value):
        try database.cachedStatement(
          sql: "DELETE FROM indexEntry WHERE record = ? AND field = ? AND value = ?"
        ).execute(arguments: [record, field, value])
      case .word(let field, let word):
        try database.cachedStatement(
          sql: "DELETE FROM indexWord WHERE record = ? AND field = ? AND word = ?"
        ).execute(arguments: [record, field, word])
      case .place(let field, let latitude, let longitude):
        try database.cachedStatement(
          sql: """
            DELETE FROM indexPlace
            WHERE record = ? AND field = ? AND latitude = ? AND longitude = ?
            """
        ).execute(arguments: [record, field, latitude, longitude])
      }
    }
    try insert(wanted.subtracting(present), of: record, in: zone)
  }

  private func presentEntries(of record: Int64) throws -> Set<IndexRow> {
    var present: Set<IndexRow> = []
    let values = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT field, value FROM indexEntry WHERE record = ?"),
      arguments: [record])
    for row in values { present.insert(.value(row[0], row[1])) }
    let words = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT field, word FROM indexWord WHERE record = ?"),
      arguments: [record])
    for row in words { present.insert(.word(row[0], row[1])) }
    let places = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT field, latitude, longitude FROM indexPlace WHERE record = ?"),
      arguments: [record])
    for row in places { present.insert(.place(row[0], row[1], row[2])) }
    return present
  }

  private func insert(
    _ rows: some Sequence<IndexRow>, of record: Int64, in zone: String
  ) throws {
    var words: [Int64: [String]] = [:]
    for row in rows {
      switch row {
      case .value(let field, let value):
        var binder = StatementBinder(
          try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO indexEntry (zone, field, value, record) VALUES (?, ?, ?, ?)"
          ))
        binder.bind(zone)
        binder.bind(field)
        binder.bind(value)
        binder.bind(record)
        try binder.execute()
      case .word(let field, let word): words[field, default: []].append(word)
      case .place(let field, let latitude, let longitude):
        try database.cachedStatement(
          sql: """
            INSERT OR IGNORE INTO indexPlace (zone, field, latitude, longitude, record)
            VALUES (?, ?, ?, ?, ?)
            """
        ).execute(arguments: [zone, field, latitude, longitude, record])
      }
    }
    // A text has many words, so one statement for all of them is much faster.
    for (field, words) in words {
      let list = words.jsonText()
      try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO indexWord (zone, field, word, record)
          SELECT ?, ?, value, ? FROM json_each(?)
          """
      ).execute(arguments: [zone, field, record, list])
    }
  }
}

/// One row of the index tables.
private enum IndexRow: Hashable {
  case value(Int64, Data)
  case word(Int64, String)
  case place(Int64, Double, Double)
}

extension SQLiteTransaction.IndexedType {
  /// The rows of a record; none for nil, which stands for a deleted record.
  fileprivate func rows(of entries: IndexEntries?) -> [IndexRow] {
    guard let entries else { return [] }
    return entries.rows(fieldIDs) + [.value(membership, Data())]
  }
}

extension IndexEntries {
  /// The rows, under the numbers of the fields; a field that no longer exists has no rows.
  fileprivate func rows(_ fieldIDs: [String: Int64]) -> [IndexRow] {
    values.compactMap { entry in fieldIDs[entry.field].map { .value($0, entry.value) } }
      + words.compactMap { entry in fieldIDs[entry.field].map { .word($0, entry.value) } }
      + places.compactMap { place in
        fieldIDs[place.field].map { .place($0, place.latitude, place.longitude) }
      }
  }
}
