import GRDB

/// Numbers for the lives of zones, shared by all zones, so that no number is given twice.
enum Epoch {
  /// The number of the life that has begun last.
  static func newest(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT newest FROM epoch")) ?? 0
  }

  /// The number of a life that begins now.
  static func begin(_ db: Database) throws -> Int64 {
    try db.cachedStatement(sql: "UPDATE epoch SET newest = newest + 1").execute()
    return try newest(db)
  }
}

extension StoredChat {
  mutating func beginLife(_ db: Database) throws {
    epoch = try Epoch.begin(db)
    lifeBegan = epoch
  }
}
