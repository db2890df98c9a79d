package import CloudModel

/// Reads the assets of one partition.
package protocol AssetReading {
  /// The right that a receipt proves, by the receipt's SHA-256.
  func upload(receiptHash: [UInt8]) throws -> StoredUpload?
  /// The number of the user's upload rights that are neither used nor expired.
  func uploadCount(of user: String, at milliseconds: Int64) throws -> Int
}

/// Writes the assets of one partition.
package protocol AssetTransaction: AssetReading {
  func insert(_ upload: StoredUpload) throws
  /// Ends a right, because it is used; false if it has ended already.
  ///
  /// Of several transactions at the same time, one gets true.
  func takeUpload(_ id: Int64) throws -> Bool
  /// Replaces the list of assets that the record holds, and locks these assets.
  func setAssets(_ assets: [Record.PlacedAsset], ofRecord id: Int64) throws
}

/// Reads the assets of all partitions together, because partitions share the bytes.
package protocol AssetRegistryReading {
  func upload(tokenHash: [UInt8]) throws -> StoredUpload?
  /// The partition in which the right to this upload was given.
  func partition(ofUpload tokenHash: [UInt8]) throws -> Partition?
  /// The storage that the user of an upload occupies in the upload's partition; nil if there is no
  /// such upload.
  ///
  /// An asset that was uploaded and not attached counts once, until it expires.
  func usage(ofUpload tokenHash: [UInt8], at milliseconds: Int64) throws -> UploadUsage?
  func hasAsset(_ checksum: AssetChecksum) throws -> Bool
  /// Whether an asset has lost a reference, or an upload right has expired, since the last sweep.
  func needsAssetSweep(at milliseconds: Int64) throws -> Bool
}

/// Writes the assets of all partitions.
package protocol AssetRegistryTransaction: AssetRegistryReading {
  /// The right to upload that a link gives, locked until the end of the transaction.
  func lockUpload(tokenHash: [UInt8]) throws -> StoredUpload?
  /// Locks the asset until the end of the transaction, also if the store does not know it; returns
  /// whether the store knows it.
  ///
  /// Bytes are kept and removed only under this lock.
  func lockAsset(_ checksum: AssetChecksum) throws -> Bool
  /// Turns the right to upload into the right to attach what was uploaded. The caller has locked the
  /// right and the asset.
  func storeReceipt(_ id: Int64, _ receipt: StoredUpload.Receipt, expiresAt: Int64) throws
  func deleteUploads(expiredAt milliseconds: Int64) throws
  /// Forgets assets that lost a reference and have no other reference and no upload right left, and
  /// locks them; looks at no more than `limit` candidates.
  ///
  /// Returns what was forgotten, and whether there are more candidates.
  func forgetUnusedAssets(limit: Int) throws -> (forgotten: [AssetChecksum], hasMore: Bool)
}
