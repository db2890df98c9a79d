import CloudModel
import CloudRows
import CloudRules
import Foundation

extension PostgresPartition {
  func record(named name: String, in zone: StoredZone) throws -> StoredRecord? {
    if let known = memory.records[zone.incarnation]?[name] { return known }
    try prefetchRecords(named: [name], in: zone)
    return memory.records[zone.incarnation]?[name] ?? nil
  }

  func prefetchRecords(named names: [String], in zone: StoredZone) throws {
    let known = memory.records[zone.incarnation] ?? [:]
    var found: [String: StoredRecord?] = [:]
    for name in names where known[name] == nil { found[name] = .some(nil) }
    guard !found.isEmpty else { return }
    // The order makes PostgreSQL seek each name, also by a plan from the time when the table was empty. Such a plan
    // for `recordName = ANY` walks through the whole zone.
    let rows = try conversation.read(
      """
      SELECT \(sql: StoredRecord.columns) FROM unnest(\(found.keys.sorted())) AS n (name)
      CROSS JOIN LATERAL (
        SELECT * FROM record WHERE zone = \(zone.incarnation) AND recordName >= n.name
        ORDER BY recordName LIMIT 1) AS record
      WHERE record.recordName = n.name
      """)
    let stored = try rows.read {
      try StoredRecord(&$0, in: zone.zoneID, sealer(of: zone.incarnation))
    }
    for record in stored { found[record.record.recordID.recordName] = record }
    memory.records[zone.incarnation, default: [:]].merge(found) { known, _ in known }
  }

  func records(in zone: StoredZone, coveredBy root: String) throws -> [StoredRecord] {
    try records(in: zone, "coveredBy = \(root) AND NOT isDeleted ORDER BY id")
  }

  func coveredCount(in zone: StoredZone, by root: String) throws -> Int {
    try conversation.read(
      "SELECT count(*) FROM record WHERE zone = \(zone.incarnation) AND coveredBy = \(root)"
    ).one { try $0.next() } ?? 0
  }

  func tombstones(in zone: StoredZone, coveredBy root: String) throws -> [StoredRecord] {
    try records(in: zone, "coveredBy = \(root) AND isDeleted ORDER BY id")
  }

  func hasChildren(_ name: String, in zone: StoredZone) throws -> Bool {
    try conversation.read(
      """
      SELECT EXISTS (SELECT 1 FROM record
        WHERE zone = \(zone.incarnation) AND parent = \(name) AND NOT isDeleted)
      """
    ).one { try $0.next() } ?? false
  }

  func children(of name: String, in zone: StoredZone) throws -> [StoredRecord] {
    try records(in: zone, "parent = \(name) AND NOT isDeleted ORDER BY id")
  }

  func referrers(
    to name: String, in zone: StoredZone, action: Reference.Action
  ) throws -> [StoredRecord] {
    try conversation.read(
      """
      SELECT \(sql: StoredRecord.columns) FROM recordReference
        JOIN record ON record.id = recordReference.record
      WHERE recordReference.zone = \(zone.incarnation) AND target = \(name)
        AND action = \(action.storedWord) AND NOT isDeleted
      ORDER BY record.id
      """
    ).read { try StoredRecord(&$0, in: zone.zoneID, sealer(of: zone.incarnation)) }
  }

  func referrerCount(
    to name: String, in zone: StoredZone, action: Reference.Action, except exception: String
  ) throws -> Int {
    try conversation.read(
      """
      SELECT count(*) FROM recordReference JOIN record ON record.id = recordReference.record
      WHERE recordReference.zone = \(zone.incarnation) AND target = \(name)
        AND action = \(action.storedWord) AND NOT isDeleted AND recordName <> \(exception)
      """
    ).one { try $0.next() } ?? 0
  }

  @discardableResult
  func save(_ stored: StoredRecord, in locked: LockedZone) throws -> StoredRecord {
    requireLock(of: locked, at: stored.sequence)
    let zone = locked.zone
    var saved = stored.asStored
    let (fields, sealed) = try saved.record.storedFields { sealer(of: zone.incarnation) }
    let isNew = saved.id == nil
    let id = try saved.id ?? newRecordID(in: zone)
    saved.id = id
    conversation.rows.save(
      RowWrites.RecordRow(
        stored: saved, zone: zone.incarnation, isNew: isNew,
        fields: String(decoding: fields.json, as: UTF8.self), sealed: sealed), id: id)
    memory.records[zone.incarnation, default: [:]][saved.record.recordID.recordName] = saved
    return saved
  }

  private func newRecordID(in zone: StoredZone) throws -> Int64 {
    if let id = memory.blocks[zone.incarnation]?.take() { return id }
    var block = try conversation.read(RecordBlock.reservation)
      .one { RecordBlock(number: try $0.next()) }
    let id = block?.take()
    memory.blocks[zone.incarnation] = block
    guard let id else { throw StoreError.failed(reason: "there are no numbers for records") }
    return id
  }

  func setCover(
    _ root: String?, ofRecord name: String, sequence: Int64, in locked: LockedZone
  ) throws {
    requireLock(of: locked, at: sequence)
    let zone = locked.zone
    guard var stored = try record(named: name, in: zone), let id = stored.id else { return }
    if !conversation.rows.setCover(root, sequence: sequence, id: id) {
      conversation.write(
        "UPDATE record SET coveredBy = \(root), sequence = \(sequence) WHERE id = \(id)")
    }
    stored.coveredBy = root
    stored.sequence = sequence
    memory.records[zone.incarnation, default: [:]][name] = stored
  }

  /// The records that meet a condition, which may end with their order.
  func records(in zone: StoredZone, _ condition: SQL) throws -> [StoredRecord] {
    try conversation.read(
      """
      SELECT \(sql: StoredRecord.columns) FROM record
      WHERE zone = \(zone.incarnation) AND \(condition)
      """
    ).read { try StoredRecord(&$0, in: zone.zoneID, sealer(of: zone.incarnation)) }
  }
}

extension StoredRecord {
  static let columns = [
    "id", "recordName", "recordType", "changeCount", "sequence", "isDeleted", "parent",
    "shareReference", "shortGUID", "coveredBy", "fields", "createdAt", "createdBy", "modifiedAt",
    "modifiedBy", "sealed", "bytes",
  ].map { "record." + $0 }.joined(separator: ", ")

  /// Reads `columns`.
  ///
  /// Values that cannot be read are left out, and the record is marked as damaged.
  init(
    _ row: inout Columns, in zoneID: RecordZoneID, _ sealer: @autoclosure () -> FieldSealer
  ) throws {
    let id: Int64 = try row.next()
    let name: String = try row.next()
    var record = Record(
      recordType: try row.next(), recordID: RecordID(recordName: name, zoneID: zoneID))
    self.init(
      id: id, record: record, changeCount: try row.next(), sequence: try row.next(),
      isDeleted: try row.next())
    record.parent = try row.nextOrNil()
    record.shareReference = try row.nextOrNil()
    record.shortGUID = try row.nextOrNil()
    coveredBy = try row.nextOrNil()
    let text: String = try row.next()
    record.creationDate = Date(millisecondsSince1970: try row.next())
    record.creatorUserRecordName = try row.next()
    record.modificationDate = Date(millisecondsSince1970: try row.next())
    record.lastModifiedUserRecordName = try row.next()
    let fields = StoredFields.reading(
      Data(text.utf8), sealed: try row.nextOrNil(), ofRecord: name, sealer)
    if let fields { record.take(fields) }
    isDamaged = fields?.isWhole != true
    self.record = record
    self.record.recordChangeTag = changeTag
    chargedBytes = try row.next()
  }
}
