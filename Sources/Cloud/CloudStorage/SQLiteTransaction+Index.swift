import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

extension SQLiteTransaction {
  var indexTables: IndexTables { IndexTables(database: database) }

  func updateIndex(
    of stored: StoredRecord, isNew: Bool, in locked: LockedZone, dueAt: Int64?
  ) throws {
    requireLock(of: locked)
    let (record, zone) = (stored.record, locked.zone)
    guard let id = stored.id else { return }
    guard let type = try indexedType(named: record.recordType) else { return }
    let entries = stored.isDeleted ? nil : IndexEntries(of: record, type: type.definition)
    guard let dueAt else {
      let rows = type.rows(of: entries)
      if isNew { return try indexTables.insert(rows, of: id, in: zone.incarnation) }
      // Queued entries are older than this change.
      try database.cachedStatement(sql: "DELETE FROM indexQueue WHERE record = ?")
        .execute(arguments: [id])
      return try indexTables.replace(of: id, in: zone.incarnation, with: Set(rows))
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
      try indexTables.replace(
        of: row["record"], in: row["zone"], with: Set(type.rows(of: entries)))
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
      try indexTables.insert(
        Set(entries.rows(type.fieldIDs)), of: row["id"], in: row["incarnation"])
    }
  }
}
