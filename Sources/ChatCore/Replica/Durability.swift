import GRDB

/// When a transaction survives a power failure.
///
/// Source: <https://www.sqlite.org/pragma.html#pragma_synchronous>.
enum Durability: String, Sendable {
  /// When its call returns: what a person was told is kept, and what is promised about a request.
  case atOnce = "FULL"
  /// With the next one that does at once, or a little later: what the cloud tells again.
  ///
  /// A power failure takes back the last transactions whole, the data together with the token that
  /// covers it.
  case later = "NORMAL"

  /// Runs `updates` in one transaction.
  func commit<Value>(
    to db: Database, _ updates: (Database) throws -> Value
  ) throws -> Value {
    try db.cachedStatement(sql: "PRAGMA synchronous = \(rawValue)").execute()
    var value: Value?
    try db.inTransaction {
      value = try updates(db)
      return .commit
    }
    guard let value else { throw DatabaseError(resultCode: .SQLITE_ABORT) }
    return value
  }
}
