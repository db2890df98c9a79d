import CloudModel
import CloudRules
import Foundation
import GRDB

extension SQLiteTransaction {
  func upload(receiptHash: [UInt8]) throws -> StoredUpload? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT * FROM assetUpload WHERE receiptHash = ? AND partition = ?"),
      arguments: [Data(receiptHash), partitionID]
    )
    .map { try StoredUpload($0) }
  }

  func uploadCount(of user: String, at milliseconds: Int64) throws -> Int {
    try Int.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT count(*) FROM assetUpload
          WHERE partition = ? AND userRecordName = ? AND expiresAt > ?
          """), arguments: [partitionID, user, milliseconds]) ?? 0
  }

  func insert(_ upload: StoredUpload) throws {
    try database.cachedStatement(
      sql: """
        INSERT INTO assetUpload (partition, userRecordName, scope, zone, recordType, fieldName,
          recordName, tokenHash, receiptHash, checksum, size, expiresAt)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      partitionID, upload.userRecordName, upload.scope.rawValue, upload.zone, upload.recordType,
      upload.fieldName, upload.recordName, upload.tokenHash.map { Data($0) },
      upload.receipt.map { Data($0.hash) }, upload.receipt.map { Data($0.checksum.bytes) },
      upload.receipt?.size, upload.expiresAt,
    ])
  }

  func takeUpload(_ id: Int64) throws -> Bool {
    try database.cachedStatement(sql: "DELETE FROM assetUpload WHERE id = ?").execute(arguments: [
      id
    ])
    return database.changesCount > 0
  }

  func setAssets(_ assets: [CloudModel.Record.PlacedAsset], ofRecord id: Int64) throws {
    try database.cachedStatement(sql: "DELETE FROM assetReference WHERE record = ?").execute(
      arguments: [id])
    for placed in assets {
      guard let checksum = AssetChecksum(wireForm: placed.asset.fileChecksum) else {
        throw StoreError.damaged(what: "an asset has no checksum")
      }
      try database.cachedStatement(
        sql: """
          INSERT INTO assetReference (record, fieldName, position, checksum, size)
          VALUES (?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        id, placed.fieldName, placed.position, Data(checksum.bytes), placed.asset.size,
      ])
    }
  }
}

extension StoredUpload {
  init(_ row: Row) throws {
    let hash: Data? = row["receiptHash"]
    let checksum: Data? = row["checksum"]
    let token: Data? = row["tokenHash"]
    guard let scope = DatabaseScope(rawValue: row["scope"]) else {
      throw StoreError.damaged(what: "an upload belongs to no database")
    }
    self.init(
      id: row["id"], userRecordName: row["userRecordName"], scope: scope, zone: row["zone"],
      recordType: row["recordType"], fieldName: row["fieldName"], recordName: row["recordName"],
      tokenHash: token.map { Array($0) }, receipt: nil, expiresAt: row["expiresAt"])
    guard let hash, let bytes = checksum else { return }
    guard let checksum = AssetChecksum(bytes: bytes) else {
      throw StoreError.damaged(what: "an asset has no checksum")
    }
    receipt = Receipt(hash: Array(hash), checksum: checksum, size: row["size"] ?? 0)
  }
}
