@preconcurrency import Dispatch
import Synchronization

/// Connections to one PostgreSQL, lent to threads for one use each.
///
/// The threads are those of the callers, which block as `PostgresConnection` says; the pool has none, but for those
/// that open connections. It opens a connection when one is wanted and none is free.
///
/// 1. There are never more connections than `PostgresLimits.connections`, with those that are being opened.
/// 2. Who has waited longest gets the next one.
/// 3. A connection on which a transaction is open, or that is broken, is closed and not lent again.
package final class PostgresPool: Sendable {
  /// Figures since the start, and the present.
  package struct Figures: Sendable, Equatable {
    /// Connections that are there, and of them those that are lent.
    package var open = 0
    package var used = 0
    /// Threads that wait for one.
    package var waiting = 0
    /// Uses, and the time that all of them together, and the longest, have waited for a connection.
    package var uses = 0
    package var waited = Duration.zero
    package var longestWait = Duration.zero
    /// Uses that got no connection in time.
    package var refused = 0
    /// Connections that were opened; attempts that failed; connections that were found or became broken.
    package var opened = 0
    package var failed = 0
    package var broken = 0
    /// Transactions that ran again.
    package var repeated = 0
  }

  package let address: PostgresAddress
  package let limits: PostgresLimits

  private struct State: Sendable {
    var figures = Figures()
    /// The last is the one that was used last.
    var idle: [PostgresLink] = []
    var queue: [Waiter] = []
    var isClosed = false
    /// Connections from before are not lent again: their server is gone, or takes no writes any more.
    var validFrom: ContinuousClock.Instant?
  }

  /// A thread that waits.
  private final class Waiter: Sendable {
    let turn = DispatchSemaphore(value: 0)
    let grant = Mutex<Grant?>(nil)

    func receive(_ grant: Grant) {
      self.grant.withLock { $0 = grant }
      turn.signal()
    }
  }

  /// What a use gets.
  private enum Grant: Sendable {
    case link(PostgresLink)
    /// There is room for one more.
    case opening
    case closed
  }

  private let state = Mutex(State())
  private let jitter: @Sendable () -> Double

  /// Makes an empty pool; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - address: the servers.
  ///   - limits: the times and numbers.
  ///   - jitter: a random number from 0 to 1, for the pauses between repetitions.
  package init(
    _ address: PostgresAddress, _ limits: PostgresLimits = PostgresLimits(),
    jitter: @escaping @Sendable () -> Double
  ) {
    self.address = address
    self.limits = limits
    self.jitter = jitter
  }

  package var figures: Figures {
    state.withLock { state in
      var figures = state.figures
      figures.used = figures.open - state.idle.count
      figures.waiting = state.queue.count
      return figures
    }
  }

  // MARK: Uses

  /// Runs `body` with a connection, and again where another transaction was in the way or the server was gone.
  ///
  /// So `body` must do nothing outside of the transaction that matters twice. It runs again only after a
  /// `PostgresError` whose `repetition` says so, at most `PostgresLimits.repetitions` times and within
  /// `PostgresLimits.use`. Throws the last error, or what else `body` throws.
  @discardableResult package func transaction<Answer>(
    _ mode: PostgresTransactionMode, _ body: (PostgresConnection) throws -> Answer
  ) throws -> Answer {
    let deadline = ContinuousClock.now + limits.use
    var attempt = 0
    while true {
      do {
        return try use(until: deadline) { connection in
          try connection.transaction(mode) { try body(connection) }
        }
      } catch let error as PostgresError
        where error.repetition.isSoon && attempt < limits.repetitions
      {
        // Our choice: 5, 10, 20 … milliseconds, each made shorter by chance so that two transactions part.
        let pause = Duration.milliseconds(5 << attempt) * (0.5 + jitter() / 2)
        guard ContinuousClock.now + pause < deadline else { throw error }
        self.pause(pause)
        attempt += 1
        state.withLock { $0.figures.repeated += 1 }
      }
    }
  }

  /// Lends a connection to `body`, which runs once.
  @discardableResult package func use<Answer>(
    _ body: (PostgresConnection) throws -> Answer
  ) throws -> Answer {
    try use(until: .now + limits.use, body)
  }

  /// Asks the server whether it is there and takes writes.
  ///
  /// Throws the reason why not.
  package func check() throws {
    try use { connection in
      try connection.transaction(.snapshot) {
        let rows = try connection.run("SELECT pg_is_in_recovery()")
        if let row = rows.first, try row.value(0, as: Bool.self) {
          throw PostgresError.readOnly(server: connection.link.server)
        }
      }
    }
  }

  /// Closes what is free, and refuses new uses; connections that are lent are closed when they come back.
  package func close() {
    let (idle, queue) = state.withLock { state in
      defer {
        state.isClosed = true
        state.figures.open -= state.idle.count
        state.idle = []
        state.queue = []
      }
      return (state.idle, state.queue)
    }
    for link in idle { link.close() }
    for waiter in queue { waiter.receive(.closed) }
  }

  private func use<Answer>(
    until deadline: ContinuousClock.Instant, _ body: (PostgresConnection) throws -> Answer
  ) throws -> Answer {
    let connection = try borrow(until: deadline)
    do {
      let answer = try body(connection)
      giveBack(connection, nil)
      return answer
    } catch {
      giveBack(connection, error)
      throw error
    }
  }

  // MARK: Borrowing

  private func borrow(
    until deadline: ContinuousClock.Instant
  ) throws(PostgresError) -> PostgresConnection {
    let begin = ContinuousClock.now
    let grant = try wait(until: min(deadline, begin + limits.wait))
    let waited = begin.duration(to: .now)
    let validFrom = state.withLock { state in
      state.figures.uses += 1
      state.figures.waited += waited
      state.figures.longestWait = max(state.figures.longestWait, waited)
      return state.validFrom
    }
    switch grant {
    case .closed: throw .poolClosed
    case .opening: break
    case .link(let link):
      let oldest = max(validFrom ?? link.openedAt, begin - limits.lifetime)
      let isCurrent = link.openedAt >= oldest
      if isCurrent, link.isAlive() { return PostgresConnection(link, limits, until: deadline) }
      link.close()
      if isCurrent { state.withLock { $0.figures.broken += 1 } }
    }
    do throws(PostgresError) {
      let connection = try PostgresConnection.open(address, limits, until: deadline)
      state.withLock { $0.figures.opened += 1 }
      return connection
    } catch {
      state.withLock { $0.figures.failed += 1 }
      release()
      throw error
    }
  }

  /// Takes a free connection, or room for one, or waits for either.
  private func wait(until deadline: ContinuousClock.Instant) throws(PostgresError) -> Grant {
    let waiter = Waiter()
    let grant: Grant? = state.withLock { state in
      if state.isClosed { return .closed }
      if let link = state.idle.popLast() { return .link(link) }
      if state.figures.open < limits.connections {
        state.figures.open += 1
        return .opening
      }
      state.queue.append(waiter)
      return nil
    }
    if let grant { return grant }
    _ = waiter.turn.wait(timeout: DispatchTime(deadline))
    // Under the lock, so that nothing is granted to somebody who has gone.
    let late: Grant? = state.withLock { state in
      if let grant = waiter.grant.withLock({ $0 }) { return grant }
      state.queue.removeAll { $0 === waiter }
      state.figures.refused += 1
      return nil
    }
    guard let late else { throw .poolBusy(limit: limits.connections) }
    return late
  }

  private func giveBack(_ connection: PostgresConnection, _ error: (any Error)?) {
    let link = connection.link
    let isUsable = link.isIdle && !link.isStale
    let isServerGone = link.isBroken || error.map(Self.saysReadOnly) ?? false
    let (isKept, dropped) = state.withLock { state -> (Bool, [PostgresLink]) in
      var dropped: [PostgresLink] = []
      if link.isBroken { state.figures.broken += 1 }
      if isServerGone {
        state.validFrom = .now
        swap(&dropped, &state.idle)
        state.figures.open -= dropped.count
      }
      let isCurrent = state.validFrom.map { link.openedAt >= $0 } ?? true
      guard isUsable, isCurrent, !state.isClosed else { return (false, dropped) }
      if state.queue.isEmpty {
        state.idle.append(link)
      } else {
        state.queue.removeFirst().receive(.link(link))
      }
      return (true, dropped)
    }
    for link in dropped { link.close() }
    guard !isKept else { return }
    link.close()
    release()
  }

  /// Whether the server behind all connections may only be read from now on.
  private static func saysReadOnly(_ error: any Error) -> Bool {
    if case .readOnly? = error as? PostgresError { true } else { false }
  }

  /// Makes room for another connection.
  private func release() {
    state.withLock { state in
      if state.isClosed || state.queue.isEmpty {
        state.figures.open -= 1
      } else {
        state.queue.removeFirst().receive(.opening)
      }
    }
  }

  /// Waits without the processor; a pool that is closed meanwhile says so afterwards.
  private func pause(_ duration: Duration) {
    _ = DispatchSemaphore(value: 0).wait(timeout: DispatchTime(.now + duration))
  }
}

extension PostgresError.Repetition {
  /// Whether it may help to run again within the same use.
  fileprivate var isSoon: Bool {
    switch self {
    case .atOnce, .onNewConnection: true
    case .later, .never: false
    }
  }
}
