import CloudModel
@preconcurrency import Dispatch
import Foundation
import PostgresClient
import Synchronization

/// The threads on which requests wait for PostgreSQL, as many as its pool has connections.
///
/// 1. A job that gets no thread within `PostgresLimits.wait` is refused, and never runs.
/// 2. At most a quarter of the threads run jobs that write the same zone; the others of these jobs wait without a
///    thread. So those who wait for the lock of one zone leave threads to everybody else.
/// 3. At least a quarter of the threads is left to jobs that write zones. Those that write none, such as reads and
///    sign-ins, wait without a thread otherwise.
/// 4. Jobs begin in the order in which they came, except for those that wait because of 2 and 3.
final class StoreThreads: Sendable {
  private struct Job: Sendable {
    let number: Int
    let zones: Set<RecordZoneID>
    let run: @Sendable () -> Void
    let refuse: @Sendable (PostgresError) -> Void
  }

  /// A thread; it ends when it has its turn and no job.
  private final class Worker: Sendable {
    private let turn = DispatchSemaphore(value: 0)
    private let job = Mutex<Job?>(nil)

    func give(_ job: Job?) {
      self.job.withLock { $0 = job }
      turn.signal()
    }

    func nextJob() -> Job? {
      turn.wait()
      return job.withLock { $0.take() }
    }
  }

  private struct State: Sendable {
    var waiting: [Job] = []
    /// How many jobs that run write a zone.
    var writers: [RecordZoneID: Int] = [:]
    /// How many jobs run that write no zone.
    var others = 0
    var idle: [Worker] = []
    var threads = 0
    var lastNumber = 0
    var refused = 0
    var isClosed = false
  }

  /// Our choice: as many requests as a second of work has, with a millisecond for each.
  private static let mostWaiting = 1000

  private let limits: PostgresLimits
  private let state = Mutex(State())

  init(_ limits: PostgresLimits) { self.limits = limits }

  var waitingCount: Int { state.withLock(\.waiting.count) }
  var refusedCount: Int { state.withLock(\.refused) }

  /// Runs `body`, which writes `zones`, on a thread that may block.
  ///
  /// Throws what `body` throws. Without a thread in time it throws `PostgresError.lockTimeout` where others write the
  /// same zone, and otherwise `.poolBusy`.
  func run<T: Sendable>(
    writing zones: Set<RecordZoneID>, _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
      add(
        zones, run: { continuation.resume(with: Result { try body() }) },
        refuse: { continuation.resume(throwing: $0) })
    }
  }

  /// Refuses what waits, and ends the threads when their jobs are done.
  func close() {
    let (waiting, idle) = state.withLock { state in
      defer {
        state.isClosed = true
        state.waiting = []
        state.idle = []
      }
      return (state.waiting, state.idle)
    }
    for job in waiting { job.refuse(.poolClosed) }
    for worker in idle { worker.give(nil) }
  }

  private func add(
    _ zones: Set<RecordZoneID>, run: @escaping @Sendable () -> Void,
    refuse: @escaping @Sendable (PostgresError) -> Void
  ) {
    let reason: PostgresError? = state.withLock { state in
      if state.isClosed { return .poolClosed }
      guard state.waiting.count < Self.mostWaiting else {
        state.refused += 1
        return .poolBusy(limit: limits.connections)
      }
      state.lastNumber += 1
      let number = state.lastNumber
      state.waiting.append(Job(number: number, zones: zones, run: run, refuse: refuse))
      begin(&state)
      if state.waiting.last?.number == number {
        DispatchQueue.global().asyncAfter(deadline: .now() + limits.wait.seconds) {
          self.refuse(number)
        }
      }
      return nil
    }
    if let reason { refuse(reason) }
  }

  /// Gives jobs to threads, as long as there are both.
  private func begin(_ state: inout State) {
    while !state.isClosed, !state.idle.isEmpty || state.threads < limits.connections,
      let index = state.waiting.firstIndex(where: { !isHeldUp($0, state) })
    {
      let job = state.waiting.remove(at: index)
      for zone in job.zones { state.writers[zone, default: 0] += 1 }
      if job.zones.isEmpty { state.others += 1 }
      let worker = state.idle.popLast() ?? startThread(&state)
      worker.give(job)
    }
  }

  /// Whether as many write one of the job's zones, or no zone, as may.
  private func isHeldUp(_ job: Job, _ state: State) -> Bool {
    let quarter = limits.connections / 4
    guard !job.zones.isEmpty else { return state.others >= max(1, limits.connections - quarter) }
    return job.zones.contains { state.writers[$0, default: 0] >= max(1, quarter) }
  }

  private func startThread(_ state: inout State) -> Worker {
    state.threads += 1
    let worker = Worker()
    let thread = Thread { [self] in
      while let job = worker.nextJob() {
        job.run()
        end(job, on: worker)
      }
    }
    thread.name = "store"
    thread.start()
    return worker
  }

  private func end(_ job: Job, on worker: Worker) {
    state.withLock { state in
      for zone in job.zones {
        let count = state.writers[zone, default: 1] - 1
        state.writers[zone] = count > 0 ? count : nil
      }
      if job.zones.isEmpty { state.others -= 1 }
      guard !state.isClosed else { return worker.give(nil) }
      state.idle.append(worker)
      begin(&state)
    }
  }

  private func refuse(_ number: Int) {
    let late: (job: Job, reason: PostgresError)? = state.withLock { state in
      guard let index = state.waiting.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      let job = state.waiting.remove(at: index)
      state.refused += 1
      let waitsForZone = !job.zones.isEmpty && isHeldUp(job, state)
      return (job, waitsForZone ? .lockTimeout : .poolBusy(limit: limits.connections))
    }
    if let late { late.job.refuse(late.reason) }
  }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
