package import CloudModel

/// What can be asked of the assets in one partition.
package protocol AssetReading {
  /// The right that a receipt proves, by the receipt's SHA-256.
  func upload(receiptHash: [UInt8]) throws -> StoredUpload?
  /// How many rights the user has that are neither used nor expired.
  func uploadCount(of user: String, at milliseconds: Int64) throws -> Int
}

/// What can be written about the assets in one partition.
package protocol AssetTransaction: AssetReading {
  func insert(_ upload: StoredUpload) throws
  /// Ends a right, because it was used.
  func deleteUpload(_ id: Int64) throws
  /// Says which assets the record holds, instead of those that it held.
  func setAssets(_ assets: [Record.PlacedAsset], ofRecord id: Int64) throws
}

/// What can be asked of all assets together; their bytes are shared by all partitions.
package protocol AssetRegistryReading {
  func upload(tokenHash: [UInt8]) throws -> StoredUpload?
  /// Where the right to this upload was given.
  func partition(ofUpload tokenHash: [UInt8]) throws -> Partition?
  /// What the user of an upload takes where it was asked for; nil for what is no upload.
  ///
  /// What was uploaded and not attached counts once for each asset, until it expires.
  func usage(ofUpload tokenHash: [UInt8], at milliseconds: Int64) throws -> UploadUsage?
  func hasAsset(_ checksum: AssetChecksum) throws -> Bool
  /// Whether an asset lost a reference, or a right expired, since the last sweep.
  func needsAssetSweep(at milliseconds: Int64) throws -> Bool
}

package protocol AssetRegistryTransaction: AssetRegistryReading {
  /// Turns the right to upload into the right to attach what was uploaded.
  func storeReceipt(_ id: Int64, _ receipt: StoredUpload.Receipt, expiresAt: Int64) throws
  func deleteUploads(expiredAt milliseconds: Int64) throws
  /// Forgets assets that lost a reference and have neither another nor a right; of at most `limit`
  /// candidates.
  ///
  /// Returns what was forgotten, and whether there are more candidates.
  func forgetUnusedAssets(limit: Int) throws -> (forgotten: [AssetChecksum], hasMore: Bool)
}
