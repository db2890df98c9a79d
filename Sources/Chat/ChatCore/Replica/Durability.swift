import GRDB

/// When a transaction survives a power failure.
///
/// A connection is in the mode of `.later`, and in that of `.atOnce` while such a transaction runs.
///
/// Source: <https://www.sqlite.org/pragma.html#pragma_synchronous>.
enum Durability: Sendable {
  /// When its call returns; for data that a person is told is saved, and for notes about requests.
  case atOnce
  /// With the next `.atOnce` transaction, or at a checkpoint; for data that the cloud can send again, and for
  /// read marks: the messages are then unread again.
  ///
  /// A power failure undoes whole transactions, the last ones: data together with the change token that
  /// covers it.
  case later

  /// Runs `updates` in one transaction.
  func commit<Value>(
    to db: Database, _ updates: (Database) throws -> Value
  ) throws -> Value {
    if self == .atOnce {
      try db.cachedStatement(sql: "PRAGMA synchronous = FULL").execute()
    }
    defer {
      if self == .atOnce {
        // If this fails, later transactions are more durable than they need to be.
        try? db.cachedStatement(sql: "PRAGMA synchronous = NORMAL").execute()
      }
    }
    var value: Value?
    try db.inTransaction {
      value = try updates(db)
      return .commit
    }
    guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return value
  }
}
