import CloudModel
package import CloudRows
package import CloudRules
import Foundation
import GRDB
import LocalFiles

/// The tables of a store in SQLite, within one transaction.
struct SQLiteTables: TableWriting {
  /// Our choice: many for one call, few for the memory where each has a megabyte.
  private static let batch = 200

  let database: Database

  func read(_ table: StoredTable, _ body: ([[TableValue]]) throws -> Void) throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT \(table.columnNames) FROM \(table.name)")
    var batch: [[TableValue]] = []
    while let row = try rows.next() {
      batch.append(table.columns.indices.map { TableValue(row[$0] as DatabaseValue) })
      guard batch.count == Self.batch else { continue }
      try body(batch)
      batch = []
    }
    if !batch.isEmpty { try body(batch) }
  }

  func insert(_ rows: [[TableValue]], into table: StoredTable) throws {
    let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
    let statement = try database.cachedStatement(
      sql: "INSERT INTO \(table.name) (\(table.columnNames)) VALUES (\(marks))")
    for row in rows {
      try statement.execute(arguments: StatementArguments(row.map(\.databaseValue)))
    }
  }

  /// Sums up what owners store; the triggers see only zones that change.
  func finish() throws {
    try database.execute(
      sql: """
        INSERT INTO usage (partition, userRecordName, bytes)
        SELECT partition, ownerName, sum(bytes) FROM zone GROUP BY partition, ownerName
          HAVING sum(bytes) <> 0
        """)
  }
}

extension StoredTable {
  fileprivate var columnNames: String { columns.map(\.name).joined(separator: ", ") }
}

extension TableValue {
  fileprivate init(_ value: DatabaseValue) {
    switch value.storage {
    case .null: self = .null
    case .int64(let number): self = .integer(number)
    case .double(let number): self = .real(number)
    case .string(let text): self = .text(text)
    case .blob(let data): self = .bytes(data)
    }
  }

  fileprivate var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let number): number.databaseValue
    case .real(let number): number.databaseValue
    case .text(let text): text.databaseValue
    case .bytes(let data): data.databaseValue
    }
  }
}

extension SQLiteStore {
  /// Reads one state of the tables.
  package func withTables<R>(_ body: (any TableReading) throws -> R) throws -> R {
    try translated { try database.read { try body(SQLiteTables(database: $0)) } }
  }

  /// Makes a store in a file that must not exist, with the rows of another one, and checks it.
  ///
  /// `key` has sealed the values of the rows. The file is whole and on the disk when this returns, and no other file is
  /// beside it.
  package static func make(
    at path: String, of source: any TableReading, key: AtRestKey, isCopy: Bool,
    progress: (TableCopy.Progress) -> Void = { _ in }
  ) throws -> TableCopy.Report {
    try FileCopy.createPrivateFile(at: path)
    return try filled(at: path, of: source, key: key, progress: progress) { queue, report in
      if isCopy { try queue.write { try markAsCopy($0) } }
      let found = CheckReport(checks: try queue.read { try invariants($0) })
      if let broken = found.checks.first(where: { $0.problems > 0 }) { throw damage(of: broken) }
      try queue.close()
      try FileCopy.flush(path)
      return report
    }
  }

  /// Checks the rows of a store of another engine, in a copy of them at `path`.
  static func check(_ store: any TableStore, in path: String) throws -> CheckReport {
    try FileCopy.createPrivateFile(at: path)
    return try store.withTables { tables, _ in
      try filled(at: path, of: tables, key: store.atRestKey) { queue, _ in
        try SQLiteStore(queue, key: store.atRestKey).check()
      }
    }
  }

  /// Puts a file that is whole in the place of a store that the cloud has left; that keeps its rows under another name,
  /// which ends with `time`.
  package static func replace(
    _ file: String, by other: String, time: () -> String
  ) throws {
    if FileStatus(file) != nil {
      try foldLog(at: file)
      _ = try FileCopy.moveFile(file, to: "\(file).moved-\(time())", replacing: false)
    }
    _ = try FileCopy.moveFile(other, to: file, replacing: true)
  }

  private static func filled<R>(
    at path: String, of source: any TableReading, key: AtRestKey,
    progress: (TableCopy.Progress) -> Void = { _ in },
    _ body: (DatabaseQueue, TableCopy.Report) throws -> R
  ) throws -> R {
    do {
      var configuration = Configuration()
      // They are checked when all rows are there.
      configuration.foreignKeysEnabled = false
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try SQLiteSchema.migrator.migrate(queue)
      let report = try queue.write { database in
        try database.setSetting(OwnSetting.key.rawValue, to: key.fingerprint)
        return try TableCopy.run(
          from: source, to: SQLiteTables(database: database), progress: progress)
      }
      return try body(queue, report)
    } catch {
      throw storeError(error)
    }
  }
}
