import CloudDevices
import CloudKitCore

/// Runs one turn at a time, in the order in which they were asked for.
actor TurnQueue {
  typealias Outcome = Result<Void, CKError>

  private var turns: [Int: Task<Outcome, Never>] = [:]
  private var last: Task<Outcome, Never>?
  private var turnsSoFar = 0
  /// The task of the turn that runs now.
  private var running: Int?
  private let activity: SyncActivity

  init(_ activity: SyncActivity) { self.activity = activity }

  /// Whether a turn runs or waits.
  var hasTurns: Bool { !turns.isEmpty }

  /// Runs a turn, and waits for its end; a cancellation of the caller's task cancels the turn.
  ///
  /// Throws `.invalidArguments` in a turn, which would wait for itself, and `.operationCancelled`.
  nonisolated func run(
    _ body: @escaping @Sendable @concurrent () async throws(CKError) -> Void
  ) async throws(CKError) {
    let turn = try await begin(body)
    let outcome = await withTaskCancellationHandler {
      await turn.value
    } onCancel: {
      turn.cancel()
    }
    try outcome.get()
  }

  private func begin(
    _ body: @escaping @Sendable @concurrent () async throws(CKError) -> Void
  ) throws(CKError) -> Task<Outcome, Never> {
    guard !isInTurn else {
      throw CKError(
        .invalidArguments,
        "A sync engine's delegate cannot wait for a fetch or a send of the same engine: it would wait for itself."
      )
    }
    turnsSoFar += 1
    let (number, previous) = (turnsSoFar, last)
    // Whoever asks waits for it; the queue must go on when they do not.
    let turn = Task {
      _ = await previous?.value
      let outcome = await perform(body)
      turns[number] = nil
      activity.note()
      return outcome
    }
    turns[number] = turn
    last = turn
    activity.note()
    return turn
  }

  private func perform(
    _ body: @Sendable @concurrent () async throws(CKError) -> Void
  ) async -> Outcome {
    guard !Task.isCancelled else { return .failure(.cancelled) }
    running = Self.currentTask
    defer { running = nil }
    do throws(CKError) {
      try await body()
      return .success(())
    } catch {
      return .failure(Task.isCancelled ? .cancelled : error)
    }
  }

  /// Cancels all turns, and waits for their end where that is possible.
  func cancelAll() async {
    let all = turns.values
    for turn in all { turn.cancel() }
    guard !isInTurn else { return }
    for turn in all { _ = await turn.value }
  }

  private var isInTurn: Bool { running != nil && running == Self.currentTask }

  /// Tells the tasks that live at the same time apart.
  private static var currentTask: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}
