#if canImport(Glibc)
import Glibc
#endif

/// A connection to PostgreSQL, for one thread.
///
/// Every call blocks its thread until the server has answered, as a call of SQLite does, and never longer than
/// `PostgresLimits` says. So it is called where threads may wait: by a pool of threads, never by a task of Swift.
/// Several statements in one call are one round trip (a pipeline).
///
/// Outside of `transaction`, the statements of one call are a transaction: all or none. `.outcomeUnknown` is thrown
/// where the connection broke meanwhile.
package final class PostgresConnection {
  /// The round trips that were made.
  package private(set) var roundTrips = 0
  /// Lets another thread end a statement.
  package var cancellation: PostgresCancellation { link.cancellation }

  private(set) var link: PostgresLink
  private let limits: PostgresLimits
  private let deadline: ContinuousClock.Instant?
  private var phase = Phase.outside
  private var closing: [PostgresStatement] = []
  /// What the server said before it closed the connection.
  private var lastWords: String?

  private enum Phase {
    case outside
    /// BEGIN goes along with the first statements.
    case wanted(PostgresTransactionMode)
    case open(PostgresTransactionMode)
    /// The server refuses everything but the end of the transaction.
    case failed(PostgresError)
  }

  /// Our choice: for the answer to a request to end a statement.
  private static let farewell = Duration.milliseconds(400)
  /// Our choice: queries have many shapes; one that is not kept costs the server its planning again.
  private static let planLimit = 500

  /// Borrows a connection until `link` is taken back.
  ///
  /// - Parameters:
  ///   - link: the connection, on which nothing runs.
  ///   - limits: the times for statements.
  ///   - deadline: the end of this use.
  init(_ link: PostgresLink, _ limits: PostgresLimits, until deadline: ContinuousClock.Instant?) {
    self.link = link
    self.limits = limits
    self.deadline = deadline
  }

  /// Opens a connection outside of any pool, and closes it when `body` returns.
  ///
  /// For work that takes longer than a request, such as upgrading a schema: `PostgresLimits.use` does not hold.
  @discardableResult package static func with<Answer>(
    _ address: PostgresAddress, _ limits: PostgresLimits = PostgresLimits(),
    _ body: (PostgresConnection) throws -> Answer
  ) throws -> Answer {
    let connection = try open(address, limits, until: nil)
    defer { connection.close() }
    return try body(connection)
  }

  static func open(
    _ address: PostgresAddress, _ limits: PostgresLimits, until deadline: ContinuousClock.Instant?
  ) throws(PostgresError) -> PostgresConnection {
    let patience = ContinuousClock.now + limits.connect
    let link = try PostgresLink.open(address, until: min(deadline ?? patience, patience))
    let connection = PostgresConnection(link, limits, until: deadline)
    do throws(PostgresError) {
      // Nothing is stored by this.
      try connection.committing(.snapshot) { () throws(PostgresError) in
        _ = try connection.exchange([], [limits.settings])
      }
    } catch {
      connection.close()
      throw error
    }
    return connection
  }

  func close() { link.close() }

  // MARK: Statements

  /// Runs one statement.
  @discardableResult package func run(
    _ sql: String, _ values: PostgresValue...
  ) throws(PostgresError) -> PostgresRows {
    try run(PostgresStatement(sql, values))
  }

  @discardableResult package func run(
    _ statement: PostgresStatement
  ) throws(PostgresError) -> PostgresRows {
    let answers = try run([statement])
    // One statement has one answer.
    guard let rows = answers.first else { throw .unexpectedAnswer(column: 0, type: 0) }
    return rows
  }

  /// Runs statements in one round trip, and gives their answers in the same order.
  ///
  /// After one that fails the server runs none of the others, and this throws its error.
  @discardableResult package func run(
    _ statements: [PostgresStatement]
  ) throws(PostgresError) -> [PostgresRows] {
    switch phase {
    case .failed(let error): throw error
    case .outside:
      return try committing { () throws(PostgresError) in try exchange([], statements) }
    case .open: return try noting { () throws(PostgresError) in try exchange([], statements) }
    case .wanted(let mode):
      phase = .open(mode)
      return try noting { () throws(PostgresError) in try exchange([mode.beginning], statements) }
    }
  }

  /// Runs a text of several statements without values, such as a schema; their answers are not read.
  package func runScript(_ sql: String) throws(PostgresError) {
    if case .wanted = phase { try run([]) }
    switch phase {
    case .failed(let error): throw error
    case .outside: try committing { () throws(PostgresError) in try exchange(script: sql) }
    case .open, .wanted: try noting { () throws(PostgresError) in try exchange(script: sql) }
    }
  }

  // MARK: Transactions

  /// Runs `body` in a transaction, which is committed when it returns.
  ///
  /// BEGIN travels with the first statements, COMMIT with those of `runAtCommit`. A body that runs nothing costs
  /// nothing. Throws what `body` throws; an error of a statement that `body` caught is thrown all the same.
  /// `.outcomeUnknown` is thrown where the connection broke after COMMIT was sent.
  @discardableResult package func transaction<Answer>(
    _ mode: PostgresTransactionMode, _ body: () throws -> Answer
  ) throws -> Answer {
    guard case .outside = phase else {
      preconditionFailure("PostgresConnection: a transaction in a transaction")
    }
    phase = .wanted(mode)
    closing = []
    do {
      let answer = try body()
      try commit()
      return answer
    } catch {
      rollBack()
      throw error
    }
  }

  /// Adds statements that run on the same trip as COMMIT, after `body`; their answers are not read.
  package func runAtCommit(_ statements: [PostgresStatement]) { closing += statements }

  private func commit() throws(PostgresError) {
    let mode: PostgresTransactionMode
    var first: [PostgresStatement] = []
    switch phase {
    case .outside: return
    case .failed(let error): throw error
    case .open(let open): mode = open
    case .wanted(let wanted):
      mode = wanted
      first = [mode.beginning]
    }
    if first.isEmpty || !closing.isEmpty {
      // What is rolled back after an error.
      phase = .open(mode)
      try committing(mode) { () throws(PostgresError) in
        _ = try exchange(first, closing, [PostgresStatement("COMMIT")])
      }
    }
    phase = .outside
  }

  /// Runs what commits at its end, and tells a failure from an outcome that is not known.
  private func committing<Answer>(
    _ mode: PostgresTransactionMode = .write, _ body: () throws(PostgresError) -> Answer
  ) throws(PostgresError) -> Answer {
    guard !link.isBroken else { throw broken() }
    let warnings = link.warnings.count
    let answer: Answer
    do throws(PostgresError) {
      answer = try body()
    } catch {
      // Where the connection is still there, the server has said that it failed.
      throw link.isBroken && !mode.isReadOnly ? .outcomeUnknown : error
    }
    guard link.warnings.count == warnings || mode.isReadOnly else {
      // It is committed here, but a standby does not have it.
      phase = .outside
      throw .outcomeUnknown
    }
    return answer
  }

  private func rollBack() {
    defer { phase = .outside }
    switch phase {
    case .outside, .wanted: return
    case .open, .failed:
      guard !link.isBroken else { return }
      do throws(PostgresError) {
        _ = try exchange([], [PostgresStatement("ROLLBACK")])
      } catch {
        // The server takes back what a connection that ends has left.
        link.isBroken = true
      }
    }
  }

  /// Notes an error of a statement, after which the transaction can only end.
  private func noting<Answer>(
    _ body: () throws(PostgresError) -> Answer
  ) throws(PostgresError) -> Answer {
    do throws(PostgresError) {
      return try body()
    } catch {
      if case .open = phase { phase = .failed(error) }
      throw error
    }
  }

  // MARK: The wire

  /// What an answer is awaited for.
  private enum Awaited {
    case preparation(PostgresPlan)
    /// The place among the caller's statements.
    case execution(Int, wasPrepared: Bool)
  }

  /// Until when an answer is awaited.
  private struct Patience {
    var end: ContinuousClock.Instant
    var hasCancelled = false
  }

  /// Sends statements as one pipeline and takes their answers; returns those to `statements`.
  private func exchange(
    _ first: [PostgresStatement], _ statements: [PostgresStatement],
    _ last: [PostgresStatement] = []
  ) throws(PostgresError) -> [PostgresRows] {
    let all = first + statements + last
    guard !all.isEmpty else { return [] }
    let pointer = try connection()
    var patience = try beginTrip()
    var awaited: [Awaited] = []
    for (index, statement) in all.enumerated() {
      try send(statement, at: index - first.count, on: pointer, &awaited)
    }
    guard link.library.pipelineSync(pointer) == 1 else { throw broken() }
    var answers: [PostgresRows] = []
    var failure: PostgresError?
    for item in awaited {
      while let result = try next(&patience) {
        switch (item, result.status) {
        case (.preparation, .command): break
        case (.execution, .command), (.execution, .rows), (.execution, .emptyQuery):
          answers.append(PostgresRows(result))
        case (.execution, .aborted): break
        case (.preparation(let plan), .aborted): link.prepared[plan] = nil
        case (.preparation(let plan), _):
          link.prepared[plan] = nil
          failure = failure ?? error(result, at: answers.count - first.count)
        case (.execution(let index, let wasPrepared), _):
          failure = failure ?? error(result, at: index, wasPrepared: wasPrepared)
        }
      }
    }
    // The end of the pipeline.
    while let result = try next(&patience), result.status != .synchronized {
      failure = failure ?? error(result, at: statements.count)
    }
    if link.library.status(pointer) != LibPQ.connectionOK { throw broken() }
    if let failure { throw failure }
    return Array(answers.dropFirst(first.count).prefix(statements.count))
  }

  /// Sends a text outside of the pipeline mode, which allows only single statements.
  private func exchange(script sql: String) throws(PostgresError) {
    let pointer = try connection()
    var patience = try beginTrip()
    guard link.library.exitPipeline(pointer) == 1, link.library.sendQuery(pointer, sql) == 1
    else { throw broken() }
    var failure: PostgresError?
    var count = 0
    while let result = try next(&patience) {
      switch result.status {
      case .command, .rows, .emptyQuery: count += 1
      default: failure = failure ?? error(result, at: count)
      }
    }
    guard link.library.status(pointer) == LibPQ.connectionOK,
      link.library.enterPipeline(pointer) == 1
    else { throw broken() }
    if let failure { throw failure }
  }

  private func connection() throws(PostgresError) -> LibPQ.Pointer {
    guard !link.isBroken, let pointer = link.pointer else { throw broken() }
    return pointer
  }

  private func beginTrip() throws(PostgresError) -> Patience {
    let now = ContinuousClock.now
    // The server ends a statement by itself a second before.
    let end = min(deadline ?? .now + .seconds(86_400), now + limits.statement + .seconds(1))
    guard now < end else { throw .statementTimeout }
    roundTrips += 1
    return Patience(end: end)
  }

  /// Sends one statement into the pipeline, after its preparation where the server does not have it.
  private func send(
    _ statement: PostgresStatement, at index: Int, on pointer: LibPQ.Pointer,
    _ awaited: inout [Awaited]
  ) throws(PostgresError) {
    let library = link.library
    let parameters = PostgresParameters(statement.values)
    let plan = PostgresPlan(sql: statement.sql, types: parameters.types)
    let isKept = statement.preparation == .kept
    let wasPrepared = link.prepared[plan] != nil
    var isSent = true
    if isKept, !wasPrepared, link.prepared.count < Self.planLimit {
      let name = link.nameOfNextPlan()
      link.prepared[plan] = name
      isSent =
        library.sendPrepare(pointer, name, plan.sql, Int32(plan.types.count), plan.types) == 1
      awaited.append(.preparation(plan))
    }
    if isKept, let name = link.prepared[plan] {
      isSent =
        isSent
        && parameters.withPointers { count, values, lengths, formats in
          library.sendPrepared(pointer, name, count, values, lengths, formats, 1)
        } == 1
    } else {
      isSent =
        parameters.withPointers { count, values, lengths, formats in
          library.sendOnce(pointer, plan.sql, count, plan.types, values, lengths, formats, 1)
        } == 1
    }
    awaited.append(.execution(index, wasPrepared: wasPrepared))
    guard isSent else { throw broken() }
  }

  /// The next answer, or nil after the last one to a statement.
  ///
  /// While it waits it also sends what is left: else both sides could wait for room in each other's buffers.
  private func next(_ patience: inout Patience) throws(PostgresError) -> PostgresResult? {
    let library = link.library
    let pointer = try connection()
    while true {
      let isSending = library.flush(pointer) == 1
      guard library.isBusy(pointer) == 1 else {
        return library.getResult(pointer).map { PostgresResult($0, of: library) }
      }
      guard library.socket(pointer) >= 0 else { throw broken() }
      let events = Int16(isSending ? POLLIN | POLLOUT : POLLIN)
      if link.wait(for: events, until: patience.end) == .nothing {
        guard !patience.hasCancelled else {
          link.isBroken = true
          throw .statementTimeout
        }
        link.cancellation.cancel()
        patience = Patience(end: .now + Self.farewell, hasCancelled: true)
      } else if library.consumeInput(pointer) == 0, library.isBusy(pointer) == 1 {
        throw broken()
      }
    }
  }

  /// Reads what the server has sent unasked.
  func takeInput() throws(PostgresError) {
    let pointer = try connection()
    guard link.library.consumeInput(pointer) == 1, link.library.socket(pointer) >= 0,
      link.library.status(pointer) == LibPQ.connectionOK
    else { throw broken() }
  }

  private func broken() -> PostgresError {
    link.isBroken = true
    return .connectionLost(
      reason: lastWords ?? link.pointer.map(link.library.words) ?? "it is closed")
  }

  private func error(
    _ result: PostgresResult, at index: Int, wasPrepared: Bool = false
  ) -> PostgresError {
    let message = result.field(.message) ?? "no reason"
    // libpq's own errors have no state.
    guard let state = result.field(.state) else { return broken() }
    switch PostgresError(state: state, wasPrepared: wasPrepared) {
    case .conflict where ["0A000", "26000"].contains(state):
      link.isStale = true
      return .conflict(state: state)
    case .connectionLost:
      lastWords = message
      return broken()
    case .notUnique: return .notUnique(constraint: result.field(.constraint) ?? "")
    case .readOnly: return .readOnly(server: link.server)
    case let error?: return error
    // The words of class 22 repeat the value that does not fit.
    case nil:
      return .refused(
        state: state, statement: max(index, 0),
        reason: state.hasPrefix("22") ? "a value does not fit" : message)
    }
  }
}

