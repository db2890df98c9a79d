package import CloudModel
package import CloudRules
import Foundation
package import NIOCore
import NIOPosix
import Synchronization

/// Receives the bytes of assets, hands them out, and removes them when no record needs them.
///
/// 1. Bytes stream between the network and the disk; no step holds more than a chunk.
/// 2. An upload is acknowledged when bytes and receipt are durable.
/// 3. Blocking work runs on the thread pool for files.
package struct AssetService: Sendable {
  /// Our choice: the bytes that a multipart body may have around its file.
  private static let formBytes: Int64 = 64 * 1024
  private static let sweepBatch = 100

  let store: any CloudStore
  let blobs: BlobStore
  let keys: AssetKeys
  let surroundings: Surroundings
  let links: AssetLinks
  let partials = PartialUploads()
  private let conditions: any RequestConditions
  private let uploadsUnderWay = UploadsUnderWay()
  private let spared = SparedAssets()

  /// Reads the cloud's secret for assets, or makes it.
  ///
  /// `linkSeconds` is how long a download link works. Without `conditions` the default quotas
  /// apply.
  package init(
    store: any CloudStore, blobs: BlobStore, surroundings: Surroundings,
    conditions: any RequestConditions = UnrestrictedConditions(),
    linkSeconds: Int = AssetLinks.usualLifetimeSeconds
  ) throws {
    self.store = store
    self.blobs = blobs
    self.surroundings = surroundings
    self.conditions = conditions
    let secret = try store.writeRegistry { registry in
      if let known = try registry.lockSetting(AssetKeys.settingName).flatMap(Base64URL.decode) {
        return known
      }
      let secret = surroundings.randomBytes(32)
      try registry.setSetting(AssetKeys.settingName, to: Base64URL.encode(secret))
      return secret
    }
    keys = AssetKeys(secret: secret)
    links = AssetLinks(keys: keys, lifetimeSeconds: linkSeconds)
  }

  /// Receives the bytes for an upload link; returns the asset with which the field is to be saved.
  ///
  /// `contentLength` is what the client announced, if it did. A body with the content type of a form
  /// has the file in its part `files`; every other body is the file.
  ///
  /// Throws `AssetFailure`; then no bytes are kept.
  package func receive<Body: AsyncSequence>(
    _ body: Body, contentType: String?, contentLength: Int64?, token: String
  ) async throws -> Asset where Body.Element == ByteBuffer {
    let allowance = try await store.onThread {
      _ = try upload(token)
      return try self.allowance(forLink: token)
    }
    var scanner = try MultipartScanner(contentType: contentType)
    guard (contentLength ?? 0) <= CloudLimits.assetBytes + (scanner == nil ? 0 : Self.formBytes)
    else { throw AssetFailure.tooLarge }
    // The length of a form is not the length of the file in it.
    if scanner == nil, let contentLength { try allowance.reserve(contentLength) }
    let salt = surroundings.randomBytes(SealedFile.saltLength)
    let writer = try await onThreadPool {
      try blobs.writer(
        salt: salt, keys: keys, limit: CloudLimits.assetBytes, allowance: allowance)
    }
    defer { writer.discard() }
    var received: Int64 = 0
    do {
      for try await chunk in body {
        received += Int64(chunk.readableBytes)
        // The form around the file is bounded, as the file is.
        guard received <= CloudLimits.assetBytes + Self.formBytes else {
          throw AssetFailure.tooLarge
        }
        let pieces = try scanner?.consume(chunk) ?? [chunk]
        guard !pieces.isEmpty else { continue }
        try await onThreadPool { for piece in pieces { try writer.append(piece) } }
      }
    } catch let failure as AssetFailure {
      throw failure
    } catch let failure as FileFailure {
      throw failure
    } catch {
      throw AssetFailure.interrupted
    }
    try Task.checkCancellation()
    // A body that was cut short looks like one that is complete.
    guard contentLength.map({ $0 == received }) ?? true else { throw AssetFailure.interrupted }
    if let scanner, !scanner.isFinished || !scanner.hasFile {
      throw AssetFailure.malformed("the form ends early, or has no part 'files'")
    }
    return try await store.onThread {
      try finishUpload(writer.finish(), of: writer, token: token)
    }
  }

  /// The upload of a link; nil if the link is unknown or has been used.
  package func upload(forLink token: String) async throws -> (
    upload: StoredUpload, partition: Partition
  )? {
    let hash = AssetKeys.hash(token)
    return try await store.onThread {
      try store.readRegistry { registry in
        guard let upload = try registry.upload(tokenHash: hash), upload.receipt == nil,
          let partition = try registry.partition(ofUpload: hash)
        else { return nil }
        return (upload, partition)
      }
    }
  }

  /// The asset and the holder of a download link, from the token in its path and from its query.
  package func target(
    ofToken token: String, holder: String
  ) throws(AssetLinks.Failure) -> (checksum: AssetChecksum, holder: AssetHolder) {
    try links.target(ofToken: token, holder: holder, now: surroundings.now())
  }

  /// The bytes of an asset; nil where they are gone, or where the holder of the link may not read them any more.
  package func reader(
    of checksum: AssetChecksum, for holder: AssetHolder
  ) async throws -> BlobReader? {
    let now = surroundings.now().millisecondsSince1970
    return try await store.onThread {
      guard try store.readRegistry({ try $0.mayRead(checksum, holder, at: now) }) else {
        return nil
      }
      return try blobs.reader(of: checksum)
    }
  }

  /// The path, with a query, under which an asset's bytes can be read for some time; nil if the
  /// asset has no valid checksum.
  package func path(of asset: Asset, for holder: AssetHolder) -> String? {
    AssetChecksum(wireForm: asset.fileChecksum).map {
      links.path(for: $0, holder: holder, now: surroundings.now())
    }
  }

  /// Removes the bytes of assets that no record needs any more; returns the number of these assets.
  @discardableResult
  package func sweep() throws -> Int {
    let now = surroundings.now().millisecondsSince1970
    partials.removeExpired(at: now)
    guard try store.readRegistry({ try $0.needsAssetSweep(at: now) }) else { return 0 }
    var count = 0
    var hasMore = true
    while hasMore {
      let unused = try store.writeRegistry { registry in
        try registry.deleteUploads(expiredAt: now)
        return try registry.forgetUnusedAssets(limit: Self.sweepBatch)
      }
      try removeUnknown(unused.forgotten)
      count += unused.forgotten.count
      hasMore = unused.hasMore
    }
    return count
  }

  /// Removes files that the store does not know, because a crash came before their receipt.
  package func sweepOrphans() throws {
    let checksums = try blobs.checksums()
    for start in stride(from: 0, to: checksums.count, by: Self.sweepBatch) {
      try removeUnknown(checksums[start..<min(start + Self.sweepBatch, checksums.count)])
    }
  }

  /// Removes the bytes of assets that the store has durably forgotten and does not know again.
  ///
  /// The transaction locks each asset, so an upload of the same bytes waits, and then stores them again.
  private func removeUnknown(_ checksums: some Sequence<AssetChecksum>) throws {
    try store.writeRegistry { registry in
      for checksum in checksums where !spared.contains(checksum) {
        guard try !registry.lockAsset(checksum) else { continue }
        try blobs.remove(checksum, in: registry)
      }
    }
  }

  /// Keeps the bytes of these assets, also while the store does not know them: a snapshot of it does.
  package func spare(_ checksums: Set<AssetChecksum>) { spared.set(checksums) }

  /// Removes unfinished uploads, and the directory if it is temporary.
  package func close() {
    partials.removeAll()
    blobs.close()
  }

  /// Runs what waits for files alone; what waits for the store runs on the store's threads.
  package func onThreadPool<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws
    -> T
  {
    try await NIOThreadPool.singleton.runIfActive(body)
  }

  func upload(_ token: String) throws -> StoredUpload {
    let hash = AssetKeys.hash(token)
    let upload = try store.readRegistry { registry -> StoredUpload? in
      let upload = try registry.upload(tokenHash: hash)
      return try upload.flatMap { try registry.isActive($0.userRecordName) ? $0 : nil }
    }
    guard let upload, upload.receipt == nil,
      upload.expiresAt > surroundings.now().millisecondsSince1970
    else { throw AssetFailure.linkInvalid }
    return upload
  }

  /// The bytes that an upload may take: the user's quota, less what the user has stored and
  /// uploaded.
  ///
  /// If the asset goes to another user's zone, that zone's owner pays for it; the upload may then
  /// take the quota less what the user has uploaded. If that owner limits members, the limit less what the user has
  /// written there counts too.
  func allowance(forLink token: String) throws -> UploadAllowance {
    let now = surroundings.now().millisecondsSince1970
    let usage = try store.readRegistry {
      try $0.usage(ofUpload: AssetKeys.hash(token), at: now)
    }
    guard let usage else { throw AssetFailure.linkInvalid }
    let (room, failure) = self.room(usage)
    return UploadAllowance(
      for: usage.upload.userRecordName, room: room, or: failure, in: uploadsUnderWay)
  }

  /// The bytes that the upload may take, and the failure of one that needs more.
  private func room(_ usage: UploadUsage) -> (bytes: Int64, failure: AssetFailure) {
    let quota = conditions.quotaBytes(
      of: usage.upload.userRecordName, in: usage.partition.settings.environment)
    let stored = usage.upload.scope == .private ? usage.storedBytes : 0
    let own = max(0, quota - stored - usage.unattachedBytes)
    guard let member = usage.member, member.free < own else { return (own, .quotaExceeded) }
    return (max(0, member.free), .memberLimit(member.limit))
  }

  /// Keeps the bytes and exchanges the link for a receipt, both or neither.
  func finishUpload(_ blob: Blob, of writer: BlobWriter, token: String) throws -> Asset {
    defer { writer.giveBack() }
    do {
      let receipt = keys.receipt(forLink: token)
      let expiresAt =
        surroundings.now().millisecondsSince1970 + Int64(AssetPlace.receiptSeconds) * 1000
      let hash = AssetKeys.hash(token)
      let staged = try blobs.stage(blob)
      let asset = try store.writeRegistry { registry in
        // Another request may already have used the link.
        guard let upload = try registry.lockUpload(tokenHash: hash), upload.receipt == nil,
          let id = upload.id, try registry.isActive(upload.userRecordName),
          let usage = try registry.usage(
            ofUpload: hash, at: surroundings.now().millisecondsSince1970)
        else { throw AssetFailure.linkInvalid }
        // Other uploads may have finished meanwhile.
        let (room, failure) = self.room(usage)
        guard blob.size <= room else { throw failure }
        let isKnown = try registry.lockAsset(blob.checksum)
        try blobs.keep(blob, staged, isKnown: isKnown, in: registry)
        try registry.storeReceipt(
          id,
          .init(hash: AssetKeys.hash(receipt), checksum: blob.checksum, size: blob.size),
          expiresAt: expiresAt)
        // From the commit on the bytes count as stored. Counted under way too, they would refuse an upload that fits.
        writer.giveBack()
        var asset = blob.checksum.asset(size: blob.size, in: upload.scope)
        asset.receipt = receipt
        return asset
      }
      blobs.discardKept(blob)
      partials.remove(hash)
      return asset
    } catch {
      blobs.discard(blob)
      throw error
    }
  }
}

extension RegistryReading {
  /// Whether the user of an upload is a person, or a server, who may still use the cloud.
  fileprivate func isActive(_ user: String) throws -> Bool {
    try account(userRecordName: user)?.state ?? .active == .active
  }
}

/// Assets whose bytes are kept although the store may not know them.
final class SparedAssets: Sendable {
  private let checksums = Mutex<Set<AssetChecksum>>([])

  func contains(_ checksum: AssetChecksum) -> Bool { checksums.withLock { $0.contains(checksum) } }

  func set(_ checksums: Set<AssetChecksum>) { self.checksums.withLock { $0 = checksums } }
}
