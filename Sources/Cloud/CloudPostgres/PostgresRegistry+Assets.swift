import CloudModel
import CloudRows
import CloudRules
import Foundation

extension PostgresRegistry {
  func upload(tokenHash: [UInt8]) throws -> StoredUpload? {
    try conversation.read(
      "SELECT \(sql: StoredUpload.columns) FROM assetUpload WHERE tokenHash = \(tokenHash)"
    ).one { try StoredUpload(&$0) }
  }

  func partition(ofUpload tokenHash: [UInt8]) throws -> Partition? {
    try conversation.read(
      """
      SELECT container, environment FROM assetUpload
        JOIN partition ON partition.id = assetUpload.partition
      WHERE tokenHash = \(tokenHash)
      """
    ).one { try Partition(&$0) }
  }

  func usage(ofUpload tokenHash: [UInt8], at milliseconds: Int64) throws -> UploadUsage? {
    guard let upload = try upload(tokenHash: tokenHash),
      let partition = try partition(ofUpload: tokenHash).flatMap({ try self.partition($0) })
    else { return nil }
    let id = try id(of: partition.partition)
    let user = upload.userRecordName
    // Bytes that were uploaded before cost nothing more while a record holds them.
    let answers = try conversation.read([
      """
      SELECT coalesce(sum(size), 0)::bigint FROM (
        SELECT DISTINCT checksum, size FROM assetUpload AS upload
        WHERE partition = \(id) AND userRecordName = \(user) AND expiresAt > \(milliseconds)
          AND checksum IS NOT NULL AND (tokenHash IS NOT NULL OR NOT EXISTS
            (SELECT 1 FROM assetReference WHERE checksum = upload.checksum))) AS unattached
      """,
      """
      SELECT coalesce(sum(bytes), 0)::bigint FROM zone
      WHERE partition = \(id) AND ownerName = \(user)
      """,
      """
      SELECT memberBytes, coalesce((SELECT bytes FROM writer
        WHERE writer.zone = zone.incarnation AND userRecordName = \(user)), 0)
      FROM zone WHERE incarnation = \(upload.zone) AND memberBytes IS NOT NULL
      """,
    ])
    let member = try answers[2].one { row in
      let (limit, written): (Int64, Int64) = (try row.next(), try row.next())
      return UploadUsage.MemberRoom(limit: limit, free: limit - written)
    }
    return UploadUsage(
      upload: upload, partition: partition, storedBytes: try answers[1].one { try $0.next() } ?? 0,
      unattachedBytes: try answers[0].one { try $0.next() } ?? 0,
      member: upload.scope == .shared ? member : nil)
  }

  func hasAsset(_ checksum: AssetChecksum) throws -> Bool {
    try conversation.read(
      "SELECT EXISTS (SELECT 1 FROM asset WHERE checksum = \(checksum.bytes))"
    ).one { try $0.next() } ?? false
  }

  func mayRead(
    _ checksum: AssetChecksum, _ holder: AssetHolder, at milliseconds: Int64
  ) throws -> Bool {
    let user = holder.user
    let right: SQL =
      switch holder.scope {
      // Whoever may follow the link of a share sees the share and its root before accepting.
      case .public:
        """
        (zone.ownerName IN (partition.ownerName, \(user))
          OR EXISTS (
            SELECT 1 FROM share
            WHERE share.zone = zone.incarnation AND root IN ('', record.coveredBy)
              AND publicPermission <> 'NONE')
          OR EXISTS (
            SELECT 1 FROM participant
            WHERE participant.zone = zone.incarnation AND root IN ('', record.coveredBy)
              AND userRecordName = \(user) AND status <> 'REMOVED' AND permission <> 'NONE'))
        """
      case .private: "zone.ownerName = \(user)"
      case .shared:
        """
        zone.ownerName <> \(user) AND EXISTS (
          SELECT 1 FROM participant
          WHERE participant.zone = zone.incarnation AND root IN ('', record.coveredBy)
            AND userRecordName = \(user) AND status = 'ACCEPTED' AND permission <> 'NONE')
        """
      }
    let (container, environment) = (
      holder.partition.container, holder.partition.environment.rawValue
    )
    return try conversation.read(
      """
      SELECT NOT EXISTS (
        SELECT 1 FROM account
        WHERE userRecordName = \(user) AND state <> \(AccountState.active.rawValue))
      AND (EXISTS (
        SELECT 1 FROM assetReference
          JOIN record ON record.id = assetReference.record
          JOIN zone ON zone.incarnation = record.zone
          JOIN partition ON partition.id = zone.partition
        WHERE checksum = \(checksum.bytes) AND container = \(container)
          AND environment = \(environment) AND \(right))
      OR EXISTS (
        SELECT 1 FROM assetUpload JOIN partition ON partition.id = assetUpload.partition
        WHERE checksum = \(checksum.bytes) AND container = \(container)
          AND environment = \(environment) AND userRecordName = \(user)
          AND expiresAt > \(milliseconds)))
      """
    ).one { try $0.next() } ?? false
  }

