import CloudModel
import CloudRows
import CloudRules
import Foundation
import GRDB

extension SQLiteRegistry {
  func upload(tokenHash: [UInt8]) throws -> StoredUpload? {
    try Row.fetchOne(
      database.cachedStatement(sql: "SELECT * FROM assetUpload WHERE tokenHash = ?"),
      arguments: [Data(tokenHash)]
    )
    .map { try StoredUpload($0) }
  }

  func partition(ofUpload tokenHash: [UInt8]) throws -> Partition? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT partition.* FROM assetUpload JOIN partition ON partition.id = assetUpload.partition
          WHERE tokenHash = ?
          """), arguments: [Data(tokenHash)]
    )
    .map { try Partition($0) }
  }

  func usage(ofUpload tokenHash: [UInt8], at milliseconds: Int64) throws -> UploadUsage? {
    guard let upload = try upload(tokenHash: tokenHash),
      let partition = try partition(ofUpload: tokenHash).flatMap({ try self.partition($0) })
    else { return nil }
    let id = try id(of: partition.partition)
    // Bytes that were uploaded before cost nothing more while a record holds them.
    let unattached = try Int64.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT sum(size) FROM (
            SELECT DISTINCT checksum, size FROM assetUpload AS upload
            WHERE partition = ? AND userRecordName = ? AND expiresAt > ? AND checksum IS NOT NULL
              AND (tokenHash IS NOT NULL OR NOT EXISTS
                (SELECT 1 FROM assetReference WHERE checksum = upload.checksum)))
          """), arguments: [id, upload.userRecordName, milliseconds])
    let stored = try Int64.fetchOne(
      database.cachedStatement(
        sql: "SELECT bytes FROM usage WHERE partition = ? AND userRecordName = ?"),
      arguments: [id, upload.userRecordName])
    return UploadUsage(
      upload: upload, partition: partition, storedBytes: stored ?? 0,
      unattachedBytes: unattached ?? 0, member: try memberRoom(for: upload))
  }

  private func memberRoom(for upload: StoredUpload) throws -> UploadUsage.MemberRoom? {
    guard upload.scope == .shared, let zone = upload.zone else { return nil }
    return try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT memberBytes,
            coalesce((SELECT bytes FROM writer WHERE zone = ?1 AND userRecordName = ?2), 0) AS written
          FROM zone WHERE incarnation = ?1 AND memberBytes IS NOT NULL
          """), arguments: [zone, upload.userRecordName]
    ).map { row in
      let (limit, written): (Int64, Int64) = (row["memberBytes"], row["written"])
      return UploadUsage.MemberRoom(limit: limit, free: limit - written)
    }
  }

  func hasAsset(_ checksum: AssetChecksum) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM asset WHERE checksum = ?)"),
      arguments: [Data(checksum.bytes)]) ?? false
  }

  func mayRead(
    _ checksum: AssetChecksum, _ holder: AssetHolder, at milliseconds: Int64
  ) throws -> Bool {
    let right =
      switch holder.scope {
      // Whoever may follow the link of a share sees the share and its root before accepting.
      case .public:
        """
        (zone.ownerName IN (partition.ownerName, ?4)
          OR EXISTS (
            SELECT 1 FROM share
            WHERE share.zone = zone.incarnation AND root IN ('', record.coveredBy)
              AND publicPermission <> 'NONE')
          OR EXISTS (
            SELECT 1 FROM participant
            WHERE participant.zone = zone.incarnation AND root IN ('', record.coveredBy)
              AND userRecordName = ?4 AND status <> 'REMOVED' AND permission <> 'NONE'))
        """
      case .private: "zone.ownerName = ?4"
      case .shared:
        """
        zone.ownerName <> ?4 AND EXISTS (
          SELECT 1 FROM participant
          WHERE participant.zone = zone.incarnation AND root IN ('', record.coveredBy)
            AND userRecordName = ?4 AND status = 'ACCEPTED' AND permission <> 'NONE')
        """
      }
    return try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT NOT EXISTS (
            SELECT 1 FROM account
            WHERE userRecordName = ?4 AND state <> '\(AccountState.active.rawValue)')
          AND (EXISTS (
            SELECT 1 FROM assetReference
            CROSS JOIN record ON record.id = assetReference.record
            CROSS JOIN zone ON zone.incarnation = record.zone
            CROSS JOIN partition ON partition.id = zone.partition
            WHERE checksum = ?1 AND container = ?2 AND environment = ?3 AND \(right))
          OR EXISTS (
            SELECT 1 FROM assetUpload JOIN partition ON partition.id = assetUpload.partition
            WHERE checksum = ?1 AND container = ?2 AND environment = ?3
              AND userRecordName = ?4 AND expiresAt > ?5))
          """),
      arguments: [
        Data(checksum.bytes), holder.partition.container, holder.partition.environment.rawValue,
        holder.user, milliseconds,
      ]) ?? false
  }

  func needsAssetSweep(at milliseconds: Int64) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM releasedAsset)
            OR EXISTS (SELECT 1 FROM assetUpload WHERE expiresAt <= ? OR expiresAt > ?)
          """), arguments: [milliseconds, milliseconds + Self.longestUploadLife]) ?? false
  }

  func lockUpload(tokenHash: [UInt8]) throws -> StoredUpload? {
    let upload = try upload(tokenHash: tokenHash)
    if let id = upload?.id { locks.take(.upload(id)) }
    return upload
  }

  func lockAsset(_ checksum: AssetChecksum) throws -> Bool {
    locks.take(.asset(checksum))
    return try hasAsset(checksum)
  }

  func storeReceipt(_ id: Int64, _ receipt: StoredUpload.Receipt, expiresAt: Int64) throws {
    locks.require(.upload(id))
    locks.require(.asset(receipt.checksum))
    let checksum = Data(receipt.checksum.bytes)
    try database.cachedStatement(sql: "INSERT OR IGNORE INTO asset (checksum, size) VALUES (?, ?)")
      .execute(arguments: [checksum, receipt.size])
    try database.cachedStatement(
      sql: """
        UPDATE assetUpload
        SET receiptHash = ?, checksum = ?, size = ?, expiresAt = ? WHERE id = ?
        """
    ).execute(arguments: [Data(receipt.hash), checksum, receipt.size, expiresAt, id])
  }

  /// In milliseconds; one that ends later than this was made before the clock went back.
  private static let longestUploadLife = Int64(CloudLimits.uploadAndReceiptSeconds) * 1000

  func deleteUploads(expiredAt milliseconds: Int64) throws {
    try database.cachedStatement(
      sql: "DELETE FROM assetUpload WHERE expiresAt <= ? OR expiresAt > ?"
    ).execute(arguments: [milliseconds, milliseconds + Self.longestUploadLife])
  }

  func forgetUnusedAssets(limit: Int) throws -> (forgotten: [AssetChecksum], hasMore: Bool) {
    let candidates = try Data.fetchAll(
      database.cachedStatement(sql: "SELECT checksum FROM releasedAsset ORDER BY checksum LIMIT ?"),
      arguments: [limit])
    var forgotten: [AssetChecksum] = []
    for candidate in candidates {
      try database.cachedStatement(sql: "DELETE FROM releasedAsset WHERE checksum = ?").execute(
        arguments: [candidate])
      try database.cachedStatement(
        sql: """
          DELETE FROM asset WHERE checksum = ?1
            AND NOT EXISTS (SELECT 1 FROM assetReference WHERE checksum = ?1)
            AND NOT EXISTS (SELECT 1 FROM assetUpload WHERE checksum = ?1)
          """
      ).execute(arguments: [candidate])
      if database.changesCount > 0, let checksum = AssetChecksum(bytes: candidate) {
        forgotten.append(checksum)
      }
    }
    return (forgotten, candidates.count == limit)
  }
}
