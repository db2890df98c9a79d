import CloudModel
import CloudRules
import Foundation

extension PostgresPartition {
  func upload(receiptHash: [UInt8]) throws -> StoredUpload? {
    try conversation.read(
      """
      SELECT \(sql: StoredUpload.columns) FROM assetUpload
      WHERE receiptHash = \(receiptHash) AND partition = \(partitionID)
      """
    ).one { try StoredUpload(&$0) }
  }

  func uploadCount(of user: String, at milliseconds: Int64) throws -> Int {
    try conversation.read(
      """
      SELECT count(*) FROM assetUpload
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND expiresAt > \(milliseconds)
      """
    ).one { try $0.next() } ?? 0
  }

  func insert(_ upload: StoredUpload) throws {
    conversation.write(
      """
      INSERT INTO assetUpload (partition, userRecordName, scope, zone, recordType, fieldName,
        recordName, tokenHash, receiptHash, checksum, size, expiresAt)
      VALUES (\(partitionID), \(upload.userRecordName), \(upload.scope.rawValue), \(upload.zone),
        \(upload.recordType), \(upload.fieldName), \(upload.recordName), \(upload.tokenHash),
        \(upload.receipt?.hash), \(upload.receipt?.checksum.bytes), \(upload.receipt?.size),
        \(upload.expiresAt))
      """)
  }

  func takeUpload(_ id: Int64) throws -> Bool {
    try conversation.read(
      """
      WITH gone AS (DELETE FROM assetUpload WHERE id = \(id) RETURNING checksum),
        released AS (
          INSERT INTO releasedAsset SELECT checksum FROM gone WHERE checksum IS NOT NULL
          ON CONFLICT (checksum) DO UPDATE SET checksum = excluded.checksum)
      SELECT EXISTS (SELECT 1 FROM gone)
      """
    ).one { try $0.next() } ?? false
  }

  func setAssets(_ assets: [CloudModel.Record.PlacedAsset], ofRecord id: Int64) throws {
    let checksums = try assets.map { placed in
      guard let checksum = AssetChecksum(wireForm: placed.asset.fileChecksum) else {
        throw StoreError.damaged(what: "an asset has no checksum")
      }
      return checksum
    }
    // In an order that is the same for every transaction.
    for checksum in Set(checksums.map(\.hex)).sorted() { conversation.lock(.asset, checksum) }
    conversation.releaseReferences("record = \(id)")
    guard !assets.isEmpty else { return }
    conversation.write(
      """
      INSERT INTO assetReference (record, fieldName, position, checksum, size)
      SELECT \(id), * FROM unnest(\(assets.map(\.fieldName)), \(assets.map { Int64($0.position) }),
        \(checksums.map { Data($0.bytes) }), \(assets.map { Int64($0.asset.size) }))
      """)
  }
}

extension Conversation {
  /// Removes the references that meet a condition, and notes their assets as released.
  func releaseReferences(_ condition: SQL) { release(from: "assetReference", condition) }

  /// Removes upload rights that meet a condition, and notes their assets as released.
  func releaseUploads(_ condition: SQL) { release(from: "assetUpload", condition) }

  /// A row that is there already is written again, so that a sweep that is about to take it waits for the end of this
  /// transaction, and sees that the reference is gone.
  private func release(from table: String, _ condition: SQL) {
    write(
      """
      WITH gone AS (DELETE FROM \(sql: table) WHERE \(condition) RETURNING checksum)
      INSERT INTO releasedAsset SELECT DISTINCT checksum FROM gone WHERE checksum IS NOT NULL
      ORDER BY checksum ON CONFLICT (checksum) DO UPDATE SET checksum = excluded.checksum
      """)
  }
}

extension StoredUpload {
  static let columns = """
    id, userRecordName, scope, zone, recordType, fieldName, recordName, tokenHash, receiptHash,
    checksum, size, expiresAt
    """

  init(_ row: inout Columns) throws {
    let id: Int64 = try row.next()
    let user: String = try row.next()
    guard let scope = DatabaseScope(rawValue: try row.next()) else {
      throw StoreError.damaged(what: "an upload belongs to no database")
    }
    self.init(
      id: id, userRecordName: user, scope: scope, zone: try row.nextOrNil(),
      recordType: try row.nextOrNil(), fieldName: try row.nextOrNil(),
      recordName: try row.nextOrNil(), tokenHash: try row.nextOrNil(Data.self).map { Array($0) },
      expiresAt: 0)
    let hash = try row.nextOrNil(Data.self)
    let bytes = try row.nextOrNil(Data.self)
    let size: Int64 = try row.nextOrNil() ?? 0
    expiresAt = try row.next()
    guard let hash, let bytes else { return }
    guard let checksum = AssetChecksum(bytes: bytes) else {
      throw StoreError.damaged(what: "an asset has no checksum")
    }
    receipt = Receipt(hash: Array(hash), checksum: checksum, size: size)
  }
}
