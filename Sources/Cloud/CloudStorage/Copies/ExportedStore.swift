import CloudModel
import CloudRows
package import CloudRules
import Foundation
import GRDB
import Glibc

/// A copy of a store and its assets that is made to leave the cloud.
///
/// 1. It has no secrets that open the cloud: no passphrases, sessions, tokens of sessions, codes and upload links, and
///    none of the cloud's own secrets. Rows that were set aside are left out too.
/// 2. Encrypted values are in it unencrypted, because its reader has another key.
/// 3. Its files are gone when it is released.
package final class ExportedStore: Sendable {
  /// The file with the tables.
  package let path: String
  /// The size of that file.
  package let bytes: Int64
  /// The assets of its records, and the size of each.
  package let assets: [(checksum: AssetChecksum, bytes: Int64)]
  private let folder: WorkFolder
  private let key: AtRestKey

  /// Copies everything, or the accounts and one container.
  ///
  /// Throws `.unknownItem` for a container that does not exist, `.invalidArguments` for a store of another engine,
  /// and `StoreError` for one that cannot be read whole.
  package init(of service: AssetService, container: String? = nil) throws {
    guard let store = service.store as? SQLiteStore else { throw Self.otherEngine }
    folder = try WorkFolder(service, "export")
    key = store.atRestKey
    path = SQLiteStore.file(in: folder.path)
    (bytes, assets) = try store.translated { [folder, path, key] in
      // Before and after the store, so that none is missing that is released meanwhile.
      for checksum in try store.assetChecksums() { folder.take(checksum, from: service) }
      try FileCopy.createPrivateFile(at: path)
      _ = try store.copy(to: path)
      let copy = try DatabaseQueue(path: path)
      try copy.write { database in
        if let container { try Self.keep(container, in: database) }
        try SQLiteStore.removeAccess(from: database)
        try SQLiteStore.openSealedFields(in: database, key)
      }
      // Until now, free pages still hold the removed data.
      try copy.vacuum()
      let assets = try copy.read { database in
        try Row.fetchAll(database, sql: "SELECT checksum, size FROM asset ORDER BY checksum")
          .compactMap { row in
            AssetChecksum(bytes: row["checksum"] as Data).map { ($0, row["size"] as Int64) }
          }
      }
      try copy.close()
      for (checksum, _) in assets { folder.take(checksum, from: service) }
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
      return (size?.int64Value ?? 0, assets)
    }
  }

  /// The bytes of one of its assets.
  ///
  /// Throws `AssetFailure.damaged` if they are not there.
  package func reader(of checksum: AssetChecksum) throws -> BlobReader {
    guard let reader = try BlobReader(path: folder.path + "/" + checksum.hex, key: key) else {
      throw AssetFailure.damaged
    }
    return reader
  }

  private static func keep(_ container: String, in database: Database) throws {
    let isKnown = try Bool.fetchOne(
      database, sql: "SELECT EXISTS (SELECT 1 FROM partition WHERE container = ?)",
      arguments: [container])
    guard isKnown ?? false else {
      throw CloudError(.unknownItem, "There is no container \(container).")
    }
    try database.execute(
      sql: """
        DELETE FROM account WHERE isServer AND userRecordName NOT IN (
          SELECT serverKey.userRecordName FROM serverKey
            JOIN partition ON partition.id = serverKey.partition WHERE container = ?);
        DELETE FROM partition WHERE container <> ?
        """, arguments: [container, container])
  }

  private static let otherEngine = CloudError(
    .invalidArguments,
    "A cloud on a database cannot be exported itself. Make a backup with ‘zonechat cloud backup FILE’, restore that "
      + "into a folder of its own, and export the cloud there.")
}

extension SQLiteStore {
  /// Removes what opens a cloud, and what only the cloud itself needs or is, from a copy of its store.
  static func removeAccess(from database: Database) throws {
    try database.execute(
      sql: """
        DELETE FROM session;
        DELETE FROM admissionCode;
        DELETE FROM administration;
        UPDATE account SET passphrase = NULL;
        DELETE FROM assetUpload;
        DELETE FROM asset WHERE checksum NOT IN (SELECT checksum FROM assetReference);
        DELETE FROM releasedAsset;
        DELETE FROM setAsideRow;
        DELETE FROM setting WHERE name IN (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        AssetKeys.settingName, OwnSetting.key.rawValue, StoreIdentity.settingName,
        StoreIdentity.authoritySettingName, LastSeenTime.settingName,
        LastSeenTime.aheadSettingName,
      ])
  }
}

/// A folder for the files of one export or import, which is removed when it is released.
final class WorkFolder: Sendable {
  let path: String

  init(_ service: AssetService, _ purpose: String) throws {
    path = try service.blobs.makeWorkFolder(
      named: "\(purpose)-\(service.surroundings.randomHex(byteCount: 8))")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }  // The next start removes it.

  /// Keeps the bytes of an asset here as long as the folder is there; does nothing where they are gone.
  fileprivate func take(_ checksum: AssetChecksum, from service: AssetService) {
    _ = link(service.blobs.path(of: checksum), path + "/" + checksum.hex)
  }
}
