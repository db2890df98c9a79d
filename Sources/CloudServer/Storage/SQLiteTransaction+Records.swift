import CloudModel
import Foundation
import GRDB

extension SQLiteTransaction {
  func record(named name: String, in zone: StoredZone) throws -> StoredRecord? {
    try Row.fetchOne(
      database, sql: "SELECT * FROM record WHERE zone = ? AND recordName = ?",
      arguments: [zone.incarnation, name]
    )
    .map { try StoredRecord($0, in: zone.zoneID) }
  }

  func records(in zone: StoredZone, after sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try Row.fetchAll(
      database,
      sql: "SELECT * FROM record WHERE zone = ? AND sequence > ? ORDER BY sequence LIMIT ?",
      arguments: [zone.incarnation, sequence, limit]
    )
    .map { try StoredRecord($0, in: zone.zoneID) }
  }

  func save(_ stored: StoredRecord, in zone: StoredZone) throws {
    let record = stored.record
    let fields = try JSONEncoder().encode(record.fields.mapValues { WireField($0) })
    try database.execute(
      sql: """
        INSERT INTO record (zone, recordName, recordType, changeCount, sequence,
          isDeleted, fields, createdAt, createdBy, modifiedAt, modifiedBy)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (zone, recordName) DO UPDATE SET recordType = excluded.recordType,
          changeCount = excluded.changeCount, sequence = excluded.sequence,
          isDeleted = excluded.isDeleted, fields = excluded.fields,
          createdAt = excluded.createdAt, createdBy = excluded.createdBy,
          modifiedAt = excluded.modifiedAt, modifiedBy = excluded.modifiedBy
        """,
      arguments: [
        zone.incarnation, record.recordID.recordName, record.recordType, stored.changeCount,
        stored.sequence, stored.isDeleted, String(decoding: fields, as: UTF8.self),
        record.creationDate?.millisecondsSince1970 ?? 0, record.creatorUserRecordName ?? "",
        record.modificationDate?.millisecondsSince1970 ?? 0,
        record.lastModifiedUserRecordName ?? "",
      ])
  }
}

extension StoredRecord {
  fileprivate init(_ row: Row, in zoneID: RecordZoneID) throws {
    let name: String = row["recordName"]
    let fields: [String: WireField]
    do {
      fields = try JSONDecoder().decode([String: WireField].self, from: row["fields"])
    } catch {
      throw StoreError.damaged(what: "the fields of a record cannot be read")
    }
    var record = Record(
      recordType: row["recordType"], recordID: RecordID(recordName: name, zoneID: zoneID),
      fields: fields.compactMapValues(\.value))
    record.creationDate = Date(millisecondsSince1970: row["createdAt"])
    record.creatorUserRecordName = row["createdBy"]
    record.modificationDate = Date(millisecondsSince1970: row["modifiedAt"])
    record.lastModifiedUserRecordName = row["modifiedBy"]
    self.init(
      record: record, changeCount: row["changeCount"], sequence: row["sequence"],
      isDeleted: row["isDeleted"])
    self.record.recordChangeTag = changeTag
  }
}
