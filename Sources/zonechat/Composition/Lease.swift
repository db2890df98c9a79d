import ChatCore
import CloudSync

/// The right to be the engine of a replica: the lock, and the term that it has begun.
struct Lease: Sendable {
  private let holding: LeaderLock.Holding
  private let term: Int64
  /// What the engine writes to; it takes nothing any more once another engine has begun.
  let replica: Replica

  fileprivate init(_ holding: LeaderLock.Holding, term: Int64, of replica: Replica) {
    self.holding = holding
    self.term = term
    self.replica = replica.leading(term)
  }

  /// Runs an engine until it ends or another one has begun; nil then.
  ///
  /// Meanwhile this answers what other processes ask.
  func whileHeld<Success: Sendable>(
    _ engine: @escaping @Sendable (LookRequests) async -> Success
  ) async -> Success? {
    defer { withExtendedLifetime(holding) {} }
    let (numbers, wanted) = AsyncStream.makeStream(
      of: Int64.self, bufferingPolicy: .bufferingNewest(1))
    let looks = LookRequests(numbers: numbers) { [replica] number in
      // Where it cannot be written, whoever asks waits no longer than they want to.
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

  /// Hears what is asked until another engine has begun.
  private func listen(_ wanted: AsyncStream<Int64>.Continuation) async {
    let changes = replica.changes()
    // What the engine writes while it looks rings too, and is no new question.
    var passedOn: Int64 = 0
    guard await hear(wanted, &passedOn) else { return }
    for await _ in changes { guard await hear(wanted, &passedOn) else { return } }
    // The bell cannot be watched: the engine goes on, and is replaced when it does not answer.
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }

  /// Hears what is asked now, and passes a look on once; answers whether this is still the engine.
  private func hear(
    _ wanted: AsyncStream<Int64>.Continuation, _ passedOn: inout Int64
  ) async -> Bool {
    do {
      let state = try await replica.engineState()
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
      // What cannot be read now is read at the next ring.
      return true
    }
  }
}

/// The way to the lease of a profile's engine.
struct Leadership: Sendable {
  /// Our choice: an engine that is alive hears within milliseconds.
  static let answerLimit: Duration = .seconds(2)

  /// How often whoever waits asks the engine whether it is alive.
  enum Patience: Sendable {
    /// A command: all the time.
    case none
    /// A window: when something was written, at most every 15 s, and every 30 s otherwise.
    case ample
  }

  private let lock: LeaderLock
  private let replica: Replica

  init(of profile: Profile, _ replica: Replica) {
    lock = LeaderLock(directory: profile.directory)
    self.replica = replica
  }

  /// The lease, where nobody has it.
  func tryTake() async throws -> Lease? {
    guard let holding = try lock.tryAcquire() else { return nil }
    return try await begin(holding)
  }

  /// The lease, as soon as nobody has it or whoever has it does not answer; nil when the task is cancelled
  /// before.
  func wait(_ patience: Patience) async throws -> Lease? {
    try await withThrowingTaskGroup(of: Lease?.self) { group in
      group.addTask { try await waitForLock() }
      group.addTask { try await takeFromSilent(patience) }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  private func begin(_ holding: LeaderLock.Holding) async throws -> Lease? {
    try await replica.beginTerm().map { Lease(holding, term: $0, of: replica) }
  }

  /// Waits until whoever has the lock gives it back.
  private func waitForLock() async throws -> Lease? {
    let (holdings, continuation) = AsyncStream.makeStream(of: LeaderLock.Holding.self)
    // A lock that nobody waits for any more is given back as it goes.
    let acquired: @Sendable (LeaderLock.Holding) -> Void = { continuation.yield($0) }
    let changes = replica.changes()
    let place = try lock.acquire(acquired)
    return try await withThrowingTaskGroup(of: LeaderLock.Holding?.self) { group in
      group.addTask {
        for await holding in holdings { return holding }
        return nil
      }
      group.addTask {
        // The lock of an engine that did not answer is replaced, and its taker writes after that.
        var place = place
        for await _ in changes where lock.place != place { place = try lock.acquire(acquired) }
        for await _ in AsyncStream<Never>.makeStream().stream {}
        return nil
      }
      defer { group.cancelAll() }
      guard let holding = try await group.next() ?? nil else { return nil }
      return try await begin(holding)
    }
  }

  /// Asks whoever has the lease again and again, and takes it when there is no answer.
  private func takeFromSilent(_ patience: Patience) async throws -> Lease? {
    while !Task.isCancelled {
      let term = try await replica.engineState().term
      let question = try await replica.askEngine(for: .life)
      let isHeard = try await replica.engine(within: Self.answerLimit) {
        $0.heard >= question || $0.term != term
      }
      if !isHeard, !Task.isCancelled, let lease = try await take(from: term) { return lease }
      try await rest(patience)
    }
    return nil
  }

  /// Begins the next term without the lock, and replaces that; nil where somebody was faster.
  private func take(from term: Int64) async throws -> Lease? {
    guard let next = try await replica.beginTerm(after: term) else { return nil }
    let lease = Lease(try lock.replace(), term: next, of: replica)
    // Who waits at the old lock hears of it by this.
    _ = try await replica.askEngine(for: .life)
    return lease
  }

  private func rest(_ patience: Patience) async throws {
    switch patience {
    case .none: try await Task.sleep(for: Self.answerLimit)
    case .ample:
      try await Task.sleep(for: .seconds(15))
      let changes = replica.changes()
      _ = try await withDeadline(.seconds(15)) { for await _ in changes { return } }
    }
  }
}

extension Replica {
  /// Whether the engine's state is as wanted within `limit`.
  func engine(
    within limit: Duration, _ isWanted: @escaping @Sendable (EngineState) -> Bool
  ) async throws -> Bool {
    let isReached: Bool? = try await withDeadline(limit) {
      let changes = self.changes()
      if isWanted(try await self.engineState()) { return true }
      for await _ in changes where isWanted(try await self.engineState()) { return true }
      // Cancelled; or the bell cannot be watched, and only time tells.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      return false
    }
    if let isReached { return isReached }
    return isWanted(try await engineState())
  }
}
