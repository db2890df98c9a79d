package import Foundation

/// A value that a statement is given; each case has one type in PostgreSQL, also where the value is nil.
///
/// All travel in binary form, so that nothing is written as SQL and nothing is inferred.
package enum PostgresValue: Sendable, Equatable {
  /// `bigint`; fits every column of whole numbers by assignment.
  case bigint(Int?)
  /// `text`. PostgreSQL refuses U+0000 in it.
  case text(String?)
  case bytea(Data?)
  case boolean(Bool?)
  /// `double precision`.
  case double(Double?)
  /// The arrays are for `unnest` and `= ANY ($1)`: one statement for many rows.
  case bigints([Int?])
  case texts([String?])
  case byteas([Data?])
  case booleans([Bool?])
  case doubles([Double?])
}

/// One statement of SQL with its values, `$1`, `$2` and so on.
package struct PostgresStatement: Sendable, Equatable {
  /// Whether a connection keeps the plan of a statement.
  package enum Preparation: Sendable {
    /// The text comes again: each connection prepares it once, on the same trip as its first use.
    case kept
    /// The text is made for one use, such as a query.
    case once
  }

  package var sql: String
  package var values: [PostgresValue]
  package var preparation: Preparation

  package init(
    _ sql: String, _ values: [PostgresValue] = [], _ preparation: Preparation = .kept
  ) {
    self.sql = sql
    self.values = values
    self.preparation = preparation
  }
}

/// What a transaction sees, and whether it may write.
package struct PostgresTransactionMode: Sendable, Equatable {
  package enum Isolation: String, Sendable {
    /// Each statement sees what was committed before it.
    case readCommitted = "READ COMMITTED"
    /// All statements see one state.
    case repeatableRead = "REPEATABLE READ"
    case serializable = "SERIALIZABLE"
  }

  package var isolation: Isolation
  package var isReadOnly: Bool

  package init(_ isolation: Isolation, isReadOnly: Bool) {
    self.isolation = isolation
    self.isReadOnly = isReadOnly
  }

  /// For writes, which lock the rows that they read first.
  package static let write = Self(.readCommitted, isReadOnly: false)
  /// For reads: one state, and no conflicts.
  package static let snapshot = Self(.repeatableRead, isReadOnly: true)

  var beginning: PostgresStatement {
    PostgresStatement(
      "BEGIN ISOLATION LEVEL \(isolation.rawValue) \(isReadOnly ? "READ ONLY" : "READ WRITE")")
  }
}
