package import Foundation
import GRDB

/// Measures the least time that the disk and SQLite take, beside everything else.
package enum DiskProbe {
  /// A durable transaction of one row in a database of its own, in milliseconds.
  package static func commits(_ count: Int, in folder: URL) throws -> Distribution? {
    let file = folder.appendingPathComponent("commits.sqlite")
    defer { remove(file) }
    let database = try open(file)
    try database.write { try $0.execute(sql: "CREATE TABLE t (text TEXT)") }
    let times = try (0..<count + 20).map { _ in
      let start = ContinuousClock.now
      try database.write { try $0.execute(sql: "INSERT INTO t VALUES ('a message of some words')") }
      return start.duration(to: .now) / .milliseconds(1)
    }
    return Distribution(Array(times.dropFirst(20)))
  }

  /// The number of messages of a replica that SQLite inserts in a second.
  ///
  /// It inserts the same rows into the same tables, with the same indexes and full text, and as many in a transaction
  /// as a page of the cloud has. `replica` is the path of a replica, which is only read.
  package static func inserts(ofMessagesIn replica: String, in folder: URL) throws -> Double {
    let file = folder.appendingPathComponent("inserts.sqlite")
    defer { remove(file) }
    let database = try open(file)
    return try database.writeWithoutTransaction { db in
      try db.execute(sql: "ATTACH ? AS source", arguments: [replica])
      let schema = try String.fetchAll(
        db,
        sql: """
          SELECT sql FROM source.sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
          AND name NOT GLOB 'messageText_*' ORDER BY rootpage = 0, rowid
          """)
      try db.execute(sql: "PRAGMA foreign_keys = OFF")
      for statement in schema { try db.execute(sql: statement) }
      let last = try Int64.fetchOne(db, sql: "SELECT max(id) FROM source.message") ?? 0
      let columns = try db.columns(in: "message", in: "source").map { "\"\($0.name)\"" }
        .joined(separator: ", ")
      let insert = try db.makeStatement(
        sql: """
          INSERT INTO main.message (\(columns)) SELECT \(columns) FROM source.message
          WHERE id > ? AND id <= ?
          """)
      let index = try db.makeStatement(
        sql: """
          INSERT INTO main.messageText (rowid, text) SELECT id, text FROM source.message
          WHERE id > ? AND id <= ?
          """)
      let start = ContinuousClock.now
      var count = 0
      for first in stride(from: Int64(0), through: last, by: 200) {
        try db.inTransaction {
          try insert.execute(arguments: [first, first + 200])
          count += db.changesCount
          try index.execute(arguments: [first, first + 200])
          return .commit
        }
      }
      return Double(count) / (start.duration(to: .now) / .seconds(1))
    }
  }

  private static func open(_ file: URL) throws -> DatabaseQueue {
    remove(file)
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    }
    return try DatabaseQueue(path: file.path, configuration: configuration)
  }

  private static func remove(_ file: URL) {
    for suffix in ["", "-wal", "-shm"] { unlink(file.path + suffix) }
  }
}
