import Foundation
import GRDB
import TestSupport

extension Device {
  /// Writes to the replica's file as another process could.
  func execute(_ sql: String) async throws {
    try await queue().write { db in try db.execute(sql: sql) }
  }

  func number(_ sql: String) async throws -> Int {
    try await queue().read { db in try Int.fetchOne(db, sql: sql) ?? 0 }
  }

  private func queue() throws -> DatabaseQueue {
    try DatabaseQueue(path: directory.appending(path: "replica.sqlite").path)
  }
}
