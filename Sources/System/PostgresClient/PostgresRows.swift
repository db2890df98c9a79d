package import Foundation

/// The answer to one statement: its rows, in the order of the server.
///
/// Columns are read by their place, because PostgreSQL folds their names. The rows stay valid after the connection.
package final class PostgresRows: RandomAccessCollection {
  package struct Row {
    let rows: PostgresRows
    let index: Int

    /// The value in a column, from 0: an `Int`, `String`, `Data`, `Bool` or `Double`.
    ///
    /// Throws `.unexpectedAnswer` where it is NULL or of another type.
    package func value<Value: PostgresReadable>(
      _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value {
      guard let value = try optional(column, as: type) else { throw rows.unexpected(column) }
      return value
    }

    /// The value in a column; nil where it is NULL.
    package func optional<Value: PostgresReadable>(
      _ column: Int, as type: Value.Type = Value.self
    ) throws(PostgresError) -> Value? {
      try rows.read(row: index, column: column)
    }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { result.rowCount }
  package subscript(index: Int) -> Row { Row(rows: self, index: index) }

  /// The rows that a statement has inserted, changed, deleted or found.
  package var affected: Int { result.affected }

  private let result: PostgresResult

  init(_ result: PostgresResult) {
    self.result = result
  }

  private func read<Value: PostgresReadable>(
    row: Int, column: Int
  ) throws(PostgresError) -> Value? {
    guard column < result.columnCount else { throw unexpected(column) }
    guard let bytes = result.bytes(row: row, column: column) else { return nil }
    guard let value = Value(bytes, type: result.type(of: column)) else { throw unexpected(column) }
    return value
  }

  private func unexpected(_ column: Int) -> PostgresError {
    .unexpectedAnswer(
      column: column, type: column < result.columnCount ? Int(result.type(of: column)) : 0)
  }
}

/// A type of Swift that a column can be read as.
package protocol PostgresReadable {
  /// Reads the binary form of a value; nil where the type of PostgreSQL, by its number, is another.
  init?(_ bytes: UnsafeRawBufferPointer, type: UInt32)
}

/// `smallint`, `integer` and `bigint`.
extension Int: PostgresReadable {
  package init?(_ bytes: UnsafeRawBufferPointer, type: UInt32) {
    switch (type, bytes.count) {
    case (PostgresType.smallint, 2):
      self = Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
    case (PostgresType.integer, 4):
      self = Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
    case (PostgresType.bigint, 8):
      self = Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
    default: return nil
    }
  }
}

/// `text`, `varchar` and `name`.
extension String: PostgresReadable {
  package init?(_ bytes: UnsafeRawBufferPointer, type: UInt32) {
    guard [PostgresType.text, PostgresType.varchar, PostgresType.name].contains(type) else {
      return nil
    }
    self = String(decoding: bytes, as: UTF8.self)
  }
}

/// `bytea`.
extension Data: PostgresReadable {
  package init?(_ bytes: UnsafeRawBufferPointer, type: UInt32) {
    guard type == PostgresType.bytea else { return nil }
    self = Data(bytes)
  }
}

/// `boolean`.
extension Bool: PostgresReadable {
  package init?(_ bytes: UnsafeRawBufferPointer, type: UInt32) {
    guard type == PostgresType.boolean, bytes.count == 1 else { return nil }
    self = bytes[0] != 0
  }
}

/// `double precision`.
extension Double: PostgresReadable {
  package init?(_ bytes: UnsafeRawBufferPointer, type: UInt32) {
    guard type == PostgresType.double, bytes.count == 8 else { return nil }
    self = Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
  }
}

/// The numbers of PostgreSQL's own types.
///
/// Source: `pg_type.dat`; they never change.
enum PostgresType {
  static let boolean: UInt32 = 16
  static let bytea: UInt32 = 17
  static let name: UInt32 = 19
  static let bigint: UInt32 = 20
  static let smallint: UInt32 = 21
  static let integer: UInt32 = 23
  static let text: UInt32 = 25
  static let double: UInt32 = 701
  static let varchar: UInt32 = 1043
  static let booleanArray: UInt32 = 1000
  static let byteaArray: UInt32 = 1001
  static let textArray: UInt32 = 1009
  static let bigintArray: UInt32 = 1016
  static let doubleArray: UInt32 = 1022
}
