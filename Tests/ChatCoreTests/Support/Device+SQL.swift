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

  func strings(_ sql: String) async throws -> [String] {
    try await queue().read { db in try String.fetchAll(db, sql: sql) }
  }

  private func queue() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // The triggers of the index need it; what it takes of a message does not matter here.
      db.add(function: DatabaseFunction("searchable", argumentCount: 2) { $0[0] })
    }
    return try DatabaseQueue(
      path: directory.appending(path: "replica.sqlite").path, configuration: configuration)
  }
}
