import CloudModel
package import CloudRules
import Foundation
import GRDB
import Synchronization

/// A store that has left another cloud (`ExportedStore`) and comes into this one, which keeps everything in memory.
///
/// 1. The file may have been made by anybody. It is used only if its tables are exactly those that some version of
///    this program makes, all invariants hold, and every row can be read.
/// 2. Sessions, passphrases, codes and links in it do not count.
/// 3. Until `finish` nothing of the cloud has changed; this object deletes the received data when it is released.
package final class ImportedStore: Sendable {
  /// Our choice: it has to fit into memory.
  package static let mostBytes: Int64 = 4 << 30

  /// Our choice: it leaves room to count on.
  private static let mostCounted: Int64 = 1 << 60

  /// The path to which the caller writes the file with the tables, with mode 0600.
  package let path: String
  private let service: AssetService
  private let store: SQLiteStore
  private let folder: WorkFolder
  private let received = Mutex<[Blob]>([])

  /// Throws `.invalidArguments` for a cloud that keeps its data on disk.
  package init(into service: AssetService) throws {
    guard let store = service.store as? SQLiteStore, store.database is DatabaseQueue else {
      throw CloudError(
        .invalidArguments,
        "This cloud keeps its data on disk, so nothing can be imported. Start one with --ephemeral."
      )
    }
    self.store = store
    self.service = service
    folder = try WorkFolder(service, "import")
    path = SQLiteStore.file(in: folder.path)
    try FileCopy.createPrivateFile(at: path)
  }

  deinit { for blob in received.withLock(\.self) { service.blobs.discard(blob) } }

  /// Checks the file, and makes it this cloud's; returns the sizes of the assets that belong to it.
  ///
  /// `read` reads what the cloud needs as soon as the store is its own. Throws `.invalidArguments` with the reason
  /// for a file that cannot be used.
  package func open(reading read: (any RegistryReading) throws -> Void) throws -> [AssetChecksum:
    Int64]
  {
    do {
      var configuration = Configuration()
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA trusted_schema = OFF") }
      let database = try DatabaseQueue(path: path, configuration: configuration)
      try checkTables(of: database)
      try SQLiteSchema.migrator.migrate(database)
      let secret = try store.database.read { try $0.setting(AssetKeys.settingName) }
      try database.write { database in
        try SQLiteStore.removeAccess(from: database)
        if let secret { try database.setSetting(AssetKeys.settingName, to: secret) }
        _ = try SQLiteStore.sealPlainFields(in: database, store.atRestKey)
      }
      try Self.checkNumbers(of: database)
      let imported = SQLiteStore(database, key: store.atRestKey)
      let checks = try imported.check().checks
      if let broken = checks.first(where: { $0.problems > 0 }) {
        throw Self.refusal("\(broken.name): \(broken.examples.first ?? "not so")")
      }
      try imported.readRegistry { registry in
        _ = try registry.partitions()
        try read(registry)
      }
      let assets = try database.read { database in
        try Row.fetchAll(database, sql: "SELECT checksum, size FROM asset").map { row in
          let size = row["size"] as Int64
          guard let checksum = AssetChecksum(bytes: row["checksum"] as Data),
            (0...CloudLimits.assetBytes).contains(size)
          else { throw Self.refusal("an asset that cannot be") }
          return (checksum, size)
        }
      }
      try database.close()
      return Dictionary(uniqueKeysWithValues: assets)
    } catch let error as CloudError {
      throw error
    } catch {
      throw Self.refusal("\(SQLiteStore.storeError(error))")
    }
  }

  /// Begins to receive the bytes of an asset.
  package func writer(bytes: Int64) throws -> BlobWriter {
    try service.blobs.writer(
      salt: service.surroundings.randomBytes(SealedFile.saltLength), keys: service.keys,
      limit: bytes)
  }

  /// Keeps what a writer has received as the bytes of an asset.
  package func take(_ writer: BlobWriter, as checksum: AssetChecksum) throws {
    var blob = try writer.finish()
    // The other cloud has named it, with its own key.
    blob.checksum = checksum
    received.withLock { $0.append(blob) }
  }

  /// Gives the assets to the cloud; returns the state to which its store is then to be put back.
  package func finish() throws -> StoreSnapshot {
    let snapshot = try store.translated {
      try StoreSnapshot(of: DatabaseQueue(path: path), for: store)
    }
    try store.writeRegistry { _ in
      for blob in received.withLock(\.self) { try service.blobs.keep(blob) }
    }
    received.withLock { $0 = [] }
    return snapshot
  }

  /// Ensures that no table, trigger or view is there that this program has not made itself.
  private func checkTables(of database: DatabaseQueue) throws {
    let found = try Self.tables(of: database)
    let migrator = SQLiteSchema.migrator
    let version = try migrator.migrations.reversed().first { version in
      let model = try DatabaseQueue()
      try migrator.migrate(model, upTo: version)
      return try Self.tables(of: model) == found
    }
    guard version != nil else {
      throw CloudError(
        .invalidArguments,
        "The file was not exported by this version of zonechat, or an earlier one. Nothing was changed."
      )
    }
    let pageSizes = try [database, store.database].map { (database: any DatabaseWriter) in
      try database.read { try Int.fetchOne($0, sql: "PRAGMA page_size") }
    }
    guard pageSizes[0] == pageSizes[1] else { throw Self.refusal("pages of another size") }
    guard try !database.read(migrator.hasBeenSuperseded) else {
      throw Self.refusal("a newer version has written it")
    }
  }

  /// Ensures that the cloud can go on counting, and that no size or time is out of any range.
  ///
  /// The index tables have values of records, which may be any number.
  private static func checkNumbers(of database: DatabaseQueue) throws {
    try database.read { database in
      let columns = try Row.fetchAll(
        database,
        sql: """
          SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c
          WHERE t.type = 'table' AND t.name NOT LIKE 'index%' AND c.type = 'INTEGER'
          """)
      for row in columns {
        let (table, column) = (row[0] as String, (row[1] as String).quotedDatabaseIdentifier)
        let isOff = try Bool.fetchOne(
          database,
          sql: """
            SELECT EXISTS (SELECT 1 FROM \(table.quotedDatabaseIdentifier)
              WHERE \(column) NOT BETWEEN -\(mostCounted) AND \(mostCounted))
            """)
        if isOff ?? false { throw refusal("a number in \(table) is out of range") }
      }
      let life = try StoreLife(stored: try database.setting(StoreLife.settingName))
      guard 0...mostCounted ~= life.floor else { throw refusal("its incarnation is no number") }
    }
  }

  private static func tables(of database: DatabaseQueue) throws -> Set<[String?]> {
    try database.read { database in
      Set(
        try Row.fetchAll(database, sql: "SELECT type, name, tbl_name, sql FROM sqlite_master")
          .map { row in (0..<4).map { row[$0] as String? } })
    }
  }

  private static func refusal(_ what: String) -> CloudError {
    CloudError(
      .invalidArguments, "The store in the file cannot be used (\(what)). Nothing was changed.")
  }
}
