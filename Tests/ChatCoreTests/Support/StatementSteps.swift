import Foundation
import GRDBSQLite
import Synchronization

/// The steps that SQLite takes for statements on the databases of one directory: work that is counted and not timed, so
/// that every run gives the same numbers.
///
/// Source: <https://www.sqlite.org/c3ref/c_stmtstatus_counter.html>.
final class StatementSteps: Sendable {
  private typealias Opening =
    @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, UnsafeRawPointer?) -> Int32

  private static let counters = Mutex<[String: StatementSteps]>([:])

  /// SQLite calls this for each connection of the process that is opened.
  private static let opening: Opening = { connection, _, _ in
    guard let connection, counter(of: connection) != nil else { return SQLITE_OK }
    return sqlite3_trace_v2(
      connection, UInt32(SQLITE_TRACE_PROFILE),
      { _, _, statement, _ in
        guard let statement = OpaquePointer(statement) else { return 0 }
        sqlite3_db_handle(statement).flatMap(counter)?.add(statement)
        return 0
      }, nil)
  }

  private static let isWatching =
    sqlite3_auto_extension(unsafeBitCast(opening, to: (@convention(c) () -> Void).self))
    == SQLITE_OK

  /// Runs `body` with a counter of the databases in `directory` that it opens.
  static func counting<Value>(
    in directory: URL, _ body: (StatementSteps) async throws -> Value
  ) async throws -> Value {
    guard isWatching else { throw CocoaError(.featureUnsupported) }
    let (path, counter) = (directory.path(percentEncoded: false), StatementSteps())
    counters.withLock { $0[path] = counter }
    defer { counters.withLock { $0[path] = nil } }
    return try await body(counter)
  }

  private static func counter(of connection: OpaquePointer) -> StatementSteps? {
    guard let file = sqlite3_db_filename(connection, "main") else { return nil }
    let path = String(cString: file)
    return counters.withLock { $0.first { path.hasPrefix($0.key) }?.value }
  }

  /// The cost of one statement.
  struct Cost: Equatable, Sendable {
    /// The number of its runs: once more or less where two tasks meet.
    var runs = 0

    /// The steps of the run that took most.
    var most = 0

    mutating func add(runs: Int, most: Int) {
      self.runs += runs
      self.most = max(self.most, most)
    }
  }

  private let steps = Mutex<[String: Cost]>([:])

  private func add(_ statement: OpaquePointer) {
    guard let sql = sqlite3_sql(statement) else { return }
    let count = sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
    steps.withLock { $0[String(cString: sql), default: Cost()].add(runs: 1, most: Int(count)) }
  }

  /// The cost of each statement since the last call.
  func take() -> [String: Cost] {
    steps.withLock { steps in
      defer { steps = [:] }
      return steps
    }
  }
}
