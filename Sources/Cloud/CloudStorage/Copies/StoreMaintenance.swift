package import CloudModel
import CloudRows
package import CloudRules
import Foundation
import LocalFiles

/// Copies and checks of a store in use, with the files of its assets.
package struct StoreMaintenance: Sendable {
  package let store: any CloudStore
  /// The folder whose files are assets; nil where there are none.
  private let assetsDirectory: String?
  package let surroundings: Surroundings

  package init(
    store: any CloudStore, assetsDirectory: String?, surroundings: Surroundings
  ) {
    self.store = store
    self.assetsDirectory = assetsDirectory
    self.surroundings = surroundings
  }

  /// Checks the store; one that is not a file is checked in a copy of its rows.
  package func check() throws -> CheckReport {
    if let files = store as? any FileStore { return try files.check() }
    guard let tables = store as? any TableStore else { throw Self.noCopies }
    let (place, prefix) = (FileManager.default.temporaryDirectory, "zonechat-check-")
    ProcessFolder.removeAbandoned(in: place, prefix: prefix)
    let folder = place.path + "/" + prefix + surroundings.randomHex(byteCount: 8)
    return try withWorkFolder(folder) {
      try SQLiteStore.check(tables, in: SQLiteStore.file(in: folder))
    }
  }

  /// Writes a checked copy to `path`, and the assets to a folder beside it, `PATH.assets`.
  ///
  /// Both are made in a folder of their own beside them and renamed when they are whole. A copy that failed leaves
  /// nothing; the next copy removes the rest of one that was killed. Assets are copied before and after the store, so
  /// that no asset of the copied store is missing. Assets that an `earlier` copy has are the same files as there, so
  /// that they take no room again; they are never those of the store.
  ///
  /// Of a store that is not a file the copy is a file as well, with the same rows. Where its assets are not in a
  /// folder, their bytes go into that of the copy.
  ///
  /// Throws `.invalidArguments` for a path that cannot be used. Throws `.constraintViolation` if a file exists and
  /// `replacing` is false.
  package func backUp(
    to path: String, replacing: Bool, sharing earlier: String? = nil
  ) throws -> BackupReport {
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
    return try withWorkFolder(place) {
      let (file, folder) = (place + "/store", place + "/assets")
      let hasAssets = try write(to: file, assets: folder, sharing: earlier.map { $0 + ".assets" })
      let assets = hasAssets ? FileCopy.fileCount(in: folder) : 0
      if hasAssets { try FileCopy.moveFolder(folder, to: assetsPath, replacing: replacing) }
      let bytes = Int64(FileStatus(file)?.bytes ?? 0)
      guard try FileCopy.moveFile(file, to: path, replacing: replacing) else {
        throw Self.occupied
      }
      return BackupReport(
        path: path, bytes: bytes, assetsPath: hasAssets ? assetsPath : nil, assets: assets)
    }
  }

  /// Writes the copy; returns whether there is a folder with assets.
  private func write(
    to file: String, assets folder: String, sharing earlier: String?
  ) throws -> Bool {
    let files = assetsDirectory.map { FileCopy(from: $0, to: folder, sharing: earlier) }
    if let store = store as? any FileStore {
      try files?.run()
      try FileCopy.createPrivateFile(at: file)
      _ = try store.copy(to: file)
      try files?.run()
      try FileCopy.flush(file)
      return files != nil
    }
    guard let store = store as? any TableStore else { throw Self.noCopies }
    return try store.withTables { tables, bytes in
      if bytes == nil { try files?.run() }
      let copied = try SQLiteStore.make(
        at: file, of: tables, key: store.atRestKey, isCopy: true)
      guard let bytes else {
        try files?.run()
        return files != nil
      }
      try FileCopy.makeFolder(folder)
      _ = try TableCopy.copyBytes(
        of: copied.assets, from: bytes, to: AssetBytesFolder(folder, sharing: earlier))
      return true
    }
  }

  /// Runs `body` with a folder that is of use only meanwhile.
  private func withWorkFolder<R>(_ folder: String, _ body: () throws -> R) throws -> R {
    let work = try FileCopy.makeWorkFolder(folder)
    defer {
      // What was not moved out of it is of no use.
      try? FileManager.default.removeItem(atPath: folder)
      withExtendedLifetime(work) {}
    }
    return try body()
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

  private static let noCopies = CloudError(
    .invalidArguments, "The rows of this cloud's store can be neither copied nor checked.")

  private static let occupied = CloudError(
    .constraintViolation, "The file exists already. Choose another name, or use --force.")
}
