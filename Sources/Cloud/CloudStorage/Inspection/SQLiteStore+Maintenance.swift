package import CloudModel
package import CloudRules
import Foundation
import GRDB

extension SQLiteStore: FileStore {
  /// Our choice: enough to see what is wrong.
  private static let mostExamples = 10
  private static let mostProblems = 10_000

  package func check() throws -> CheckReport {
    let checks = { database in
      CheckReport(checks: try Self.invariants(database) + Self.readableRows(database, atRestKey))
    }
    do {
      return try translated { try database.read(checks) }
    } catch StoreError.fileDamaged {
      // Damage ends a transaction, so each check is made without one.
      return try translated { try database.unsafeRead(checks) }
    }
  }

  package func fileBytes() throws -> Int64? {
    guard database is DatabasePool else { return nil }
    return try [database.path, database.path + "-wal"].reduce(0) { sum, path in
      guard FileManager.default.fileExists(atPath: path) else { return sum }
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? NSNumber
      return sum + (size?.int64Value ?? 0)
    }
  }

  package func copy(to path: String) throws -> Int64 {
    // Only a copy that failed has left its journal, which is of no use to anybody.
    defer { try? FileManager.default.removeItem(atPath: path + "-journal") }
    return try translated {
      var configuration = Configuration()
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
      let copy = try DatabaseQueue(path: path, configuration: configuration)
      try database.backup(to: copy)
      try copy.write { try Self.markAsCopy($0) }
      // The copy inherits the log's journal mode; without a log it is one file.
      try copy.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      // Rows that cannot be read are copied as they are: they do not affect other rows.
      let response = CheckReport(checks: try copy.read { try Self.invariants($0) })
      try copy.close()
      if let broken = response.checks.first(where: { $0.problems > 0 }) {
        throw Self.damage(of: broken)
      }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return (attributes[.size] as? Int64) ?? 0
    }
  }

  /// Looks for damage quickly, after a run that did not end as it should.
  ///
  /// Throws `StoreError.fileDamaged`.
  package func quickCheck() throws {
    let problem = try translated {
      try database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
    }
    guard problem == "ok" else {
      throw StoreError.fileDamaged(path: database.path, reason: problem ?? "quick_check")
    }
  }

  private static func readableRows(
    _ database: Database, _ key: AtRestKey
  ) throws -> [CheckReport.Check] {
    let search = DamageSearch(database: database, key: key)
    return try [
      ("every record can be read", search.records),
      ("every share can be read", search.shares),
      ("every subscription can be read", search.subscriptions),
    ].map { name, rows in
      try response(name, isRepairable: true) {
        let newer = try search.newerRows()
        return try rows().map { row in
          "\(row)"
            + (newer.contains("\(row)") ? ", written by a newer version of this program" : "")
        }
      }
    }
  }

  /// Says which check of a copy has failed.
  static func damage(of check: CheckReport.Check) -> StoreError {
    .damaged(
      what: "a check of the copy failed: \(check.name): \(check.examples.first ?? "")")
  }

  static func invariants(_ database: Database) throws -> [CheckReport.Check] {
    var checks = [
      try response("the database file is intact") {
        try integrityProblems(database)
      },
      try response("every row refers to an existing row") {
        try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").prefix(mostProblems).map {
          "\($0["table"] as String) refers to \($0["parent"] as String)"
        }
      },
    ]
    for check in StoreCheck.all {
      guard try check.needs.allSatisfy({ try database.tableExists($0) }) else { continue }
      checks.append(
        try response(check.name) {
          try String.fetchAll(
            database, sql: "SELECT * FROM (\(check.sql)) LIMIT \(mostProblems)")
        })
    }
    return checks
  }

  /// The problems that SQLite finds; it may report some before it gives up.
  private static func integrityProblems(_ database: Database) throws -> [String] {
    let found = try String.fetchCursor(
      database, sql: "PRAGMA integrity_check(\(mostExamples))")
    var problems: [String] = []
    do {
      while let problem = try found.next() { problems.append(problem) }
    } catch let error as DatabaseError where error.saysDamage && !problems.isEmpty {
      return problems
    }
    return problems.filter { $0 != "ok" }
  }

  /// A check that cannot be made, because the file is damaged there, has failed.
  private static func response(
    _ name: String, isRepairable: Bool? = nil, _ find: () throws -> [String]
  ) throws -> CheckReport.Check {
    let problems: [String]
    do {
      problems = try find()
    } catch let error as DatabaseError where error.saysDamage {
      let reason = error.message ?? "\(error.extendedResultCode)"
      return CheckReport.Check(name: name, problems: 1, examples: ["unknown: \(reason)"])
    }
    return CheckReport.Check(
      name: name, problems: problems.count, examples: Array(problems.prefix(mostExamples)),
      isRepairable: isRepairable)
  }
}

extension CheckReport {
  /// The check of a store that is damaged so far that none can be made.
  ///
  /// Throws the error itself where that is not why.
  package init(ofUnreadable error: StoreError) throws {
    let what: String
    switch error {
    case .fileDamaged(_, let reason): what = reason
    case .fileEmpty: what = "the file is empty"
    case .newerVersion, .beforeFirstRelease, .diskFull, .failed, .noSuchPartition, .damaged,
      .database, .databaseFull, .newerDatabase, .busy, .uncertain, .moved, .inUse:
      throw error
    }
    self.init(checks: [Check(name: "the store can be read", problems: 1, examples: [what])])
  }
}
