package import CloudModel
package import CloudRules
import Foundation
package import GRDB
import LocalFiles
import NIOPosix
import SQLiteSupport

/// The store as one SQLite file.
///
/// Write-ahead log, and `synchronous = FULL`: a write that was answered survives a power cut.
/// Source: <https://www.sqlite.org/pragma.html#pragma_synchronous>.
package struct SQLiteStore: CloudStore {
  /// The store in a directory.
  package static func file(in directory: String) -> String { directory + "/cloud.sqlite" }

  package let database: any DatabaseWriter
  package let atRestKey: AtRestKey
  private let trouble: StoreTrouble

  /// Opens the store and brings it up to this version's schema; `StoreLocation.open` says more.
  ///
  /// By default the key is in `at-rest.key` beside the store. A store in memory has a key that is
  /// kept nowhere. `trouble` hears of failures from then on.
  package init(
    _ location: StoreLocation, keyFile: String? = nil, trouble: StoreTrouble = .untold
  ) throws {
    self.trouble = trouble
    let database: any DatabaseWriter
    do {
      try Self.refuseLoss(in: location)
      try Self.refuseUnknown(in: location)
      database = try Self.open(location)
      if location == .inMemory { try Self.empty.get().backup(to: database) }
      try Self.upgrade(database, in: location)
      if let place = try Self.newPlace(of: database) {
        throw StoreError.moved(from: database.path, to: place)
      }
      atRestKey = try Self.key(of: location, in: keyFile, for: database)
      try Self.beginLifeOfCopy(database)
      self.database = database
    } catch {
      throw Self.storeError(error, at: location.directory.map(Self.file))
    }
  }

  /// Refuses an empty file beside what only a store that was written has: SQLite would take it for a new one, and
  /// remove its log.
  ///
  /// The start of a cloud that was killed has left none of that.
  private static func refuseLoss(in location: StoreLocation) throws(StoreError) {
    guard let directory = location.directory else { return }
    let path = file(in: directory)
    guard FileStatus(path)?.bytes == 0 else { return }
    let isKnown = [path + "-wal", directory + "/" + AtRestKey.fileName, directory + "/assets"]
      .contains { FileStatus($0).map { $0.bytes > 0 } ?? false }
    if isKnown { throw .fileEmpty(path: path) }
  }

  /// Refuses the store of a version that this one does not know before anything is written: to open it would
  /// change it.
  private static func refuseUnknown(in location: StoreLocation) throws(StoreError) {
    guard let path = location.directory.map(file) else { return }
    try requireKnown(SQLiteSchema.migrator.writer(ofFileAt: path), path: path)
  }

  private static func requireKnown(
    _ writer: DatabaseMigrator.Writer?, path: String
  ) throws(StoreError) {
    switch writer {
    case .known, nil: return
    case .newer:
      throw .newerVersion(path: path, earlier: SQLiteSchema.migrator.upgradeCopy(of: path))
    case .beforeFirst: throw .beforeFirstRelease(path: path)
    }
  }

  /// A database that has this version's tables.
  init(_ database: any DatabaseWriter, key: AtRestKey) {
    self.database = database
    atRestKey = key
    trouble = .untold
  }

  /// Brings the store to this version; a copy of an earlier version's store is kept beside it.
  private static func upgrade(_ database: any DatabaseWriter, in location: StoreLocation) throws {
    let (migrator, path) = (SQLiteSchema.migrator, database.path)
    try requireKnown(database.read(migrator.writer(of:)), path: path)
    switch location {
    case .directory: try migrator.upgrade(database, at: path)
    case .inMemory: try migrator.migrate(database)
    }
  }

  /// An empty store with this version's tables, to be copied: making the tables takes longer than
  /// most tests.
  private static let empty = Result {
    let queue = try DatabaseQueue()
    try SQLiteSchema.migrator.migrate(queue)
    return queue
  }

  package func read<T>(
    in partition: Partition, _ body: (any CloudReading) throws -> T
  ) throws -> T {
    try translated {
      try reading { try body(SQLiteTransaction($0, in: partition, key: atRestKey)) }
    }
  }

  package func write<T>(
    in partition: Partition, _ body: (any CloudTransaction) throws -> T
  ) throws -> T {
    try translated {
      try database.write { database in
        try body(SQLiteTransaction(database, in: partition, key: atRestKey))
      }
    }
  }

  package func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T {
    try translated { try reading { try body(SQLiteRegistry(database: $0, key: atRestKey)) } }
  }

  package func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T {
    try translated { try database.write { try body(SQLiteRegistry(database: $0, key: atRestKey)) } }
  }

  /// One thread writes at a time in any case, so the threads that all of the program shares are enough.
  package func onThread<T: Sendable>(
    writing zones: Set<RecordZoneID>, _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await NIOThreadPool.singleton.runIfActive(body)
  }

  package func close() throws {
    try translated { try database.close() }
  }

  /// Reads a state that does not change meanwhile.
  ///
  /// The store in memory has one connection, which has no other user meanwhile. It is not made
  /// read-only, because each switch would make SQLite forget every prepared statement.
  /// Source: <https://www.sqlite.org/pragma.html#pragma_query_only>.
  private func reading<T>(_ body: (Database) throws -> T) throws -> T {
    if database is DatabaseQueue { return try database.unsafeRead(body) }
    return try database.unsafeRead { try $0.readOneState(body) }
  }

  func translated<T>(_ body: () throws -> T) throws -> T {
    try trouble.watching {
      do {
        return try body()
      } catch {
        throw Self.storeError(error, at: database.path)
      }
    }
  }

  private static func open(_ location: StoreLocation) throws -> any DatabaseWriter {
    var configuration = Configuration()
    configuration.busyMode = .timeout(5)
    configuration.prepareDatabase { database in
      // Writes to the indexes are scattered, so 64 MiB of pages are cached.
      try database.execute(sql: "PRAGMA cache_size = -65536")
      database.add(function: .greatCircleMetres)
    }
    switch location {
    case .directory(let path):
      let pool = try DatabasePool(path: file(in: path), configuration: configuration)
      // The pool sets up its log with a weaker setting than this.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      return pool
    case .inMemory:
      return try DatabaseQueue(configuration: configuration)
    }
  }

  /// Removes statements and arguments from SQLite's errors, and gives the system's errors in words;
  /// returns every other error as it is.
  ///
  /// `path` is the file of the store, where it is a cloud's own.
  static func storeError(_ error: any Error, at path: String? = nil) -> any Error {
    switch error {
    case let error as DatabaseError where error.saysDamage && path != nil:
      StoreError.fileDamaged(
        path: path ?? "", reason: error.message ?? "\(error.extendedResultCode)")
    case let error as DatabaseError where error.resultCode == .SQLITE_FULL: StoreError.diskFull
    case let error as DatabaseError:
      StoreError.failed(reason: error.message ?? "\(error.extendedResultCode)")
    case let error as POSIXError where [.ENOSPC, .EDQUOT].contains(error.code):
      StoreError.diskFull
    case let error as POSIXError:
      StoreError.failed(reason: String(cString: strerror(error.code.rawValue)))
    default: error
    }
  }
}

extension DatabaseError {
  /// Whether the error says that the file is damaged or is not a database.
  var saysDamage: Bool { [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(resultCode) }
}
