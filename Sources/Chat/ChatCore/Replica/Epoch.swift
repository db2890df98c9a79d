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

extension Epoch {
  /// Notes that a zone was forgotten, in an epoch of its own.
  ///
  /// Answers of the cloud to earlier requests may still name the zone.
  static func noteForgotten(_ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE epoch SET forgotten = newest + 1, newest = newest + 1")
      .execute()
  }

  /// The epoch in which a zone was forgotten last; 0 if none was.
  static func ofLastForgotten(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT forgotten FROM epoch")) ?? 0
  }
}

extension StoredChat {
  /// Begins the chat's next incarnation in a new epoch.
  mutating func beginLife(_ db: Database) throws {
    epoch = try Epoch.begin(db)
    lifeBegan = epoch
  }
}
