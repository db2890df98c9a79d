import CloudModel
import CloudRows
import Foundation
import GRDB
import SQLiteSupport

/// The tables in which queries find records: values, words and places.
struct IndexTables {
  let database: Database

  /// Replaces the rows of a record; writes only the differences.
  func replace(of record: Int64, in zone: String, with wanted: Set<IndexRow>) throws {
    let present = try entries(of: record)
    for row in present.subtracting(wanted) {
      switch row {
      case .value(let field, let value):
        try database.cachedStatement(
          sql: "DELETE FROM indexEntry WHERE record = ? AND field = ? AND value = ?"
        ).execute(arguments: [record, field, value])
      case .word(let field, let word):
        try database.cachedStatement(
          sql: "DELETE FROM indexWord WHERE record = ? AND field = ? AND word = ?"
        ).execute(arguments: [record, field, word])
      case .place(let field, let latitude, let longitude):
        try database.cachedStatement(
          sql: """
            DELETE FROM indexPlace
            WHERE record = ? AND field = ? AND latitude = ? AND longitude = ?
            """
        ).execute(arguments: [record, field, latitude, longitude])
      }
    }
    try insert(wanted.subtracting(present), of: record, in: zone)
  }

  private func entries(of record: Int64) throws -> Set<IndexRow> {
    var present: Set<IndexRow> = []
    let values = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT field, value FROM indexEntry WHERE record = ?"),
      arguments: [record])
    for row in values { present.insert(.value(row[0], row[1])) }
    let words = try Row.fetchAll(
      database.cachedStatement(sql: "SELECT field, word FROM indexWord WHERE record = ?"),
      arguments: [record])
    for row in words { present.insert(.word(row[0], row[1])) }
    let places = try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT field, latitude, longitude FROM indexPlace WHERE record = ?"),
      arguments: [record])
    for row in places { present.insert(.place(row[0], row[1], row[2])) }
    return present
  }

  /// Adds rows that are missing.
  func insert(_ rows: some Sequence<IndexRow>, of record: Int64, in zone: String) throws {
    var words: [Int64: [String]] = [:]
    for row in rows {
      switch row {
      case .value(let field, let value):
        var binder = StatementBinder(
          try database.cachedStatement(
            sql: "INSERT OR IGNORE INTO indexEntry (zone, field, value, record) VALUES (?, ?, ?, ?)"
          ))
        binder.bind(zone)
        binder.bind(field)
        binder.bind(value)
        binder.bind(record)
        try binder.execute()
      case .word(let field, let word): words[field, default: []].append(word)
      case .place(let field, let latitude, let longitude):
        try database.cachedStatement(
          sql: """
            INSERT OR IGNORE INTO indexPlace (zone, field, latitude, longitude, record)
            VALUES (?, ?, ?, ?, ?)
            """
        ).execute(arguments: [zone, field, latitude, longitude, record])
      }
    }
    // A text has many words, so one statement for all of them is much faster.
    for (field, words) in words {
      let list = words.jsonText()
      try database.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO indexWord (zone, field, word, record)
          SELECT ?, ?, value, ? FROM json_each(?)
          """
      ).execute(arguments: [zone, field, record, list])
    }
  }

  /// Deletes the rows of a field in a partition.
  func delete(ofField field: Int64, inPartition partitionID: Int64) throws {
    for table in ["indexEntry", "indexWord", "indexPlace"] {
      try database.cachedStatement(
        sql: """
          DELETE FROM \(table)
          WHERE field = ? AND zone IN (SELECT incarnation FROM zone WHERE partition = ?)
          """
      ).execute(arguments: [field, partitionID])
    }
  }
}
