package import CloudModel
package import CloudRules
import Foundation
import LocalFiles

/// Copies and checks of a store in use, with the files of its assets.
package struct StoreMaintenance: Sendable {
  package let store: any MaintainedStore
  /// The folder whose files are assets; nil where there are none.
  private let assetsDirectory: String?
  package let surroundings: Surroundings

  package init(
    store: any MaintainedStore, assetsDirectory: String?, surroundings: Surroundings
  ) {
    self.store = store
    self.assetsDirectory = assetsDirectory
    self.surroundings = surroundings
  }

  package func check() throws -> CheckReport { try store.check() }

  /// Writes a checked copy to `path`, and the assets to a folder beside it, `PATH.assets`.
  ///
  /// Both are made in a folder of their own beside them and renamed when they are whole. A copy that failed leaves
  /// nothing; the next copy removes the rest of one that was killed. Assets are copied before and after the store, so
  /// that no asset of the copied store is missing. Assets that an `earlier` copy has are the same files as there, so
  /// that they take no room again; they are never those of the store.
  ///
  /// Throws `.invalidArguments` for a path that cannot be used, and for a store without files. Throws
  /// `.constraintViolation` if a file exists and `replacing` is false.
  package func backUp(
    to path: String, replacing: Bool, sharing earlier: String? = nil
  ) throws -> BackupReport {
    guard let store = store as? any FileStore else { throw Self.noFiles }
    try Self.check(path)
    let assetsPath = path + ".assets"
    if !replacing {
      for place in [path, assetsPath] where FileManager.default.fileExists(atPath: place) {
        throw Self.occupied
      }
    }
    let target = URL(fileURLWithPath: path)
    let prefix = target.lastPathComponent + ".partial-"
    ProcessFolder.removeAbandoned(in: target.deletingLastPathComponent(), prefix: prefix)
    let place = path + ".partial-" + surroundings.randomHex(byteCount: 8)
    let work = try FileCopy.makeWorkFolder(place)
    defer {
      // A file that was not moved out of it is of no use.
      try? FileManager.default.removeItem(atPath: place)
      withExtendedLifetime(work) {}
    }
    let (file, folder) = (place + "/store", place + "/assets")
    let assets = assetsDirectory.map {
      FileCopy(from: $0, to: folder, sharing: earlier.map { $0 + ".assets" })
    }
    try assets?.run()
    try FileCopy.createPrivateFile(at: file)
    let bytes = try store.copy(to: file)
    try assets?.run()
    try FileCopy.flush(file)
    let assetCount = assets?.fileCount ?? 0
    if assets != nil { try FileCopy.moveFolder(folder, to: assetsPath, replacing: replacing) }
    guard try FileCopy.moveFile(file, to: path, replacing: replacing) else { throw Self.occupied }
    return BackupReport(
      path: path, bytes: bytes, assetsPath: assets == nil ? nil : assetsPath,
      assets: assetCount)
  }

  private static func check(_ path: String) throws(CloudError) {
    let hasControls = path.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    guard path.hasPrefix("/"), !path.hasSuffix("/"), !hasControls, path.utf8.count < 4000 else {
      throw CloudError(.invalidArguments, "The path of a backup must be absolute and name a file.")
    }
    var isDirectory: ObjCBool = false
    let parent = (path as NSString).deletingLastPathComponent
    guard FileManager.default.fileExists(atPath: parent, isDirectory: &isDirectory),
      isDirectory.boolValue
    else { throw CloudError(.invalidArguments, "The folder of the backup does not exist.") }
  }

  private static let noFiles = CloudError(
    .invalidArguments, "This cloud's store keeps no files. Copy it with the tools of its database.")

  private static let occupied = CloudError(
    .constraintViolation, "The file exists already. Choose another name, or use --force.")
}
