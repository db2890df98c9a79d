package import GRDB

extension Database {
  /// Reads one state of the database, which does not change meanwhile.
  ///
  /// Does the same as a pool's own `read`, which prepares the statements for the beginning and the end of the
  /// transaction each time. For `unsafeRead` of a pool.
  package func readOneState<Value>(_ value: (Database) throws -> Value) throws -> Value {
    let end = try cachedStatement(sql: "COMMIT TRANSACTION")
    try cachedStatement(sql: "BEGIN DEFERRED TRANSACTION").execute()
    defer {
      // Cancelling the task may interrupt the commit; as nothing was written, a rollback does the same.
      do { try end.execute() } catch { try? rollback() }
    }
    return try value(self)
  }
}
