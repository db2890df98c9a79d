import CloudModel
package import CloudRules
import Foundation
import Glibc
import LocalFiles
import Synchronization

/// The sealed bytes of assets on disk: each asset is one file, named by its checksum, in two levels
/// of folders.
///
/// 1. A file in `sealed` is whole and durable; files that are being received are in `incoming`, of which each server
///    that uses the directory has its own.
/// 2. `keep` and `remove` are called inside a write transaction of the store, so that they exclude
///    each other. `remove` is called after the store has durably forgotten the asset. Files that
///    the store does not know are removed at the next start.
package struct BlobStore: Sendable {
  package let directory: String
  private let key: AtRestKey
  /// Whether the directory belongs to this store alone, is made for its first file and is removed at the end.
  private let isTemporary: Bool
  /// Keeps the bytes of assets instead of files in `sealed`; only files that are being received are in the directory.
  private let rows: (any SharedStore)?
  /// The folder of files that are being received.
  private let incoming: String
  private let made = MadeFolder()

  /// Keeps assets in the folder `assets` of a data directory.
  package init(dataDirectory: String, key: AtRestKey) throws {
    self.init(directory: dataDirectory + "/assets", key: key, isTemporary: false)
    try make()
  }

  /// Keeps assets in a store, and what is being received in the folder `assets` of a data directory.
  package init(dataDirectory: String, key: AtRestKey, in store: any SharedStore) throws {
    self.init(directory: dataDirectory + "/assets", key: key, isTemporary: false, rows: store)
    try make()
  }

  /// Keeps assets in a folder that several servers use; `instance` is the name of this one.
  package init(sharedFolder path: String, key: AtRestKey, instance: String) throws {
    self.init(directory: path, key: key, isTemporary: false, instance: instance)
    try make()
  }

  /// Keeps assets in a private directory of the system's choice, which is made for the first of them, and which
  /// `close` removes.
  ///
  /// So a cloud without assets leaves nothing, however it ends. This also removes directories of processes that were
  /// killed.
  package static func temporary(key: AtRestKey) throws -> BlobStore {
    let (place, prefix) = (FileManager.default.temporaryDirectory, "zonechat-assets")
    ProcessFolder.removeAbandoned(in: place, prefix: prefix + "-")
    guard let made = try? TemporaryPlace.makeFolder(prefix, in: place), rmdir(made.path) == 0 else {
      throw FileFailure("make a folder for")
    }
    return BlobStore(directory: made.path, key: key, isTemporary: true)
  }

  private init(
    directory: String, key: AtRestKey, isTemporary: Bool, instance: String? = nil,
    rows: (any SharedStore)? = nil
  ) {
    self.directory = directory
    self.rows = rows
    incoming = directory + "/incoming" + (instance.map { "-" + $0 } ?? "")
    self.key = key
    self.isTemporary = isTemporary
  }

  /// Makes the directories where they are not made yet.
  private func make() throws {
    try made.make {
      // Somebody else's folder of the same name would not do.
      let folder = isTemporary ? try ProcessFolder(at: directory) : nil
      if folder == nil { try Self.makeDirectory(directory) }
      // Nothing is being received yet, so all of this was left behind.
      try? FileManager.default.removeItem(atPath: incoming)  // There may be none.
      try Self.makeDirectory(incoming)
      try Self.makeDirectory(sealed)
      return folder
    }
  }

  /// Makes a folder for files that are of no use after this process.
  ///
  /// The next start, or the end of a temporary directory, removes it where its user could not.
  func makeWorkFolder(named name: String) throws -> String {
    try make()
    let path = incoming + "/" + name
    try Self.makeDirectory(path)
    return path
  }

  private var sealed: String { directory + "/sealed" }

  func path(of checksum: AssetChecksum) -> String { Self.path(of: checksum, in: directory) }

  /// The path of the bytes in a folder of assets.
  static func path(of checksum: AssetChecksum, in directory: String) -> String {
    folder(of: checksum, in: directory) + "/" + checksum.hex
  }

  /// Begins to receive a file; `salt` has `SealedFile.saltLength` random bytes, which also name the
  /// file until it is kept.
  func writer(
    salt: [UInt8], keys: AssetKeys, limit: Int64, allowance: UploadAllowance? = nil
  ) throws -> BlobWriter {
    try make()
    return try BlobWriter(
      path: incoming + "/" + salt.hexadecimal, file: SealedFile(key: key, salt: salt),
      hasher: keys.checksumHasher(), limit: limit, allowance: allowance)
  }

  /// Nil where there are no such bytes; throws `AssetFailure.damaged` for a file that cannot be read.
  package func reader(of checksum: AssetChecksum) throws -> BlobReader? {
    guard let rows else { return try BlobReader(path: path(of: checksum), key: key) }
    guard let (blob, length) = try rows.blob(of: checksum) else { return nil }
    return try BlobReader(BlobRows(blob, length: length, in: rows), key: key)
  }

  /// Brings received bytes to where they can be kept, before the transaction that keeps them.
  ///
  /// Nil if there is nothing to do, or the store has the asset.
  func stage(_ blob: Blob) throws -> Int64? {
    guard let rows, try rows.readRegistry({ try !$0.hasAsset(blob.checksum) }) else { return nil }
    return try BlobRows.store(fileAt: blob.receivedAt, in: rows)
  }

  /// Keeps what was received, in the transaction that has locked the asset.
  ///
  /// `isKnown` says whether the store has it. Throws `AssetFailure.interrupted` if it was removed while the bytes
  /// were brought: they are to be sent again.
  func keep(
    _ blob: Blob, _ staged: Int64?, isKnown: Bool, in registry: any RegistryTransaction
  ) throws {
    guard rows != nil else { return try keep(blob) }
    guard !isKnown else { return }
    guard let staged else { throw AssetFailure.interrupted }
    try registry.keepBlob(staged, of: blob.checksum)
  }

  /// The received file is not needed any more, after the transaction that has kept its bytes.
  func discardKept(_ blob: Blob) {
    if rows != nil { discard(blob) }
  }

  /// Removes the bytes in a transaction that has locked the asset; does nothing if they are gone.
  func remove(_ checksum: AssetChecksum, in registry: any RegistryTransaction) throws {
    if rows == nil { try remove(checksum) } else { try registry.removeBlob(of: checksum) }
  }

  /// Moves a received file into its place, or removes it where the same bytes are there already.
  func keep(_ blob: Blob) throws {
    let place = path(of: blob.checksum)
    guard access(place, F_OK) != 0 else {
      unlink(blob.receivedAt)
      return
    }
    let folder = Self.folder(of: blob.checksum, in: directory)
    try Self.makeDirectory((folder as NSString).deletingLastPathComponent)
    try Self.makeDirectory(folder)
    guard rename(blob.receivedAt, place) == 0 else { throw FileFailure("keep") }
    for changed in [folder, (folder as NSString).deletingLastPathComponent, sealed] {
      try Self.flush(directory: changed)
    }
  }

  /// Removes the bytes; does nothing if they are gone.
  private func remove(_ checksum: AssetChecksum) throws {
    guard unlink(path(of: checksum)) == 0 || errno == ENOENT else { throw FileFailure("remove") }
  }

  /// Removes a received file that was not kept.
  func discard(_ blob: Blob) { unlink(blob.receivedAt) }

  /// Every checksum that has a file.
  func checksums() throws -> [AssetChecksum] {
    guard access(sealed, F_OK) == 0 else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: sealed).compactMap {
      AssetChecksum(hex: ($0 as NSString).lastPathComponent)
    }
  }

  /// Removes a temporary directory; nothing else.
  package func close() {
    guard isTemporary else { return }
    try? FileManager.default.removeItem(atPath: directory)  // Nothing can be done about it.
  }

  private static func folder(of checksum: AssetChecksum, in directory: String) -> String {
    let hex = checksum.hex
    return "\(directory)/sealed/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))"
  }

  private static func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw FileFailure("make a folder for")
    }
  }

  private static func flush(directory: String) throws {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure("flush the folder of") }
    defer { _ = Glibc.close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure("flush the folder of") }
  }
}

/// A folder that is made once, and again only where that has failed.
private final class MadeFolder: Sendable {
  private struct State {
    var isMade = false
    /// Says that the folder is in use; nil where it is not temporary.
    var folder: ProcessFolder?
  }

  private let state = Mutex(State())

  func make(_ body: () throws -> ProcessFolder?) throws {
    try state.withLock { state in
      if !state.isMade { state = State(isMade: true, folder: try body()) }
    }
  }
}

/// Completely received and durable bytes, in a file that is not yet in its final place.
struct Blob: Sendable, Equatable {
  var checksum: AssetChecksum
  var size: Int64
  /// The file's path for now.
  var receivedAt: String
}
