import Foundation
import Glibc

/// The bytes of assets on disk, each once, called by its checksum in two levels of folders.
///
/// 1. A file in `blobs` is whole and durable; what is being received is in `incoming`.
/// 2. `keep` and `remove` are called inside a write transaction of the store, so that they exclude
///    each other; `remove` when the store has forgotten the asset durably. What the store does not
///    know is swept at the next start.
package struct BlobStore: Sendable {
  let directory: String
  /// Whether the directory is ours alone and goes away at the end.
  private let isTemporary: Bool

  /// Keeps assets in the folder `assets` of a data directory.
  package init(dataDirectory: String) throws {
    try self.init(directory: dataDirectory + "/assets", isTemporary: false)
  }

  /// Keeps assets in a private directory of the system's choice, which `close` removes.
  package static func temporary() throws -> BlobStore {
    let parent = FileManager.default.temporaryDirectory.appending(path: "zonechat-assets-XXXXXX")
    var template = Array(parent.path(percentEncoded: false).utf8CString)
    guard let made = mkdtemp(&template) else { throw FileFailure("make a folder for") }
    return try BlobStore(directory: String(cString: made), isTemporary: true)
  }

  private init(directory: String, isTemporary: Bool) throws {
    self.directory = directory
    self.isTemporary = isTemporary
    try Self.makeDirectory(directory)
    // Nothing is being received yet, so all of this was left behind.
    try? FileManager.default.removeItem(atPath: incoming)  // There may be none.
    try Self.makeDirectory(incoming)
    try Self.makeDirectory(blobs)
  }

  private var incoming: String { directory + "/incoming" }
  private var blobs: String { directory + "/blobs" }

  func path(of checksum: AssetChecksum) -> String { Self.path(of: checksum, in: directory) }

  /// Where the bytes are in a folder of assets.
  static func path(of checksum: AssetChecksum, in directory: String) -> String {
    folder(of: checksum, in: directory) + "/" + checksum.hex
  }

  /// Begins to receive a file.
  func writer(name: String, keys: AssetKeys, limit: Int64) throws -> BlobWriter {
    try BlobWriter(path: incoming + "/" + name, hasher: keys.checksumHasher(), limit: limit)
  }

  func reader(of checksum: AssetChecksum) throws -> BlobReader? {
    try BlobReader(path: path(of: checksum))
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
    for changed in [folder, (folder as NSString).deletingLastPathComponent, blobs] {
      try Self.flush(directory: changed)
    }
  }

  /// Removes the bytes; harmless where they are gone.
  func remove(_ checksum: AssetChecksum) throws {
    guard unlink(path(of: checksum)) == 0 || errno == ENOENT else { throw FileFailure("remove") }
  }

  /// Removes a received file that nobody kept.
  func discard(_ blob: Blob) { unlink(blob.receivedAt) }

  /// Every checksum that has a file.
  func checksums() throws -> [AssetChecksum] {
    try FileManager.default.subpathsOfDirectory(atPath: blobs).compactMap {
      AssetChecksum(hex: ($0 as NSString).lastPathComponent)
    }
  }

  /// Removes a temporary directory; nothing else.
  package func close() {
    guard isTemporary else { return }
    try? FileManager.default.removeItem(atPath: directory)  // Nobody is left to hear of it.
  }

  private static func folder(of checksum: AssetChecksum, in directory: String) -> String {
    let hex = checksum.hex
    return "\(directory)/blobs/\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))"
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
