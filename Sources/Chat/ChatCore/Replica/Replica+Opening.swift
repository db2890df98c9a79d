import ChatModel
import ChatStore
import Foundation
import GRDB
import SQLiteSupport

/// The ways to open the file of a replica.
extension Replica {
  /// Opens the replica at `path` with its doorbell; read-only, with the reason, if it cannot be written.
  static func open(
    path: String, bell: String
  ) throws -> (DatabasePool, Doorbell, obstacle: ChatError?) {
    // SQLite would make a new database where the file is empty or missing, and discard its log. The bell is made
    // after the replica: if it exists, there was a file before, and something in it.
    let file = UnopenedReplica(path: path)
    if access(bell, F_OK) == 0 {
      if file.isEmpty { throw ChatError.replicaEmptied(path: path) }
      if file.isMissing { throw ChatError.replicaMissing(path: path) }
    }
    if file.isForeign { throw ChatError.replicaDamaged(path: path) }
    let pool: DatabasePool
    do {
      pool = try openPool(path: path)
    } catch {
      guard let reading = openReadingPool(path: path, after: error) else { throw error }
      return (reading, Doorbell(ofReadOnly: bell), ChatError(storage: error, path: path))
    }
    do {
      return (pool, try Doorbell(path: bell), nil)
    } catch let error as POSIXError where [.EROFS, .ENOSPC, .EDQUOT].contains(error.code) {
      return (pool, Doorbell(ofReadOnly: bell), ChatError(storage: error, path: path))
    }
  }

  static func openPool(path: String) throws -> DatabasePool {
    // To open it for writing would change it.
    try requireKnown(ReplicaSchema.migrator.writer(ofFileAt: path), path: path)
    let pool = try DatabasePool(path: path, configuration: configuration)
    // To migrate is to write, also where there is nothing to do.
    if try !isComplete(pool, path: path) { try ReplicaSchema.migrator.upgrade(pool, at: path) }
    return pool
  }

  /// The replica opened read-only, if `error` says that it cannot be written; nil if it cannot be read
  /// either.
  private static func openReadingPool(path: String, after error: any Error) -> DatabasePool? {
    guard let name = ReadingAccess.address(of: path, after: error) else { return nil }
    var configuration = configuration
    configuration.readonly = true
    // The first failure says more than one of this attempt.
    guard let pool = try? DatabasePool(path: name, configuration: configuration),
      (try? isComplete(pool, path: path)) == true
    else { return nil }
    return pool
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    // Another process may be applying a page; it holds the lock for milliseconds.
    configuration.busyMode = .timeout(10)
    configuration.label = "replica"
    configuration.prepareDatabase { db in
      db.add(function: SearchableText.function)
      db.add(function: ChatQueries.mentions)
      db.add(function: ChatQueries.hasLink)
      // A first sync touches the whole database repeatedly: 4 MiB of pages are cached, of which more make it no
      // faster, and 16 MiB of log are collected before they are written back. A screen reads little.
      let cachedKibibytes = db.configuration.readonly ? 1024 : 4096
      try db.execute(
        sql: "PRAGMA cache_size = -\(cachedKibibytes); PRAGMA wal_autocheckpoint = 4096")
    }
    return configuration
  }

  /// Whether all migrations have run; throws if the version that has written the file is unknown to this one.
  private static func isComplete(_ pool: DatabasePool, path: String) throws -> Bool {
    let migrator = ReplicaSchema.migrator
    let (writer, isComplete) = try pool.read { db in
      (try migrator.writer(of: db), try migrator.hasCompletedMigrations(db))
    }
    try requireKnown(writer, path: path)
    return isComplete
  }

  private static func requireKnown(
    _ writer: DatabaseMigrator.Writer?, path: String
  ) throws(ChatError) {
    switch writer {
    case .known, nil: return
    case .newer:
      throw .replicaNewer(path: path, earlier: ReplicaSchema.migrator.upgradeCopy(of: path))
    case .beforeFirst: throw .replicaBeforeFirstRelease(path: path)
    }
  }
}