  func needsAssetSweep(at milliseconds: Int64) throws -> Bool {
    try conversation.read(
      """
      SELECT EXISTS (SELECT 1 FROM releasedAsset)
        OR EXISTS (SELECT 1 FROM assetUpload WHERE \(Self.isOver(at: milliseconds)))
      """
    ).one { try $0.next() } ?? false
  }

  func lockUpload(tokenHash: [UInt8]) throws -> StoredUpload? {
    let upload = try conversation.read(
      """
      SELECT \(sql: StoredUpload.columns) FROM assetUpload WHERE tokenHash = \(tokenHash) FOR UPDATE
      """
    ).one { try StoredUpload(&$0) }
    if let id = upload?.id { locks.take(.upload(id)) }
    return upload
  }

  func lockAsset(_ checksum: AssetChecksum) throws -> Bool {
    conversation.lock(.asset, checksum.hex)
    locks.take(.asset(checksum))
    return try hasAsset(checksum)
  }

  func storeReceipt(_ id: Int64, _ receipt: StoredUpload.Receipt, expiresAt: Int64) throws {
    locks.require(.upload(id))
    locks.require(.asset(receipt.checksum))
    let checksum = receipt.checksum.bytes
    conversation.write(
      """
      INSERT INTO asset (checksum, size) VALUES (\(checksum), \(receipt.size))
      ON CONFLICT DO NOTHING
      """)
    conversation.write(
      """
      UPDATE assetUpload SET receiptHash = \(receipt.hash), checksum = \(checksum),
        size = \(receipt.size), expiresAt = \(expiresAt)
      WHERE id = \(id)
      """)
  }

  /// In milliseconds; one that ends later than this was made before the clock went back.
  private static let longestUploadLife = Int64(CloudLimits.uploadAndReceiptSeconds) * 1000

  private static func isOver(at milliseconds: Int64) -> SQL {
    "(expiresAt <= \(milliseconds) OR expiresAt > \(milliseconds + longestUploadLife))"
  }

  func deleteUploads(expiredAt milliseconds: Int64) throws {
    conversation.releaseUploads(Self.isOver(at: milliseconds))
  }

  func forgetUnusedAssets(limit: Int) throws -> (forgotten: [AssetChecksum], hasMore: Bool) {
    let candidates: [Data] = try conversation.read(
      "SELECT checksum FROM releasedAsset ORDER BY checksum LIMIT \(limit)"
    ).read { try $0.next() }
    guard !candidates.isEmpty else { return ([], false) }
    // Whoever refers to an asset holds its lock; what was committed before is seen by the next statement.
    for candidate in candidates {
      guard let checksum = AssetChecksum(bytes: candidate) else { continue }
      conversation.lock(.asset, checksum.hex)
      locks.take(.asset(checksum))
    }
    conversation.write("DELETE FROM releasedAsset WHERE checksum = ANY (\(candidates))")
    let gone: [Data] = try conversation.read(
      """
      DELETE FROM asset AS a WHERE checksum = ANY (\(candidates))
        AND NOT EXISTS (SELECT 1 FROM assetReference AS r WHERE r.checksum = a.checksum)
        AND NOT EXISTS (SELECT 1 FROM assetUpload AS u WHERE u.checksum = a.checksum)
      RETURNING checksum
      """
    ).read { try $0.next() }
    let forgotten = Set(gone)
    return (
      candidates.filter(forgotten.contains).compactMap { AssetChecksum(bytes: $0) },
      candidates.count == limit
    )
  }
}
