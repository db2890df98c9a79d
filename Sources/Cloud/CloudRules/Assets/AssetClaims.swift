import CloudModel

/// The assets of the records in one batch: which receipts they use, and which values are stored in
/// place of those that were sent.
///
/// 1. An asset that a request sends needs a receipt. Only a native client may send back the stored
///    asset without one; this means that the asset stays.
/// 2. A receipt is used once, by the user who got it, for the bytes, the record type, the field and
///    the record that it was given for, in the database that it was asked for.
/// 3. A stored asset has neither a receipt nor an address.
///
/// Source: a value that a read returned cannot be saved; `docs/protocol.md`.
final class AssetClaims {
  let caller: Caller
  let scope: DatabaseScope
  let now: Int64
  private var used: [String: [Int64]] = [:]

  init(by caller: Caller, in scope: DatabaseScope, now: Int64) {
    self.caller = caller
    self.scope = scope
    self.now = now
  }

  /// The record with its assets as they are to be stored.
  ///
  /// `sent` are the fields that the request named; the others were merged from `stored`.
  ///
  /// Throws `.invalidArguments` for an asset that may not be saved this way.
  func complete(
    _ record: Record, sent: Set<String>, over stored: Record?, in zone: StoredZone,
    _ reading: any CloudReading
  ) throws -> Record {
    guard record.fields.values.contains(where: { !$0.assets.isEmpty }) else { return record }
    var completed = record
    var claimed: [Int64] = []
    for (name, value) in record.fields.sorted(by: { $0.key < $1.key }) {
      let kept = stored?.fields[name]?.assets ?? []
      completed.fields[name] = try value.mapAssets { asset, _ in
        guard let receipt = asset.receipt else {
          return try keep(asset, of: name, among: kept, isSent: sent.contains(name))
        }
        let upload = try upload(
          receipt, for: asset, of: name, in: record, zone, taken: claimed, reading)
        if let id = upload.id { claimed.append(id) }
        return upload.receipt.map {
          $0.checksum.asset(size: $0.size, in: scope)
        } ?? asset
      }
    }
    used[record.recordID.recordName] = claimed
    assert(
      completed.fields.values.flatMap(\.assets).allSatisfy { $0.receipt == nil },
      "AssetClaims 3: a receipt would be stored")
    return completed
  }

  /// Stores which assets a saved record holds, and deletes the receipts that were used for them.
  ///
  /// Call it after every save and deletion; it costs nothing if no assets are concerned.
  func update(
    _ saved: StoredRecord, over stored: StoredRecord?, in transaction: any CloudTransaction
  ) throws {
    // A record may be saved and then deleted with another one; its receipts are used once.
    for id in used.removeValue(forKey: saved.record.recordID.recordName) ?? [] {
      guard try transaction.takeUpload(id) else {
        throw CloudError(.serviceUnavailable, "A receipt has just been used. Try again.")
      }
    }
    let assets = saved.record.assets
    guard let id = saved.id, !assets.isEmpty || stored?.record.assets.isEmpty == false else {
      return
    }
    try transaction.setAssets(assets, ofRecord: id)
  }

  private func keep(
    _ asset: Asset, of name: String, among kept: [Asset], isSent: Bool
  ) throws(CloudError) -> Asset {
    let same = kept.first { $0.fileChecksum == asset.fileChecksum && $0.size == asset.size }
    guard let same, !isSent || caller.isNative else {
      throw CloudError(
        .invalidArguments,
        "Invalid value, expected type ASSETID: the asset in '\(name)' has no receipt. Upload it, or "
          + "save the answer of assets/rereference.")
    }
    return same
  }

  private func upload(
    _ receipt: String, for asset: Asset, of name: String, in record: Record, _ zone: StoredZone,
    taken: [Int64], _ reading: any CloudReading
  ) throws -> StoredUpload {
    let upload = try reading.upload(receiptHash: AssetKeys.hash(receipt))
    guard let upload, let id = upload.id, let uploaded = upload.receipt,
      upload.userRecordName == caller.userRecordName, upload.scope == scope,
      upload.zone.map({ $0 == zone.incarnation }) ?? true, upload.expiresAt > now,
      upload.recordType.map({ $0 == record.recordType }) ?? true,
      upload.fieldName.map({ $0 == name }) ?? true,
      upload.recordName.map({ $0 == record.recordID.recordName }) ?? true,
      uploaded.checksum.wireForm == asset.fileChecksum, uploaded.size == asset.size,
      !taken.contains(id), !used.values.contains(where: { $0.contains(id) })
    else {
      throw CloudError(
        .invalidArguments,
        "The receipt of the asset in '\(name)' is not valid here. Upload the asset again.")
    }
    return upload
  }
}
