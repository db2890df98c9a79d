import CloudPostgres
package import CloudRows
package import CloudRules
import CloudStorage
import Foundation
package import PostgresClient

/// Moves the store of a cloud from its folder into a PostgreSQL, or back.
///
/// 1. All rows are the same there, so tokens, links, feeds, change tags and sessions stay good. The key and the secrets
///    stay in the folder of the cloud.
/// 2. The target is empty, or whole: everything arrives in one transaction, or in a file that is renamed at the end. So
///    a move that was interrupted can begin again.
/// 3. What has arrived is read again, and compared with the source, before it counts.
/// 4. Then the source says where the cloud is, and is opened no more. If this is interrupted, the next move finds the
///    same cloud in both places, and only does this.
package struct StoreMove {
  package struct Report: Codable, Sendable, Equatable {
    package var from: String
    package var to: String
    package var accounts: Int
    package var zones: Int
    package var records: Int
    /// The rows of all tables.
    package var rows: Int
    package var assets: Int
    /// Assets whose bytes were lost before.
    package var missingAssets: Int
    /// Whether an earlier move had copied everything.
    package var wasThere: Bool
  }

  private static let workPrefix = "moving-"

  /// The folder of the cloud, whose lock the caller holds.
  let directory: String
  private let keyFile: String
  private let database: PostgresAddress
  /// The folder in which the servers on the database keep assets; nil if they are in the database.
  private let sharedAssets: String?
  private let surroundings: Surroundings
  private let progress: (TableCopy.Progress) -> Void

  package init(
    directory: String, keyFile: String? = nil, database: PostgresAddress,
    assets sharedAssets: String? = nil, surroundings: Surroundings,
    progress: @escaping (TableCopy.Progress) -> Void = { _ in }
  ) {
    self.directory = directory
    self.keyFile = keyFile ?? directory + "/" + AtRestKey.fileName
    self.database = database
    self.sharedAssets = sharedAssets
    self.surroundings = surroundings
    self.progress = progress
  }

  private var location: StoreLocation { .directory(directory) }
  private var file: String { SQLiteStore.file(in: directory) }
  private var ownAssets: AssetBytesFolder { AssetBytesFolder(directory + "/assets") }

  // MARK: Into the database

  /// Throws `MoveError`, `StoreError` and `HostError`; then the source is as it was.
  package func toDatabase() throws -> Report {
    guard location.hasStore else { throw MoveError.noStore(directory) }
    let source = try SQLiteStore(location, keyFile: keyFile)
    let outcome = Result {
      try source.quickCheck()
      let target = try openDatabase(key: source.atRestKey)
      let outcome = Result {
        try target.withTablesAlone { tables in
          let report = try source.withTables { rows in try fill(tables, with: rows) }
          try shareSecrets(with: target)
          return report
        }
      }
      try target.close()
      let report = try outcome.get()
      try source.markAsMoved(to: "\(database)")
      return report
    }
    try source.close()
    return try outcome.get()
  }

  private func openDatabase(key: AtRestKey) throws -> PostgresStore {
    let random = surroundings
    return try PostgresStore(
      database, random: { Double(random.randomBytes(1).first ?? 0) / 255 }
    ) { fingerprint in
      guard fingerprint == nil || fingerprint == key.fingerprint else {
        throw MoveError.otherKey("\(database)")
      }
      return key
    }
  }

  private func fill(_ tables: PostgresTables, with rows: any TableReading) throws -> Report {
    try tables.transaction(.write) {
      if try !tables.isEmpty() {
        return try report(
          of: same(rows, tables), from: directory, to: "\(database)", wasThere: true)
      }
      let copied = try TableCopy.run(from: rows, to: tables, progress: progress)
      let target: any AssetBytesWriting = sharedAssets.map { AssetBytesFolder($0) } ?? tables
      let missing = try TableCopy.copyBytes(
        of: copied.assets, from: ownAssets, to: target, progress: progress)
      return report(
        of: copied.digests, from: directory, to: "\(database)", missingAssets: missing)
    }
  }

  // MARK: Into the folder

  /// Throws as `toDatabase` does.
  package func toFolder() throws -> Report {
    try removeLeftovers()
    let source = try PostgresStore(
      database, random: { 0.5 }, key: { try location.atRestKey(in: keyFile, matching: $0) })
    let outcome = Result {
      try source.withTablesAlone { tables in
        try shareSecrets(with: source)
        let report = try source.withTables { rows, bytes in
          try reportOfPresent(rows) ?? bring(rows, bytes, key: source.atRestKey)
        }
        try tables.transaction(.write) { try tables.markAsMoved(to: directory) }
        return report
      }
    }
    try source.close()
    return try outcome.get()
  }

  /// The report of a move that was interrupted when everything had arrived; nil where nothing is in the way.
  ///
  /// Throws `MoveError.notEmpty` if another store is there.
  private func reportOfPresent(_ rows: any TableReading) throws -> Report? {
    guard location.hasStore else { return nil }
    let present: SQLiteStore
    do {
      present = try SQLiteStore(location, keyFile: keyFile)
    } catch StoreError.moved {
      return nil
    }
    let outcome = Result { try present.withTables { try same(rows, $0) } }
    try present.close()
    return try report(of: outcome.get(), from: "\(database)", to: directory, wasThere: true)
  }

  /// A store that the cloud has left keeps its rows, under another name.
  private func bring(
    _ rows: any TableReading, _ bytes: (any AssetBytesReading)?, key: AtRestKey
  ) throws -> Report {
    let assets: (any AssetBytesReading)? = sharedAssets.map { AssetBytesFolder($0) } ?? bytes
    guard let assets else { throw MoveError.assetsElsewhere }
    let work = "\(directory)/\(Self.workPrefix)\(surroundings.randomHex(byteCount: 8))"
    try FileManager.default.createDirectory(
      atPath: work, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: work) }  // What is left is of no use.
    let copied = try SQLiteStore.make(
      at: SQLiteStore.file(in: work), of: rows, key: key, isCopy: false, progress: progress)
    let missing = try TableCopy.copyBytes(
      of: copied.assets, from: assets, to: ownAssets, progress: progress)
    try SQLiteStore.replace(file, by: SQLiteStore.file(in: work)) {
      surroundings.now().formatted(.iso8601).replacing(":", with: "")
    }
    return report(of: copied.digests, from: "\(database)", to: directory, missingAssets: missing)
  }

  private func removeLeftovers() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: directory)
    where name.hasPrefix(Self.workPrefix) {
      try FileManager.default.removeItem(atPath: directory + "/" + name)
    }
  }

  /// Sees to it that the database and the folder have the secrets that servers share, where one of them has.
  private func shareSecrets(with store: PostgresStore) throws {
    let secrets: [(SecretFile.Purpose, String, String)] = [
      (.administratorToken, SharedSecret.administratorSetting, "admin.token"),
      (.clientSecret, SharedSecret.clientSetting, "client.secret"),
    ]
    for (purpose, setting, file) in secrets {
      let path = directory + "/" + file
      // A store that no server has used has none.
      guard
        try FileManager.default.fileExists(atPath: path)
          || store.readRegistry({ try $0.setting(setting) }) != nil
      else { continue }
      _ = try SharedSecret(store: store, purpose: purpose, setting: setting).value(at: path) {
        surroundings.randomHex(byteCount: 32)
      }
    }
  }

  // MARK: Comparing

  /// The digests of two stores with the same rows; throws `MoveError.notEmpty` for others.
  private func same(
    _ one: any TableReading, _ other: any TableReading
  ) throws -> [String: TableDigest] {
    let digests = try TableCopy.digests(of: one, progress: progress)
    guard try TableCopy.digests(of: other, progress: progress) == digests else {
      throw MoveError.notEmpty
    }
    return digests
  }

  private func report(
    of digests: [String: TableDigest], from source: String, to target: String,
    missingAssets: Int = 0, wasThere: Bool = false
  ) -> Report {
    func rows(_ table: String) -> Int { digests[table]?.rows ?? 0 }
    return Report(
      from: source, to: target, accounts: rows("account"), zones: rows("zone"),
      records: rows("record"), rows: digests.values.reduce(0) { $0 + $1.rows },
      assets: rows(StoredTable.asset.name), missingAssets: missingAssets, wasThere: wasThere)
  }
}

/// The reason why a cloud was not moved; nothing has changed then.
package enum MoveError: Error, Equatable, CustomStringConvertible {
  case noStore(String)
  case notEmpty
  case otherKey(String)
  /// The bytes of the assets are in a folder that was not named.
  case assetsElsewhere

  package var description: String {
    switch self {
    case .noStore(let directory):
      "There is no store of a cloud in \(directory). Name the cloud's folder with --data. Nothing was changed."
    case .notEmpty:
      "The place to move to has a store already, of another cloud or of another time. Name an empty one: a new "
        + "database (‘createdb’), or a folder without cloud.sqlite. Nothing was changed."
    case .otherKey(let address):
      "The store in \(address) belongs to another cloud: its values are sealed with another key. Name an empty "
        + "database. Nothing was changed."
    case .assetsElsewhere:
      "The servers of this cloud keep the files of assets in a folder. Name it with --assets. Nothing was changed."
    }
  }
}
