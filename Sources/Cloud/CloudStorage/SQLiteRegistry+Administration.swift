import CloudModel
import CloudRules
import GRDB

extension SQLiteRegistry {
  func administration(after id: Int64, limit: Int) throws -> [AdministrationEntry] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: "SELECT * FROM administration WHERE id > ? ORDER BY id LIMIT ?"),
      arguments: [id, limit]
    )
    .map { row in
      AdministrationEntry(
        id: row["id"], at: row["at"], action: row["action"], subject: row["subject"])
    }
  }

  func note(
    _ action: AdministrationAction, of subject: String, at milliseconds: Int64
  ) throws {
    try database.cachedStatement(
      sql: "INSERT INTO administration (at, action, subject) VALUES (?, ?, ?)"
    ).execute(arguments: [milliseconds, action.rawValue, subject])
    try database.cachedStatement(sql: "DELETE FROM administration WHERE id <= ?").execute(
      arguments: [database.lastInsertedRowID - Self.mostAdministrationEntries])
  }

  /// Our choice: the log of an eager script does not fill the disk.
  private static let mostAdministrationEntries: Int64 = 100_000
}
