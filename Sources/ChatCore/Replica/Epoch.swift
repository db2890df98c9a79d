import GRDB

/// Numbers for the epochs of zones, counted over all zones, so that no number is given twice.
enum Epoch {
  /// The number of the newest epoch of any zone.
  static func newest(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT newest FROM epoch")) ?? 0
  }

  /// Begins an epoch, and returns its number.
  static func begin(_ db: Database) throws -> Int64 {
    try db.cachedStatement(sql: "UPDATE epoch SET newest = newest + 1").execute()
    return try newest(db)
  }
}

extension StoredChat {
  /// Begins the chat's next incarnation in a new epoch.
  mutating func beginLife(_ db: Database) throws {
    epoch = try Epoch.begin(db)
    lifeBegan = epoch
  }
}
