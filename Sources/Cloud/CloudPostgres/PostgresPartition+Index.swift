import CloudModel
import CloudRows
import CloudRules
import Foundation

extension PostgresPartition {
  func updateIndex(
    of stored: StoredRecord, isNew: Bool, in locked: LockedZone, dueAt: Int64?
  ) throws {
    requireLock(of: locked)
    let (record, zone) = (stored.record, locked.zone)
    guard let id = stored.id, let type = try indexedTypes()[record.recordType] else { return }
    let entries = stored.isDeleted ? nil : IndexEntries(of: record, type: type.definition)
    guard let dueAt else {
      conversation.rows.index(
        RowWrites.IndexRows(
          zone: zone.incarnation, rows: type.rows(of: entries), isNew: isNew, tables: type.tables),
        id: id)
      return
    }
    let text = try entries.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    conversation.write(
      """
      INSERT INTO indexQueue (partition, dueAt, zone, record, recordType, entries)
      VALUES (\(partitionID), \(dueAt), \(zone.incarnation), \(id), \(record.recordType), \(text))
      """)
  }

  func hasDueIndexEntries(milliseconds: Int64) throws -> Bool {
    try conversation.read(
      """
      SELECT EXISTS (SELECT 1 FROM indexQueue
        WHERE partition = \(partitionID) AND dueAt <= \(milliseconds))
      """
    ).one { try $0.next() } ?? false
  }

  /// Takes the rows out of the queue, so that of several transactions one applies each; a writer of the same record
  /// removes its row of the queue too, and waits here, or is waited for.
  func applyDueIndexEntries(milliseconds: Int64) throws {
    guard try hasDueIndexEntries(milliseconds: milliseconds) else { return }
    let rows = try conversation.read(
      """
      WITH due AS (
        DELETE FROM indexQueue WHERE partition = \(partitionID) AND dueAt <= \(milliseconds)
        RETURNING dueAt, id, zone, record, recordType, entries)
      SELECT zone, record, recordType, entries FROM due ORDER BY dueAt, id
      """
    )
    let due = try rows.read { row -> (zone: String, record: Int64, type: String, text: String?) in
      (try row.next(), try row.next(), try row.next(), try row.nextOrNil())
    }
    for row in due {
      guard let type = try indexedTypes()[row.type] else { continue }
      let entries = try row.text.flatMap { try self.entries($0, of: row.record, type) }
      conversation.rows.index(
        RowWrites.IndexRows(
          zone: row.zone, rows: type.rows(of: entries), isNew: false, tables: type.tables),
        id: row.record)
    }
  }

  /// The queued entries; if their text cannot be read, those of the record as it is now.
  private func entries(
    _ text: String, of record: Int64, _ type: IndexedType
  ) throws -> IndexEntries? {
    if let entries = try? JSONDecoder().decode(IndexEntries.self, from: Data(text.utf8)) {
      return entries
    }
    // Entries do not depend on the zone.
    let zoneID = RecordZoneID(zoneName: "", ownerName: "")
    return try conversation.read(
      "SELECT zone, \(sql: StoredRecord.columns) FROM record WHERE id = \(record)"
    ).one { row in
      let zone: String = try row.next()
      let stored = try StoredRecord(&row, in: zoneID, sealer(of: zone))
      return IndexEntries(of: stored.record, type: type.definition)
    }
  }

  func deleteEntries(ofFields fields: [Int64]) {
    for table in ["indexEntry", "indexWord", "indexPlace"] {
      conversation.write(
        """
        DELETE FROM \(sql: table) WHERE field = ANY (\(fields))
          AND zone IN (SELECT incarnation FROM zone WHERE partition = \(partitionID))
        """)
    }
  }

  /// Builds the entries of some fields of a type from its records, some at a time.
  func buildIndex(of recordType: String, fields: Set<String>) throws {
    guard let type = try indexedTypes()[recordType] else { return }
    let zoneID = RecordZoneID(zoneName: "", ownerName: "")
    var last = Int64.min
    while true {
      let records = try conversation.read(
        """
        SELECT record.zone, \(sql: StoredRecord.columns)
        FROM zone JOIN indexEntry ON indexEntry.zone = zone.incarnation
          AND indexEntry.field = \(type.membership)
        JOIN record ON record.id = indexEntry.record
        WHERE zone.partition = \(partitionID) AND record.id > \(last)
        ORDER BY record.id LIMIT 500
        """
      ).read { row in
        let zone: String = try row.next()
        return (zone, try StoredRecord(&row, in: zoneID, sealer(of: zone)))
      }
      for (zone, stored) in records {
        guard let id = stored.id else { continue }
        last = id
        let entries = IndexEntries(of: stored.record, type: type.definition) {
          fields.contains($0)
        }
        conversation.rows.index(
          RowWrites.IndexRows(
            zone: zone, rows: entries.rows(type.fieldIDs), isNew: true, tables: type.tables),
          id: id)
      }
      guard records.count == 500 else { return }
    }
  }
}
