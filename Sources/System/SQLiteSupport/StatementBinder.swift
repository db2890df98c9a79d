package import Foundation
package import GRDB
import GRDBSQLite

/// Binds the values of a statement one after the other, and runs it.
///
/// `StatementArguments` boxes, copies and checks each value, which for a page of records costs as much as
/// writing it. Here the number of values is checked, and everything else stays the library's.
///
/// Source: <https://www.sqlite.org/c3ref/bind_blob.html>.
package struct StatementBinder: ~Copyable {
  private let statement: Statement
  private var count: Int32 = 0

  package init(_ statement: Statement) {
    self.statement = statement
    statement.setUncheckedArguments([])
  }

  package mutating func bind(_ value: Int64?) {
    count += 1
    if let value { sqlite3_bind_int64(statement.sqliteStatement, count, value) }
  }

  package mutating func bind(_ value: Bool) { bind(value ? 1 : 0) }

  package mutating func bind(_ value: String?) {
    count += 1
    guard var value else { return }
    guard !value.isEmpty else {
      // Without an address it would be NULL.
      sqlite3_bind_text(statement.sqliteStatement, count, "", 0, Self.copied)
      return
    }
    _ = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        sqlite3_bind_text(
          statement.sqliteStatement, count, characters.baseAddress, Int32(characters.count),
          Self.copied)
      }
    }
  }

  package mutating func bind(_ value: Data?) {
    count += 1
    guard let value else { return }
    _ = value.withUnsafeBytes { bytes in
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(statement.sqliteStatement, count, 0)
        : sqlite3_bind_blob(
          statement.sqliteStatement, count, bytes.baseAddress, Int32(bytes.count), Self.copied)
    }
  }

  /// Throws `DatabaseError`; of code `SQLITE_MISUSE` where the statement wants another number of values.
  package consuming func execute() throws {
    guard count == sqlite3_bind_parameter_count(statement.sqliteStatement) else {
      throw DatabaseError(
        resultCode: .SQLITE_MISUSE, message: "a statement has \(count) values", sql: statement.sql)
    }
    try statement.execute()
  }

  /// Tells SQLite to copy a value before its call returns.
  private static var copied: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}
