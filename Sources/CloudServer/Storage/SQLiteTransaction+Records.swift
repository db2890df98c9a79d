import CloudModel
import Foundation
import GRDB

extension SQLiteTransaction {
  func record(named name: String, in zone: StoredZone) throws -> StoredRecord? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM record WHERE zone = ? AND recordName = ?"),
      arguments: [zone.incarnation, name]
    )
    .map { try StoredRecord($0, in: zone.zoneID) }
  }

  func records(in zone: StoredZone, after sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try records(in: zone, "sequence > ? ORDER BY sequence LIMIT ?", [sequence, limit])
  }

  func records(in zone: StoredZone, before sequence: Int64, limit: Int) throws -> [StoredRecord] {
    try records(in: zone, "sequence < ? ORDER BY sequence DESC LIMIT ?", [sequence, limit])
  }

  func records(in zone: StoredZone, coveredBy root: String) throws -> [StoredRecord] {
    try records(in: zone, "coveredBy = ? AND NOT isDeleted ORDER BY id", [root])
  }

  func children(of name: String, in zone: StoredZone) throws -> [StoredRecord] {
    try records(in: zone, "parent = ? AND NOT isDeleted ORDER BY id", [name])
  }

  func referrers(
    to name: String, in zone: StoredZone, action: Reference.Action
  ) throws -> [StoredRecord] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT record.* FROM recordReference JOIN record ON record.id = recordReference.record
          WHERE recordReference.zone = ? AND target = ? AND action = ? AND NOT isDeleted
          ORDER BY record.id
          """), arguments: [zone.incarnation, name, action.rawValue]
    )
    .map { try StoredRecord($0, in: zone.zoneID) }
  }

  func referrerCount(
    to name: String, in zone: StoredZone, action: Reference.Action, except exception: String
  ) throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT count(*) FROM recordReference JOIN record ON record.id = recordReference.record
          WHERE recordReference.zone = ? AND target = ? AND action = ? AND NOT isDeleted
            AND recordName <> ?
          """), arguments: [zone.incarnation, name, action.rawValue, exception]) ?? 0
  }

  @discardableResult
  func save(_ stored: StoredRecord, in zone: StoredZone) throws -> StoredRecord {
    let record = stored.record
    let fields = try record.wireFields.json()
    let id = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          INSERT INTO record (zone, recordName, recordType, changeCount, sequence, isDeleted, parent,
            shareReference, shortGUID, coveredBy, fields, bytes, createdAt, createdBy, modifiedAt,
            modifiedBy)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (zone, recordName) DO UPDATE SET recordType = excluded.recordType,
            changeCount = excluded.changeCount, sequence = excluded.sequence,
            isDeleted = excluded.isDeleted, parent = excluded.parent,
            shareReference = excluded.shareReference, shortGUID = excluded.shortGUID,
            coveredBy = excluded.coveredBy, fields = excluded.fields,
            bytes = excluded.bytes,
            createdAt = excluded.createdAt, createdBy = excluded.createdBy,
            modifiedAt = excluded.modifiedAt, modifiedBy = excluded.modifiedBy
          RETURNING id
          """),
      arguments: [
        zone.incarnation, record.recordID.recordName, record.recordType, stored.changeCount,
        stored.sequence, stored.isDeleted, record.parent, record.shareReference, record.shortGUID,
        stored.coveredBy, String(decoding: fields, as: UTF8.self), stored.chargedBytes,
        record.creationDate?.millisecondsSince1970 ?? 0, record.creatorUserRecordName ?? "",
        record.modificationDate?.millisecondsSince1970 ?? 0,
        record.lastModifiedUserRecordName ?? "",
      ])
    var saved = stored
    saved.id = id
    try saveReferences(of: saved, isNew: stored.id == nil, in: zone)
    return saved
  }

  func setCover(
    _ root: String?, ofRecord name: String, sequence: Int64, in zone: StoredZone
  ) throws {
    try database.cachedStatement(
      sql: "UPDATE record SET coveredBy = ?, sequence = ? WHERE zone = ? AND recordName = ?"
    ).execute(arguments: [root, sequence, zone.incarnation, name])
  }

  /// Keeps the references that bind where their targets can find them.
  private func saveReferences(
    of stored: StoredRecord, isNew: Bool, in zone: StoredZone
  ) throws {
    if !isNew {
      try database.cachedStatement(sql: "DELETE FROM recordReference WHERE record = ?").execute(
        arguments: [stored.id])
    }
    for reference in stored.record.references where reference.action != .none {
      try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO recordReference (record, zone, target, action) VALUES (?, ?, ?, ?)
          """
      ).execute(arguments: [
        stored.id, zone.incarnation, reference.recordName, reference.action.rawValue,
      ])
    }
  }

  private func records(
    in zone: StoredZone, _ condition: String, _ arguments: StatementArguments
  ) throws -> [StoredRecord] {
    // A cursor copies no row.
    try Array(
      Row.fetchCursor(
        database.cachedStatement(sql: "SELECT * FROM record WHERE zone = ? AND \(condition)"),
        arguments: [zone.incarnation] + arguments
      )
      .map { try StoredRecord($0, in: zone.zoneID) })
  }
}

extension StoredRecord {
  init(_ row: Row, in zoneID: RecordZoneID) throws {
    let name: String = row["recordName"]
    let fields: [String: WireField]
    do {
      fields = try [String: WireField].read(json: row["fields"])
    } catch {
      throw StoreError.damaged(what: "the fields of a record cannot be read")
    }
    var record = Record(
      recordType: row["recordType"], recordID: RecordID(recordName: name, zoneID: zoneID),
      fields: fields.compactMapValues(\.value))
    record.emptyListTypes = fields.filter { $0.value.value == .list([]) }
      .compactMapValues(\.type)
    record.encryptedKeys = Set(fields.filter { $0.value.isEncrypted == true }.keys)
    record.parent = row["parent"]
    record.shareReference = row["shareReference"]
    record.shortGUID = row["shortGUID"]
    record.creationDate = Date(millisecondsSince1970: row["createdAt"])
    record.creatorUserRecordName = row["createdBy"]
    record.modificationDate = Date(millisecondsSince1970: row["modifiedAt"])
    record.lastModifiedUserRecordName = row["modifiedBy"]
    self.init(
      id: row["id"], record: record, changeCount: row["changeCount"], sequence: row["sequence"],
      isDeleted: row["isDeleted"], coveredBy: row["coveredBy"])
    self.record.recordChangeTag = changeTag
  }
}
