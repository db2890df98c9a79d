import Foundation
import PostgresClient

/// The columns of one row, read one after the other.
///
/// A type that is stored in several columns names them in `columns`, and reads them in that order, so rows that are
/// joined are read by one type after the other.
struct Columns {
  private let row: PostgresRows.Row
  private var place = 0

  init(_ row: PostgresRows.Row) { self.row = row }

  /// The next column, which is not null.
  mutating func next<Value: PostgresReadable>() throws -> Value {
    defer { place += 1 }
    return try row.value(place)
  }

  mutating func nextOrNil<Value: PostgresReadable>(
    _ type: Value.Type = Value.self
  ) throws -> Value? {
    defer { place += 1 }
    return try row.optional(place)
  }
}

extension Int64: PostgresReadable {
  package init?(_ bytes: UnsafeRawBufferPointer, type: UInt32) {
    guard let value = Int(bytes, type: type) else { return nil }
    self = Int64(value)
  }
}

extension PostgresRows {
  func read<T>(_ value: (inout Columns) throws -> T) throws -> [T] {
    var values: [T] = []
    values.reserveCapacity(count)
    for row in self {
      var columns = Columns(row)
      values.append(try value(&columns))
    }
    return values
  }

  /// The value of the first row; nil where there is none.
  func one<T>(_ value: (inout Columns) throws -> T) throws -> T? {
    guard !isEmpty else { return nil }
    var columns = Columns(self[startIndex])
    return try value(&columns)
  }
}
