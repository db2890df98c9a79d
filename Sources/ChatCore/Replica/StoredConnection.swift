import GRDB

/// The row of `connection`: what the engine last said of the way to the cloud.
enum StoredConnection {
  enum State: String, Sendable {
    case connecting, syncing, upToDate, offline
  }

  /// The last state; nil where no engine has ever run.
  static func state(_ db: Database) throws -> State? {
    try String.fetchOne(db, sql: "SELECT state FROM connection").flatMap(State.init)
  }

  /// Writes the state; `since` stays while it is the same.
  static func write(_ db: Database, state: State, reason: String, at time: Int64) throws {
    try db.execute(
      sql: """
        INSERT INTO connection (id, state, reason, since) VALUES (1, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          since = CASE WHEN state = excluded.state THEN since ELSE excluded.since END,
          state = excluded.state, reason = excluded.reason
        """,
      arguments: [state.rawValue, reason, time])
  }
}
