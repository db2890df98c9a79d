package import ChatCore
import ChatModel
import ChatStore
import CloudSync

/// The right to be the engine of a replica: the lock, and the term that it has begun.
struct Lease: Sendable {
  private let holding: LeaseLock.Holding
  private let term: Int64
  /// The replica that the engine writes to; it accepts no more writes once another engine has begun.
  package let replica: Replica

  fileprivate init(_ holding: LeaseLock.Holding, term: Int64, of replica: Replica) {
    self.holding = holding
    self.term = term
    self.replica = replica.inTerm(term)
  }

  /// Runs an engine until it ends or another one has begun; returns nil in the second case.
  ///
  /// While the engine runs, this process answers the questions of other processes.
  func whileHeld<Success: Sendable>(
    _ engine: @escaping @Sendable (LookRequests) async -> Success
  ) async -> Success? {
    defer { withExtendedLifetime(holding) {} }
    let (numbers, wanted) = AsyncStream.makeStream(
      of: Int64.self, bufferingPolicy: .bufferingNewest(1))
    let looks = LookRequests(numbers: numbers) { [replica] number in
      // If the answer cannot be written, the process that asks waits no longer than its own limit.
      try? await replica.answerLook(number)
    }
    return await withTaskGroup(of: Success?.self) { group in
      group.addTask { await engine(looks) }
      group.addTask {
        await listen(wanted)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }

  /// Takes in the questions of other processes until another engine has begun.
  private func listen(_ wanted: AsyncStream<Int64>.Continuation) async {
    let changes = replica.changes()
    // The engine's own writes ring the bell too, but are no new question.
    var passedOn: Int64 = 0
    guard await hear(wanted, &passedOn) else { return }
    for await _ in changes { guard await hear(wanted, &passedOn) else { return } }
    // The bell cannot be watched: the engine goes on, and is replaced when it does not answer.
    await untilCancelled()
  }

  /// Answers the questions asked so far, and passes the newest request for a look on once; returns
  /// whether this process is still the engine.
  private func hear(
    _ wanted: AsyncStream<Int64>.Continuation, _ passedOn: inout Int64
  ) async -> Bool {
    do {
      let state = try await replica.leaseState()
      guard state.term == term else { return false }
      if state.lookAsked > max(state.looked, passedOn) {
        passedOn = state.lookAsked
        wanted.yield(state.lookAsked)
      }
      if state.asked > state.heard { try await replica.hear(state.asked) }
      return true
    } catch ChatError.engineReplaced {
      return false
    } catch {
      // If the state cannot be read now, it is read at the next ring.
      return true
    }
  }
}

/// Gets the lease of a profile's engine for a process.
struct LeaseTaker: Sendable {
  /// Our choice: an engine that is alive hears within milliseconds.
  static let answerLimit: Duration = .seconds(2)

  /// The frequency with which a waiting process asks the engine whether it is alive.
  enum WaitingPolicy: Sendable {
    /// A command: all the time.
    case none
    /// A window: when something was written, at most every 15 s, and every 30 s otherwise.
    case ample
  }

  private let lock: LeaseLock
  private let replica: Replica

  package init(of profile: Profile, _ replica: Replica) {
    lock = LeaseLock(directory: profile.directory)
    self.replica = replica
  }

  /// The lease if nobody has it; otherwise nil.
  func tryTake() async throws -> Lease? {
    guard let holding = try lock.tryAcquire() else { return nil }
    return try await begin(holding)
  }

  /// The lease, as soon as nobody has it or its holder does not answer; nil if the task is cancelled before.
  package func wait(_ waiting: WaitingPolicy) async throws -> Lease? {
    try await withThrowingTaskGroup(of: Lease?.self) { group in
      group.addTask { try await waitForLock() }
      group.addTask { try await takeFromSilent(waiting) }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  private func begin(_ holding: LeaseLock.Holding) async throws -> Lease? {
    try await replica.beginTerm().map { Lease(holding, term: $0, of: replica) }
  }

  /// Waits until the holder of the lock gives it back.
  private func waitForLock() async throws -> Lease? {
    let (holdings, continuation) = AsyncStream.makeStream(of: LeaseLock.Holding.self)
    // If nobody takes the lock from the stream, it is given back when its value is released.
    let acquired: @Sendable (LeaseLock.Holding) -> Void = { continuation.yield($0) }
    let changes = replica.changes()
    let place = try lock.acquire(acquired)
    return try await withThrowingTaskGroup(of: LeaseLock.Holding?.self) { group in
      group.addTask {
        for await holding in holdings { return holding }
        return nil
      }
      group.addTask {
        // A process that takes over from a silent engine replaces its lock, and writes to the replica after
        // that.
        var place = place
        for await _ in changes where lock.place != place { place = try lock.acquire(acquired) }
        await untilCancelled()
        return nil
      }
      defer { group.cancelAll() }
      guard let holding = try await group.next() ?? nil else { return nil }
      return try await begin(holding)
    }
  }

  /// Asks the holder of the lease again and again, and takes the lease if there is no answer.
  private func takeFromSilent(_ waiting: WaitingPolicy) async throws -> Lease? {
    while !Task.isCancelled {
      let term = try await replica.leaseState().term
      let question = try await replica.askEngine(for: .ping)
      let isHeard = try await replica.engine(within: Self.answerLimit) {
        $0.heard >= question || $0.term != term
      }
      if !isHeard, !Task.isCancelled, let lease = try await take(from: term) { return lease }
      try await rest(waiting)
    }
    return nil
  }

  /// Begins the next term without the lock, and replaces the lock; nil if another process was faster.
  private func take(from term: Int64) async throws -> Lease? {
    guard let next = try await replica.beginTerm(after: term) else { return nil }
    let lease = Lease(try lock.replace(), term: next, of: replica)
    // This write tells the processes that wait at the old lock.
    _ = try await replica.askEngine(for: .ping)
    return lease
  }

  private func rest(_ waiting: WaitingPolicy) async throws {
    switch waiting {
    // An engine that is alive answers at once, so asking more often would find a silent one hardly sooner.
    case .none: try await Task.sleep(for: Self.answerLimit)
    case .ample:
      // Each question is a write that wakes every process of the profile, so a window asks rarely.
      try await Task.sleep(for: .seconds(15))
      let changes = replica.changes()
      _ = try await withDeadline(.seconds(15)) { for await _ in changes { return } }
    }
  }
}

extension Replica {
  /// Whether the engine's state satisfies `isWanted` within `limit`.
  package func engine(
    within limit: Duration, _ isWanted: @escaping @Sendable (LeaseState) -> Bool
  ) async throws -> Bool {
    let isReached: Bool? = try await withDeadline(limit) {
      let changes = self.changes()
      if isWanted(try await self.leaseState()) { return true }
      for await _ in changes where isWanted(try await self.leaseState()) { return true }
      // Cancelled; or the bell cannot be watched, and only the deadline ends this.
      await untilCancelled()
      return false
    }
    if let isReached { return isReached }
    return isWanted(try await leaseState())
  }
}
