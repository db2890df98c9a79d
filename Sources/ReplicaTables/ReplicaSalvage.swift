import GRDB

/// A damaged replica: what is wrong with it, and what of it can still be read.
package struct ReplicaSalvage: Sendable {
  /// What a new replica has of the damaged one.
  package struct Found: Sendable, Equatable {
    package var chats = 0
    package var messages = 0
    /// Changes that the cloud does not have yet.
    package var unsent = 0
    /// The tables of which a part could not be read.
    package var incomplete: [String] = []
  }

  /// Our choice: rows that are read at once, so that one that cannot be read costs only its page.
  private static let rowsAtOnce = 200
  private static let mostProblems = 5

  /// The file of the damaged replica; its log stands beside it.
  private let path: String

  package init(path: String) { self.path = path }

  /// What a whole check of the file finds; nothing if it is sound.
  package func problems() -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      return try queue.read { db in
        try String.fetchAll(db, sql: "PRAGMA integrity_check(\(Self.mostProblems))").filter {
          $0 != "ok"
        }
          + Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(Self.mostProblems).map {
            "a row of \($0["table"] as String) refers to nothing"
          }
      }
    } catch {
      return [(error as? DatabaseError)?.message ?? "\(error)"]
    }
  }

  /// Makes a new replica at `copy` with every row that can be read; it fetches everything again from the cloud,
  /// and sends what was not sent.
  ///
  /// Throws if nothing can be read at all.
  package func copy(to copy: String) throws -> Found {
    // Opened for writing, since only then SQLite takes in the log beside the file.
    let source = try DatabaseQueue(path: path)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { $0.add(function: SearchableText.function) }
    let target = try DatabaseQueue(path: copy, configuration: configuration)
    try ReplicaSchema.migrator.migrate(target)
    return try source.unsafeRead { damaged in
      try target.write { db in
        // Without the list of its tables a file has none.
        let known = Set(try Self.tables(damaged))
        guard known.contains("chat") else {
          throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "it has no tables")
        }
        var found = Found()
        for table in try Self.tables(db) where known.contains(table) {
          if try !Self.copy(table, from: damaged, to: db) { found.incomplete.append(table) }
        }
        try Self.removeOrphans(db)
        try Self.fetchAgain(db)
        found.chats = try Self.count("chat", db)
        found.messages = try Self.count("message", db)
        found.unsent = try Self.count("outbox", db)
        return found
      }
    }
  }

  /// The tables with data of their own: not those of the text index, nor SQLite's and the migrator's.
  private static func tables(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
          AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'messageText%' AND name NOT LIKE 'grdb_%'
        ORDER BY rowid
        """)
  }

  /// Copies the rows from the first on until one cannot be read, and then from the last on.
  ///
  /// - Returns: whether all could be read.
  private static func copy(_ table: String, from damaged: Database, to db: Database) throws -> Bool
  {
    let columns = try db.columns(in: table).map(\.name)
    let present = Set(try damaged.columns(in: table).map(\.name))
    let names = columns.filter(present.contains)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let insert = try db.makeStatement(
      sql: """
        INSERT OR REPLACE INTO \(table) (\(list))
        VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
        """)
    var isWhole = true
    for (comparison, order) in [(">", "ASC"), ("<", "DESC")] {
      var last: Int64?
      var limit = rowsAtOnce
      while limit > 0 {
        do {
          let rows = try Row.fetchAll(
            damaged,
            sql: """
              SELECT rowid AS salvagedRow, \(list) FROM \(table) NOT INDEXED
              WHERE ? IS NULL OR rowid \(comparison) ? ORDER BY rowid \(order) LIMIT \(limit)
              """, arguments: [last, last])
          for row in rows {
            // A row that breaks a rule of the table is as good as unreadable.
            do {
              try insert.execute(
                arguments: StatementArguments(names.map { row[$0] as DatabaseValue }))
            } catch {
              isWhole = false
            }
          }
          last = rows.last?["salvagedRow"] ?? last
          if rows.count < limit {
            guard isWhole else { break }
            return true
          }
        } catch {
          isWhole = false
          // At last one row at a time, up to the one that cannot be read.
          limit = limit > 1 ? limit / 4 : 0
        }
      }
    }
    return isWhole
  }

  /// Removes rows that refer to rows which could not be read.
  private static func removeOrphans(_ db: Database) throws {
    while true {
      let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
      if orphans.isEmpty { return }
      for orphan in orphans {
        guard let row = orphan["rowid"] as Int64? else { continue }
        try db.execute(
          sql: "DELETE FROM \(orphan["table"] as String) WHERE rowid = ?", arguments: [row])
      }
    }
  }

  /// Forgets how much was fetched; the cloud then tells of everything, and what it does not tell of any more goes.
  private static func fetchAgain(_ db: Database) throws {
    try db.execute(
      sql: """
        INSERT OR REPLACE INTO epoch (id, newest) SELECT 1, 1 + max(
          coalesce((SELECT max(newest) FROM epoch), 0), coalesce((SELECT max(epoch) FROM chat), 0),
          coalesce((SELECT max(epoch) FROM message), 0));
        UPDATE databaseToken SET token = NULL, isListing = 1;
        UPDATE chat SET changeToken = NULL, epoch = (SELECT newest FROM epoch), isResyncing = 1,
          hasChanges = hasChanges + 1
        WHERE ending IS NULL AND changeToken IS NOT NULL;
        -- Whatever was on its way may have arrived.
        UPDATE outbox SET inFlight = NULL, mayBeStored = 1 WHERE inFlight IS NOT NULL;
        """)
  }

  private static func count(_ table: String, _ db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
  }
}
