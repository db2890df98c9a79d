import CloudRows
package import CloudRules
package import Foundation
import Glibc
import LocalFiles

/// The sealed bytes of assets in a folder, as `BlobStore` keeps them.
package struct AssetBytesFolder: AssetBytesWriting {
  package let path: String
  /// A folder that may have copies of the same files; those become hard links, where the file system supports it.
  let earlier: String?

  package init(_ path: String, sharing earlier: String? = nil) {
    self.path = path
    self.earlier = earlier
  }

  package func read(_ checksum: AssetChecksum, _ body: (Data) throws -> Void) throws -> Bool {
    let place = BlobStore.path(of: checksum, in: path)
    guard let file = FileHandle(forReadingAtPath: place) else {
      guard access(place, F_OK) != 0 else { throw FileFailure("open") }
      return false
    }
    while let bytes = try file.read(upToCount: blobChunkBytes), !bytes.isEmpty { try body(bytes) }
    return true
  }

  /// The file takes the place of one that is there: equal assets may be sealed in other ways.
  package func write(
    _ checksum: AssetChecksum, _ fill: ((Data) throws -> Void) throws -> Bool
  ) throws -> Bool {
    let place = BlobStore.path(of: checksum, in: path)
    let folder = (place as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let draft = place + ".new"
    // Of a copy that was killed.
    unlink(draft)
    try FileCopy.createPrivateFile(at: draft)
    defer { unlink(draft) }
    guard let file = FileHandle(forWritingAtPath: draft) else { throw FileFailure("open") }
    guard try fill({ try file.write(contentsOf: $0) }) else { return false }
    try file.synchronize()
    try file.close()
    if !isShared(checksum, as: draft, at: place), rename(draft, place) != 0 {
      throw FileFailure("keep")
    }
    try FileCopy.flush(folder)
    return true
  }

  /// Uses the file of the earlier copy in the place of a draft with the same bytes.
  private func isShared(_ checksum: AssetChecksum, as draft: String, at place: String) -> Bool {
    guard let earlier else { return false }
    let old = BlobStore.path(of: checksum, in: earlier)
    return FileManager.default.contentsEqual(atPath: old, andPath: draft) && link(old, place) == 0
  }
}