extension PostgresError {
  /// What a SQLSTATE means on an open connection; nil for one that asks for nothing of its own.
  ///
  /// - Parameters:
  ///   - state: the SQLSTATE.
  ///   - wasPrepared: whether the plan of the statement was from an earlier trip.
  ///
  /// Source: <https://www.postgresql.org/docs/15/errcodes-appendix.html>.
  init?(state: String, wasPrepared: Bool) {
    switch state {
    case "40001", "40P01": self = .conflict(state: state)
    // A plan that was prepared before a table changed, or by another session behind a proxy.
    case "0A000" where wasPrepared, "26000" where wasPrepared: self = .conflict(state: state)
    case "23505": self = .notUnique(constraint: "")
    case "25006": self = .readOnly(server: "")
    case "53100": self = .diskFull
    case "55P03": self = .lockTimeout
    case "57014": self = .statementTimeout
    case "25P03", "57P01", "57P02", "57P03", "57P04", "57P05": self = .connectionLost(reason: state)
    case _ where state.hasPrefix("08"): self = .connectionLost(reason: state)
    default: return nil
    }
  }
}

extension PostgresLimits {
  /// Tells the server the times that it keeps itself, and that what it confirms must be kept.
  fileprivate var settings: PostgresStatement {
    func milliseconds(_ duration: Duration) -> PostgresValue {
      .text("\(Int(duration / .milliseconds(1)))")
    }
    return PostgresStatement(
      """
      SELECT set_config('statement_timeout', $1, false), set_config('lock_timeout', $2, false),
        set_config('idle_in_transaction_session_timeout', $3, false),
        CASE WHEN current_setting('synchronous_commit') IN ('off', 'local')
          THEN set_config('synchronous_commit', 'on', false) END
      """, [milliseconds(statement), milliseconds(lock), milliseconds(idleInTransaction)], .once)
  }
}
