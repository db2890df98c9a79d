import CloudModel
package import CloudRules
import Foundation
import GRDB
import LocalFiles

/// Restores a copy, which `FileStore.copy` wrote, in place of a store that is not in use.
///
/// 1. The copy is checked first, with the bytes of its assets. Until the last step, which is one
///    rename, the store is unchanged. An interruption leaves a store that is whole.
/// 2. The previous store is kept, in a folder `before-restore-…` of its own.
/// 3. The restored store begins a new incarnation: change tokens of every other one have expired.
/// 4. Codes that are open in the copy are taken back: some of them may have been used since.
package struct StoreRestoration {
  /// The result of a restoration.
  package struct Report: Codable, Sendable, Equatable {
    package var restored: String
    package var accounts: Int
    package var zones: Int
    package var records: Int
    package var assets: Int
    /// The codes that were open in the copy, and are taken back: invitations, and links for a new passphrase.
    package var revokedCodes: Int
    /// The folder with the store that was there before; nil where there was none.
    package var previous: String?

    package init(
      restored: String, accounts: Int, zones: Int, records: Int, assets: Int, revokedCodes: Int,
      previous: String? = nil
    ) {
      self.restored = restored
      self.accounts = accounts
      self.zones = zones
      self.records = records
      self.assets = assets
      self.revokedCodes = revokedCodes
      self.previous = previous
    }
  }

  private static let workPrefix = "restoring-"

  /// The folder of a cloud.
  let directory: String
  private let keyFile: String
  private let surroundings: Surroundings

  /// The caller must hold the folder's lock; `keyFile` is where the cloud's key is, if it is not in
  /// the folder.
  package init(directory: String, keyFile: String? = nil, surroundings: Surroundings) {
    self.directory = directory
    self.keyFile = keyFile ?? directory + "/" + AtRestKey.fileName
    self.surroundings = surroundings
  }

  private var store: String { SQLiteStore.file(in: directory) }
  private var assets: String { directory + "/assets" }
  /// The endings of the files in which SQLite has its log, as far as they exist.
  private var presentLogs: [String] {
    ["-wal", "-shm"].filter { FileManager.default.fileExists(atPath: store + $0) }
  }

  /// Restores the copy at `path`, whose assets are in `PATH.assets`.
  ///
  /// Throws `RestoreError`, `HostError` where the cloud's key is not the copy's, and `StoreError` where
  /// the folder cannot be written; then nothing has changed.
  package func restore(_ path: String) throws -> Report {
    try removeLeftovers()
    let work = "\(directory)/\(Self.workPrefix)\(surroundings.randomHex(byteCount: 8))"
    try FileCopy.makeFolder(work)
    defer { try? FileManager.default.removeItem(atPath: work) }  // What is left is of no use.
    let file = SQLiteStore.file(in: work)
    let codes = try extract(path, to: file)
    let found = try examine(work, of: path)
    let copiedAssets = path + ".assets"
    try require(found.assets, in: copiedAssets)
    let previous = try keepPresent()
    try FileCopy.makeFolder(assets)
    if FileManager.default.fileExists(atPath: copiedAssets) {
      try FileCopy(from: copiedAssets, to: assets).run()
    }
    try FileCopy.flush(file)
    // SQLite would read the old log together with the restored store. The log has been kept.
    for suffix in presentLogs { try FileManager.default.removeItem(atPath: store + suffix) }
    _ = try FileCopy.moveFile(file, to: store, replacing: true)
    return Report(
      restored: path, accounts: found.census.accounts, zones: found.census.zones,
      records: found.census.records, assets: found.assets.count, revokedCodes: codes,
      previous: previous)
  }

  /// Removes what a restore that was killed has left.
  private func removeLeftovers() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: directory)
    where name.hasPrefix(Self.workPrefix) {
      try FileManager.default.removeItem(atPath: directory + "/" + name)
    }
  }

  /// Copies a store out of `path`, which stays as it is, and marks it as a copy; returns the number of its open codes.
  private func extract(_ path: String, to file: String) throws -> Int {
    guard FileManager.default.fileExists(atPath: path) else { throw RestoreError.missing(path) }
    do {
      var configuration = Configuration()
      configuration.readonly = true
      let source = try DatabaseQueue(path: path, configuration: configuration)
      let isStore = try source.read { database in
        try ["grdb_migrations", "partition", "setting"].allSatisfy {
          try database.tableExists($0)
        }
      }
      guard isStore else { throw RestoreError.noCopy(path) }
      try FileCopy.createPrivateFile(at: file)
      let target = try DatabaseQueue(path: file)
      try source.backup(to: target)
      let now = surroundings.now().millisecondsSince1970
      let codes = try target.write { database in
        try SQLiteStore.markAsCopy(database)
        return try SQLiteStore.openCodes(in: database, at: now)
      }
      try target.close()
      try source.close()
      return codes
    } catch let error as DatabaseError where error.resultCode == .SQLITE_NOTADB {
      throw RestoreError.noCopy(path)
    } catch let error as DatabaseError {
      throw RestoreError.damaged(path, what: error.message ?? "\(error.extendedResultCode)")
    }
  }

  /// Opens the copy as a store, which upgrades it and begins its new incarnation, and checks it.
  private func examine(
    _ work: String, of path: String
  ) throws -> (census: Census, assets: [AssetChecksum]) {
    let store = try SQLiteStore(.directory(work), keyFile: keyFile)
    let outcome = Result {
      if let broken = try store.check().checks.first(where: { $0.problems > 0 }) {
        throw RestoreError.damaged(
          path, what: "\(broken.name): \(broken.examples.first ?? "not so")")
      }
      return (
        census: try store.readRegistry { try $0.census() }, assets: try store.assetChecksums()
      )
    }
    try store.close()
    try SQLiteStore.foldLog(at: SQLiteStore.file(in: work))
    return try outcome.get()
  }

  /// Ensures that the bytes of every asset are in the copy, or already in the cloud's folder.
  private func require(_ checksums: [AssetChecksum], in folder: String) throws(RestoreError) {
    let missing = checksums.count { checksum in
      ![folder, assets].map { BlobStore.path(of: checksum, in: $0) }
        .contains(where: FileManager.default.isReadableFile)
    }
    guard missing == 0 else { throw .assetsMissing(missing, of: checksums.count, folder: folder) }
  }

  /// Keeps the present store under a second name; returns the folder, or nil if there is no store.
  private func keepPresent() throws -> String? {
    guard FileManager.default.fileExists(atPath: store) else { return nil }
    let time = surroundings.now().formatted(.iso8601).replacing(":", with: "")
    let folder = "\(directory)/before-restore-\(time)-\(surroundings.randomHex(byteCount: 2))"
    try FileCopy.makeFolder(folder)
    // A log that cannot be folded into a damaged store is kept beside it; beside an empty file it is all there is.
    if FileStatus(store)?.bytes != 0 { try? SQLiteStore.foldLog(at: store) }
    for suffix in presentLogs + [""] {
      try FileCopy.placeFile(store + suffix, SQLiteStore.file(in: folder) + suffix, by: .linking)
    }
    if FileManager.default.fileExists(atPath: assets) {
      try FileCopy(from: assets, to: folder + "/assets", by: .linking).run()
    }
    if keyFile == directory + "/" + AtRestKey.fileName {
      try FileCopy.placeFile(keyFile, folder + "/" + AtRestKey.fileName, by: .linking)
    }
    return folder
  }
}

/// The reason why a copy was not restored; nothing has changed then.
package enum RestoreError: Error, Equatable, CustomStringConvertible {
  case missing(String)
  case noCopy(String)
  case damaged(String, what: String)
  case assetsMissing(Int, of: Int, folder: String)

  package var description: String {
    switch self {
    case .missing(let path): "There is no file \(path). Nothing was changed."
    case .noCopy(let path):
      "\(path) is not a copy of a cloud. Name the file that ‘zonechat cloud backup’ wrote. Nothing "
        + "was changed."
    case .damaged(let path, let what):
      "The copy \(path) is damaged (\(what)). Use an older one. Nothing was changed."
    case .assetsMissing(let count, let all, let folder):
      "\(count) of \(all) files of the copy are not in \(folder). Put that folder back beside the "
        + "copy. Nothing was changed."
    }
  }
}
