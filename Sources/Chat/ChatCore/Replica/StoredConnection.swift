import ChatModel
import GRDB
import SyncRules

/// The row of `connection`: what the engine last reported about the connection to the cloud.
enum StoredConnection {
  enum State: String, Sendable {
    case connecting, syncing, waiting, upToDate, offline, suspended, stopped

    /// Whether the engine is working.
    var isAtWork: Bool {
      switch self {
      case .connecting, .syncing, .waiting, .upToDate: true
      case .offline, .suspended, .stopped: false
      }
    }
  }

  /// The last state; nil where no engine has ever run.
  static func state(_ db: Database) throws -> State? {
    try String.fetchOne(db.cachedStatement(sql: "SELECT state FROM connection")).flatMap(State.init)
  }

  /// Writes the state; `since` stays while it is the same.
  static func write(_ db: Database, _ status: SyncStatus, at time: Int64) throws {
    let state: State =
      switch status {
      case .connecting: .connecting
      case .syncing: .syncing
      case .waiting: .waiting
      case .upToDate: .upToDate
      case .offline: .offline
      case .suspended: .suspended
      case .stopped: .stopped
      }
    var reason = status.obstacle ?? ""
    if case .waiting(let refusal) = status { reason = refusal }
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT state, reason FROM connection"))
    guard row?["state"] != state.rawValue || row?["reason"] != reason else { return }
    try db.cachedStatement(
      sql: """
        INSERT INTO connection (id, state, reason, since) VALUES (1, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          since = CASE WHEN state = excluded.state THEN since ELSE excluded.since END,
          state = excluded.state, reason = excluded.reason
        """
    ).execute(arguments: [state.rawValue, reason, time])
    try Journal.note(
      db, .status, detail: reason.isEmpty ? state.rawValue : "\(state.rawValue): \(reason)",
      at: time)
  }
}
