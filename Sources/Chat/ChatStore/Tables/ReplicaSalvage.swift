import Foundation
import GRDB
import LocalFiles

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
    /// Unsent changes that were there and could not be kept.
    package var lost = 0
    /// The texts among those that can still be read.
    package var lostTexts: [String] = []
    /// The files of the same messages.
    package var lostFiles: [LostFile] = []
  }

  /// A file that was to be sent, as its row names it.
  package struct LostFile: Sendable, Equatable {
    package var digest: String
    package var name: String
  }

  /// Our choice: rows that are read at once.
  private static let rowsAtOnce: Int64 = 200
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
  /// The damaged file must be a copy that may be changed: what can be read of the log is written into it. Returns nil if it cannot be
  /// read at all; throws if something else is in the way, for example a full disk. `account` is the user record name
  /// of the account, which the file may have lost.
  package func copy(to copy: String, of account: String) throws -> Found? {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { $0.add(function: SearchableText.function) }
    let target = try DatabaseQueue(path: copy, configuration: configuration)
    try ReplicaSchema.migrator.migrate(target)
    let list = LostTableList(path: path, sound: target)
    try takeLog()
    guard let file = FileStatus(path), file.bytes > 0 else { return nil }
    var damaged = try tables { $0.contains("chat") }
    let isListLost = damaged == nil
    if isListLost {
      // Where the list cannot be made, the file stays unreadable.
      do { try list.restore() } catch let error as DatabaseError where Self.isDamage(error) {}
      damaged = try tables { !$0.isDisjoint(with: ["chat", "message", "draft"]) }
    }
    guard let (source, known) = damaged else { return nil }
    let pages = try list.pages()
    return try source.unsafeRead { damaged in
      try target.write { db in
        var found = Found()
        for table in try Self.tables(db) {
          let isWhole =
            try known.contains(table)
            ? Self.copy(table, from: damaged, to: db)
            // An older file need not have every table.
            : !isListLost
          if !isWhole { found.incomplete.append(table) }
        }
        try db.execute(
          sql: "INSERT OR IGNORE INTO account (id, userRecordName) VALUES (1, ?)",
          arguments: [account])
        if found.incomplete.contains("chat") {
          found.lost = try LostRows.makeChats(from: damaged, in: db)
        }
        try LostRows.findContents(in: pages, from: damaged, to: db)
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

  /// The damaged file, and the tables that it has; nil if it cannot be read, or has lost the list of its tables.
  private func tables(
    where isEnough: (Set<String>) -> Bool
  ) throws -> (DatabaseQueue, names: Set<String>)? {
    do {
      let queue = try DatabaseQueue(path: path)
      let names = Set(try queue.read(Self.tables))
      return isEnough(names) ? (queue, names) : nil
    } catch let error as DatabaseError where Self.isDamage(error) {
      return nil
    }
  }

  /// Writes the log into the file, which may be empty or missing, and removes it.
  private func takeLog() throws {
    if !FileManager.default.fileExists(atPath: path) {
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
    try WriteAheadLog(of: path)?.write(into: path)
    for end in ["-wal", "-shm"] { unlink(path + end) }
  }

  /// The tables with data of their own: not those of the text index, nor SQLite's and the migrator's, nor the counts that
  /// triggers keep.
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

  /// Copies the rows; goes over those that cannot be read.
  ///
  /// - Returns: whether all could be read.
  private static func copy(_ table: String, from damaged: Database, to db: Database) throws -> Bool
  {
    let present = Set(try damaged.columns(in: table).map(\.name))
    let names = try db.columns(in: table).map(\.name).filter(present.contains)
    let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
    let insert = try db.makeStatement(
      sql: """
        INSERT OR IGNORE INTO \(table) (\(list))
        VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
        """)
    let select = "SELECT rowid AS salvagedRow, \(list) FROM \(table) NOT INDEXED"
    var isWhole = true
    func keep(_ row: Row) throws {
      do {
        try insert.execute(arguments: StatementArguments(names.map { row[$0] as DatabaseValue }))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // A row that breaks a rule of the table is as good as unreadable.
        isWhole = false
      }
    }
    /// Keeps the rows right before one that could be read after a gap.
    func keepRows(between low: Int64, and high: Int64) throws {
      var high = high
      while let row = try? Row.fetchOne(
        damaged, sql: select + " WHERE rowid > ? AND rowid < ? ORDER BY rowid DESC LIMIT 1",
        arguments: [low, high])
      {
        try keep(row)
        guard let number = row["salvagedRow"] as Int64?, number < high else { return }
        high = number
      }
    }
    let greatest = greatestRow(of: table, damaged)
    var last = Int64.min
    var limit = rowsAtOnce
    // How many numbers to go over where a row cannot be read, and the last row before them.
    var (step, beforeGap): (Int64, Int64?) = (1, nil)
    while true {
      let rows: [Row]
      do {
        rows = try Row.fetchAll(
          damaged, sql: select + " WHERE rowid > ? ORDER BY rowid LIMIT ?",
          arguments: [last, limit])
      } catch {
        isWhole = false
        if limit > 1 {
          limit = max(1, limit / 4)
          continue
        }
        beforeGap = beforeGap ?? last
        let (next, isOver) = max(last, 0).addingReportingOverflow(step)
        guard !isOver, next <= greatest else { return false }
        last = next
        step *= 2
        continue
      }
      for row in rows { try keep(row) }
      guard let oldest = rows.first?["salvagedRow"] as Int64?,
        let newest = rows.last?["salvagedRow"] as Int64?
      else { return isWhole }
      if let low = beforeGap { try keepRows(between: low, and: oldest) }
      // In a damaged page a number may lead back.
      guard newest > last else { return false }
      (last, step, beforeGap) = (newest, 1, nil)
      limit = min(rowsAtOnce, limit * 2)
    }
  }

  /// The greatest number of a row, or what can be said of it where its page is damaged.
  private static func greatestRow(of table: String, _ damaged: Database) -> Int64 {
    // Where the last page cannot be read, the counter of the table says how far it goes.
    let counter = "SELECT seq FROM sqlite_sequence WHERE name = ?"
    return (try? Int64.fetchOne(damaged, sql: "SELECT max(rowid) FROM \(table)"))
      ?? (try? Int64.fetchOne(damaged, sql: counter, arguments: [table])) ?? 1 << 32
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
