import Foundation
import GRDB
import LocalFiles

/// A damaged replica: what is wrong with it, and what of it SQLite can still read.
///
/// A salvage saves the rows of every table one by one, by their keys. Most of them only save the next fetch some work;
/// what was not sent, drafts, earlier texts and chats that have ended are only here. These are lost:
///
/// 1. Rows on a page that SQLite cannot read, and rows to which only such a page leads.
/// 2. Tables whose entry in the list of tables stands on or behind a damaged page of that list; everything, where the
///    file's first page is damaged.
/// 3. What stands in the log behind a damaged place; there SQLite ends the log.
/// 4. Where the file is empty, missing or no database: everything but what the log has of it.
package struct ReplicaSalvage: Sendable {
  /// What a new replica has of the damaged one.
  package struct Found: Sendable, Equatable {
    package var chats = 0
    package var messages = 0
    /// Changes that the cloud does not have yet.
    package var unsent = 0
    /// The tables of which a part could not be read.
    package var incomplete: [String] = []
    /// Unsent changes that were there and could not be kept.
    package var lost = 0
    /// The texts among those that can still be read.
    package var lostTexts: [String] = []
    /// The files of the same messages.
    package var lostFiles: [LostFile] = []
    package var extent = Extent.all
  }

  /// The part that SQLite has read, as far as nobody can know what else was there.
  package enum Extent: Sendable {
    case all
    /// Without what stands in the log behind a damaged place.
    case logUntilDamage
    /// The file itself is empty, missing or no database.
    case onlyLog
  }

  /// A file that was to be sent, as its row names it.
  package struct LostFile: Sendable, Equatable {
    package var digest: String
    package var name: String
  }

  private static let mostProblems = 5

  /// The file of the damaged replica; its log stands beside it.
  private let path: String

  package init(path: String) { self.path = path }

  /// What a whole check of the file finds; nothing if it is sound.
  ///
  /// Throws if the file cannot be checked now, for example because another process holds it: that is no damage.
  package func problems() throws -> [String] {
    // SQLite would remove what can still be read.
    if let damage = UnopenedReplica(path: path).damage { return [damage] }
    do {
      return try problems(of: path)
    } catch {
      // The first failure says more than one of a second attempt.
      guard let address = ReadingAccess.address(of: path, after: error),
        let problems = try? problems(of: address)
      else { throw error }
      return problems
    }
  }

  private func problems(of address: String) throws -> [String] {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    do {
      let queue = try DatabaseQueue(path: address, configuration: configuration)
      return try queue.read { db in
        let check = "PRAGMA integrity_check(\(Self.mostProblems))"
        let damage = try String.fetchAll(db, sql: check).filter { $0 != "ok" }
        let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
          .prefix(Self.mostProblems).map { "a row of \($0["table"] as String) refers to nothing" }
        return try damage + orphans + Self.lostContents(db)
      }
    } catch let error as DatabaseError where Self.isDamage(error) {
      return [error.message ?? "\(error.resultCode)"]
    }
  }

  private static func lostContents(_ db: Database) throws -> [String] {
    switch try LostRows.placesWithoutContents(db) {
    case 0: []
    case 1: ["a change in the outbox has lost what it says"]
    case let count: ["\(count) changes in the outbox have lost what they say"]
    }
  }

  /// What is in the way, in the system's words without statements.
  package static func words(_ error: any Error) -> String {
    guard let error = error as? DatabaseError else { return SystemReason.of(error) }
    return error.message ?? "\(error.resultCode)"
  }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
  }

  /// Makes a new replica at `copy` with every row that can be read; it fetches everything again from the cloud,
  /// and sends what was not sent.
  ///
  /// The damaged file must be a copy that may be changed. Returns nil if it cannot be read at all; throws if something
  /// else is in the way, for example a full disk. `account` is the user record name of the account, which the file may
  /// have lost.
  package func copy(to copy: String, of account: String) throws -> Found? {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { $0.add(function: SearchableText.function) }
    let target = try DatabaseQueue(path: copy, configuration: configuration)
    try ReplicaSchema.migrator.migrate(target)
    guard let (source, extent) = try open(over: copy) else { return nil }
    return try source.unsafeRead { damaged in
      try target.write { db in
        var found = Found(extent: extent)
        // SQLite reads the whole list only if no page of it is damaged.
        let list = try? Int.fetchOne(damaged, sql: "SELECT sum(length(sql)) FROM sqlite_master")
        for table in try Self.tables(db) {
          let columns = try Self.columns(of: table, damaged)
          // An older file need not have every table.
          let isWhole =
            try columns.isEmpty
            ? list != nil : Self.copy(table, columns: columns, from: damaged, to: db)
          // What stood in the file itself is not in what its log has of the table.
          if !isWhole || extent == .onlyLog { found.incomplete.append(table) }
        }
        try db.execute(
          sql: "INSERT OR IGNORE INTO account (id, userRecordName) VALUES (1, ?)",
          arguments: [account])
        if found.incomplete.contains("chat") {
          found.lost = try LostRows.makeChats(from: damaged, in: db)
        }
        let homeless = try LostRows.withoutChat(db)
        found.lost += homeless.count
        (found.lostTexts, found.lostFiles) = (homeless.texts, homeless.files)
        try Self.removeOrphans(db)
        found.lost += try LostRows.removePlaces(db)
        try Self.countReactions(db)
        try LostRows.queueUnsent(db, whereOutboxIsLost: found.incomplete.contains("outbox"))
        try Self.fetchAgain(db)
        found.chats = try Self.count("chat", db)
        found.messages = try Self.count("message", db)
        found.unsent = try Self.count("outbox", db)
        return found
      }
    }
  }

  /// Opens the damaged file, or what its log has of it; nil if SQLite can read neither.
  ///
  /// `new` is the path of a new replica, without rows.
  private func open(over new: String) throws -> (DatabaseQueue, Extent)? {
    let file = UnopenedReplica(path: path)
    let extent = file.logDamage == nil ? Extent.all : .logUntilDamage
    // SQLite would remove the log of an empty file.
    if !file.isEmpty, let queue = try openIfReadable() { return (queue, extent) }
    guard let log = FileStatus(path + "-wal"), log.bytes > 0 else { return nil }
    // SQLite reads a log only over a database. A new one has the same tables on the same pages.
    for name in [path, path + "-shm"] { unlink(name) }
    try FileManager.default.copyItem(atPath: new, toPath: path)
    guard let queue = try openIfReadable() else { return nil }
    return (queue, .onlyLog)
  }

  private func openIfReadable() throws -> DatabaseQueue? {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.prepareDatabase { db in
      // With this, SQLite reads a file that was cut off, and the part of the list of tables before a damaged page.
      try db.execute(sql: "PRAGMA writable_schema = ON")
      // The first statement fails where the list is damaged; the following ones use what was read of it.
      try? db.execute(sql: "SELECT 1 FROM sqlite_master")
    }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let isOurs = try queue.unsafeRead { db in
        try ["chat", "message", "draft"].contains { try !Self.columns(of: $0, db).isEmpty }
      }
      return isOurs ? queue : nil
    } catch let error as DatabaseError where Self.isDamage(error) {
      return nil
    }
  }

  /// The names of a table's columns; none if SQLite does not know the table.
  private static func columns(of table: String, _ db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table])
  }

  /// The tables with data of their own: not those of the text index, nor SQLite's and the migrator's, nor the counts
  /// that triggers keep.
  private static func tables(_ db: Database) throws -> [String] {
    try String.fetchAll(
      db,
      sql: """
        SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
          AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'messageText%' AND name NOT LIKE 'grdb_%'
          AND name <> 'reactionCount'
        ORDER BY rowid
        """)
  }

  /// Copies the rows one by one; goes over those that cannot be read.
  ///
  /// - Returns: whether all could be read.
  private static func copy(
    _ table: String, columns: [String], from damaged: Database, to db: Database
  ) throws -> Bool {
    let names = try db.columns(in: table).map(\.name).filter(columns.contains)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let select = "SELECT \(list) FROM \(table) NOT INDEXED WHERE rowid = ?"
    let insert = try db.makeStatement(
      sql: """
        INSERT OR IGNORE INTO \(table) (\(list))
        VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
        """)
    let (keys, areAll) = Self.keys(of: table, damaged)
    var isWhole = areAll
    for key in keys {
      let row: Row?
      do {
        row = try Row.fetchOne(damaged.cachedStatement(sql: select), arguments: [key])
      } catch is DatabaseError {
        row = nil
      }
      guard let row else {
        isWhole = false
        continue
      }
      do {
        try insert.execute(arguments: StatementArguments(names.map { row[$0] as DatabaseValue }))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // A row that breaks a rule of the table is as good as unreadable.
        isWhole = false
      }
    }
    return isWhole
  }

  /// The keys of a table's rows, in their order, and whether these are all.
  ///
  /// Where a page in the middle cannot be read, the keys behind it are read backward from the end, and from the
  /// table's indexes, which are on pages of their own.
  private static func keys(
    of table: String, _ damaged: Database
  ) -> (keys: [Int64], areAll: Bool) {
    var keys: Set<Int64> = []
    func read(_ order: String) -> Bool {
      do {
        let found = try Int64.fetchCursor(damaged, sql: "SELECT rowid FROM \(table) \(order)")
        while let key = try found.next() { keys.insert(key) }
        return true
      } catch {
        // What was read before counts.
        return false
      }
    }
    let areAll = read("NOT INDEXED ORDER BY rowid")
    if !areAll {
      _ = read("NOT INDEXED ORDER BY rowid DESC")
      let indexes = try? String.fetchAll(
        damaged, sql: "SELECT name FROM pragma_index_list(?) WHERE NOT partial",
        arguments: [table])
      for index in indexes ?? [] { _ = read("INDEXED BY \"\(index)\"") }
    }
    return (keys.sorted(), areAll)
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

  private static func countReactions(_ db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM reactionCount;
        INSERT INTO reactionCount (chatID, messageName, emoji, count)
          SELECT chatID, messageName, emoji, count(*) FROM reaction
          WHERE NOT isRemoved AND changedBy IS NULL GROUP BY chatID, messageName, emoji;
        """)
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
