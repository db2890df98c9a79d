import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB
import SQLiteSupport

extension SQLiteTransaction {
  func record(named name: String, in zone: StoredZone) throws -> StoredRecord? {
    if let known = memory.records[zone.incarnation]?[name] { return known }
    let stored = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT \(StoredRecord.columns) FROM record WHERE zone = ? AND recordName = ?"),
      arguments: [zone.incarnation, name]
    )
    .map { StoredRecord($0, in: zone.zoneID, sealer(of: zone.incarnation)) }
    memory.records[zone.incarnation, default: [:]][name] = .some(stored)
    return stored
  }

  func prefetchRecords(named names: [String], in zone: StoredZone) throws {
    var found: [String: StoredRecord?] = [:]
    for name in names { found[name] = .some(nil) }
    let rows = try Row.fetchCursor(
      database.cachedStatement(
        sql: """
          SELECT \(StoredRecord.columns) FROM json_each(?2) AS name
            CROSS JOIN record ON zone = ?1 AND recordName = name.value
          """), arguments: [zone.incarnation, names.jsonText()])
    while let row = try rows.next() {
      let stored = StoredRecord(row, in: zone.zoneID, sealer(of: zone.incarnation))
      found[stored.record.recordID.recordName] = stored
    }
    memory.records[zone.incarnation, default: [:]].merge(found) { known, _ in known }
  }

  func records(in zone: StoredZone, coveredBy root: String) throws -> [StoredRecord] {
    try records(in: zone, "coveredBy = ? AND NOT isDeleted ORDER BY id", [root])
  }

  func coveredCount(in zone: StoredZone, by root: String) throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(sql: "SELECT count(*) FROM record WHERE zone = ? AND coveredBy = ?"),
      arguments: [zone.incarnation, root]) ?? 0
  }

  func tombstones(in zone: StoredZone, coveredBy root: String) throws -> [StoredRecord] {
    try records(in: zone, "coveredBy = ? AND isDeleted ORDER BY id", [root])
  }

  func hasChildren(_ name: String, in zone: StoredZone) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM record WHERE zone = ? AND parent = ? AND NOT isDeleted)
          """), arguments: [zone.incarnation, name]) ?? false
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
          SELECT \(StoredRecord.columns) FROM recordReference JOIN record ON record.id = recordReference.record
          WHERE recordReference.zone = ? AND target = ? AND action = ? AND NOT isDeleted
          ORDER BY record.id
          """), arguments: [zone.incarnation, name, action.storedWord]
    )
    .map { StoredRecord($0, in: zone.zoneID, sealer(of: zone.incarnation)) }
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
          """), arguments: [zone.incarnation, name, action.storedWord, exception]) ?? 0
  }

  func usedBytes(of user: String) throws -> Int64 {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT bytes FROM usage WHERE partition = ? AND userRecordName = ?"),
      arguments: [partitionID, user]) ?? 0
  }

  func bytes(of zone: StoredZone) throws -> Int64 {
    try Int64.fetchOne(
      database.cachedStatement(sql: "SELECT bytes FROM zone WHERE incarnation = ?"),
      arguments: [zone.incarnation]) ?? 0
  }

  func largestZones(
    of user: String, limit: Int
  ) throws -> [(zoneName: String, bytes: Int64)] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT zoneName, bytes FROM zone WHERE partition = ? AND ownerName = ? AND bytes > 0
          ORDER BY bytes DESC, zoneName LIMIT ?
          """), arguments: [partitionID, user, limit]
    ).map { ($0["zoneName"], $0["bytes"]) }
  }

  func writtenBytes(by user: String, in zone: StoredZone) throws -> Int64 {
    try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT bytes FROM writer WHERE zone = ? AND userRecordName = ?
          """), arguments: [zone.incarnation, user]) ?? 0
  }

  func writers(in zone: StoredZone, limit: Int) throws -> [(user: String, bytes: Int64)] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT userRecordName, bytes FROM writer WHERE zone = ? AND bytes > 0
          ORDER BY bytes DESC, userRecordName LIMIT ?
          """), arguments: [zone.incarnation, limit]
    ).map { ($0["userRecordName"], $0["bytes"]) }
  }

  @discardableResult
  func save(_ stored: StoredRecord, in locked: LockedZone) throws -> StoredRecord {
    requireLock(of: locked, at: stored.sequence)
    let zone = locked.zone
    var saved = stored.asStored
    let record = saved.record
    let statement: String
    if saved.id != nil {
      statement = """
        UPDATE record SET recordType = ?, changeCount = ?, sequence = ?, isDeleted = ?, parent = ?,
          shareReference = ?, shortGUID = ?, coveredBy = ?, fields = ?, sealed = ?, bytes = ?, createdAt = ?,
          createdBy = ?, modifiedAt = ?, modifiedBy = ?
        WHERE zone = ? AND recordName = ?
        """
    } else {
      statement = """
        INSERT INTO record (recordType, changeCount, sequence, isDeleted, parent, shareReference,
          shortGUID, coveredBy, fields, sealed, bytes, createdAt, createdBy, modifiedAt, modifiedBy,
          zone, recordName)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    }
    var binder = StatementBinder(try database.cachedStatement(sql: statement))
    binder.bind(record.recordType)
    binder.bind(saved.changeCount)
    binder.bind(saved.sequence)
    binder.bind(saved.isDeleted ? 1 : 0)
    binder.bind(record.parent)
    binder.bind(record.shareReference)
    binder.bind(record.shortGUID)
    binder.bind(saved.coveredBy)
    let (fields, sealed) = try record.storedFields { sealer(of: zone.incarnation) }
    binder.bind(String(decoding: fields.json, as: UTF8.self))
    binder.bind(sealed)
    binder.bind(saved.chargedBytes)
    binder.bind(record.creationDate?.millisecondsSince1970 ?? 0)
    binder.bind(record.creatorUserRecordName ?? "")
    binder.bind(record.modificationDate?.millisecondsSince1970 ?? 0)
    binder.bind(record.lastModifiedUserRecordName ?? "")
    binder.bind(zone.incarnation)
    binder.bind(record.recordID.recordName)
    try binder.execute()
    if saved.id == nil { saved.id = database.lastInsertedRowID }
    try saveReferences(of: saved, isNew: stored.id == nil, in: zone)
    memory.records[zone.incarnation, default: [:]][record.recordID.recordName] = saved
    return saved
  }

  func setCover(
    _ root: String?, ofRecord name: String, sequence: Int64, in locked: LockedZone
  ) throws {
    requireLock(of: locked, at: sequence)
    let zone = locked.zone
    try database.cachedStatement(
      sql: "UPDATE record SET coveredBy = ?, sequence = ? WHERE zone = ? AND recordName = ?"
    ).execute(arguments: [root, sequence, zone.incarnation, name])
    memory.records[zone.incarnation]?[name] = nil
  }

  /// Stores the references that have an action, so that they can be found by their targets.
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
        stored.id, zone.incarnation, reference.recordName, reference.action.storedWord,
      ])
    }
  }

  /// The records that meet a condition, which may end with their order.
  func records(
    in zone: StoredZone, _ condition: String, _ arguments: StatementArguments
  ) throws -> [StoredRecord] {
    // A cursor copies no row.
    try Array(
      Row.fetchCursor(
        database.cachedStatement(
          sql: "SELECT \(StoredRecord.columns) FROM record WHERE zone = ? AND \(condition)"),
        arguments: [zone.incarnation] + arguments
      )
      .map { StoredRecord($0, in: zone.zoneID, sealer(of: zone.incarnation)) })
  }
}

extension StoredRecord {
  /// The columns that `init(_:in:)` reads, in its order.
  static let columns = [
    "id", "recordName", "recordType", "changeCount", "sequence", "isDeleted", "parent",
    "shareReference", "shortGUID", "coveredBy", "fields", "createdAt", "createdBy", "modifiedAt",
    "modifiedBy", "sealed", "bytes",
  ].map { "record." + $0 }.joined(separator: ", ")

  /// Reads a row with `columns`, by their positions: finding columns by name would take longer than
  /// reading them.
  ///
  /// Values that cannot be read are left out, and the record is marked as damaged.
  init(_ row: Row, in zoneID: RecordZoneID, _ sealer: @autoclosure () -> FieldSealer) {
    let fields = StoredFields.reading(row[10], sealed: row[15], ofRecord: row[1], sealer)
    var record = Record(
      recordType: row[2], recordID: RecordID(recordName: row[1], zoneID: zoneID))
    if let fields { record.take(fields) }
    record.parent = row[6]
    record.shareReference = row[7]
    record.shortGUID = row[8]
    record.creationDate = Date(millisecondsSince1970: row[11])
    record.creatorUserRecordName = row[12]
    record.modificationDate = Date(millisecondsSince1970: row[13])
    record.lastModifiedUserRecordName = row[14]
    self.init(
      id: row[0], record: record, changeCount: row[3], sequence: row[4], isDeleted: row[5],
      coveredBy: row[9],
      isDamaged: fields?.isWhole != true)
    self.record.recordChangeTag = changeTag
    chargedBytes = row[16]
  }
}
