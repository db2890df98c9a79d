import ChatModel
import CloudModel
import GRDB

/// The row of `connection`: what the engine last reported about the connection to the cloud.
enum StoredConnection {
  /// The last state; nil where no engine has ever run.
  static func state(_ db: Database) throws -> SyncStatus.State? {
    try String.fetchOne(db.cachedStatement(sql: "SELECT state FROM connection"))
      .flatMap(SyncStatus.State.init(rawValue:))
  }

  /// Writes the state; `since` stays while it is the same.
  static func write(_ db: Database, _ status: SyncStatus, at time: Int64) throws {
    let (state, reason) = (status.state.rawValue, status.reason ?? "")
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT state, reason FROM connection"))
    guard row?["state"] != state || row?["reason"] != reason else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO connection (id, state, reason, since) VALUES (1, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          since = CASE WHEN state = excluded.state THEN since ELSE excluded.since END,
          state = excluded.state, reason = excluded.reason
        """
    ).execute(arguments: [state, reason, time])
    try Journal.note(
      db, .status, detail: reason.isEmpty ? state : "\(state): \(reason)", at: time)
  }
}
