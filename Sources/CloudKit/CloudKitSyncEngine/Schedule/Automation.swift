import CloudDevices
import CloudKitCore
import CloudModel
import SyncRules
import Synchronization

/// Makes an engine work unasked: it fetches at pushes, sends when the app adds changes, and looks at the account when
/// it changes.
///
/// An engine that is not automatic only tells of its state and of the account.
final class Automation: Sendable {
  private struct WeakEngine: Sendable {
    weak var engine: CKSyncEngine?
  }

  private let isAutomatic: Bool
  private let activity: SyncActivity
  private let beginning = ContinuousClock.now
  private let schedule: Mutex<SyncSchedule>
  private let tasks = Mutex<[Task<Void, Never>]>([])
  private let timer = Mutex<Task<Void, Never>?>(nil)
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation

  init(isAutomatic: Bool, choices: CloudKitChoices, _ activity: SyncActivity) {
    self.isAutomatic = isAutomatic
    self.activity = activity
    schedule = Mutex(SyncSchedule(seed: Machine.randomSeed(), choices: choices))
    // One wake-up that waits stands for all.
    (wakeUps, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  private var now: Duration { beginning.duration(to: .now) }

  /// Begins; the engine is not kept alive.
  func start(_ engine: CKSyncEngine) {
    let (reference, access) = (WeakEngine(engine: engine), engine.database.access)
    engine.state.onChange { [self] in
      want(.tellState)
      if isAutomatic, reference.engine?.state.read(\.hasPendingChanges) == true { want(.send) }
    }
    var tasks = [
      // They live as long as the engine, which ends them.
      Task { await self.work(for: reference) },
      // As the one above.
      Task { await self.watchAccount(of: access.device) },
    ]
    if isAutomatic {
      // As those above.
      tasks.append(Task { await self.watchPushes(to: reference, access) })
      want(.checkAccount)
    }
    self.tasks.withLock { $0 = tasks }
  }

  func stop() {
    for task in tasks.withLock({ $0 }) { task.cancel() }
    timer.withLock { $0 }?.cancel()
    wakeUp.finish()
  }

  private func want(_ work: SyncSchedule.Work) {
    schedule.withLock { $0.want(work) }
    wakeUp.yield()
  }

  /// What the engine still means to do by itself, in words; nil without anything.
  var unfinishedWork: String? { schedule.withLock(\.unfinishedWork) }

  // MARK: - What happens

  private func watchAccount(of device: CloudDevice) async {
    while !Task.isCancelled {
      let account = device.account
      await device.changeOfAccount(from: account)
      if !Task.isCancelled { want(.checkAccount) }
    }
  }

  private func watchPushes(to reference: WeakEngine, _ access: DatabaseAccess) async {
    for await push in access.device.pushes(in: access.container) {
      switch push {
      case .began:
        // The cloud can be reached, and pushes may have been missed.
        schedule.withLock { $0.begin(now: now) }
        want(.fetch)
      case .notification(let push):
        guard case .database = push.notification else { continue }
        let subscription = reference.engine?.state.read(\.subscriptionID)
        if push.subscriptionID == subscription { want(.fetch) }
      }
    }
  }

  // MARK: - What is done

  private func work(for reference: WeakEngine) async {
    for await _ in wakeUps {
      while !Task.isCancelled, let engine = reference.engine {
        let now = now
        switch schedule.withLock({ $0.next(now: now) }) {
        case .perform(let work):
          await perform(work, for: engine)
          activity.note()
          continue
        case .wait(let time): wake(at: time)
        case .rest: break
        }
        break
      }
    }
  }

  private func wake(at time: Duration) {
    let moment = beginning.advanced(by: time)
    // Ends by itself, or when another takes its place.
    let new = Task {
      if (try? await Task.sleep(until: moment, clock: .continuous)) != nil { wakeUp.yield() }
    }
    timer.withLock { timer in
      timer?.cancel()
      timer = new
    }
  }

  private func perform(_ work: SyncSchedule.Work, for engine: CKSyncEngine) async {
    do throws(CKError) {
      switch work {
      case .tellState: try await engine.turns.run { await engine.tellState() }
      case .checkAccount: try await checkAccount(of: engine)
      case .fetch where isIdle(engine), .send where isIdle(engine): break
      case .fetch: try await engine.fetch(.init(), because: .scheduled)
      case .send: try await engine.send(.init(), because: .scheduled)
      }
      schedule.withLock { $0.succeeded(work) }
    } catch {
      let now = now
      let isDone = work == .send && !engine.state.read(\.hasPendingChanges)
      schedule.withLock { schedule in
        if isDone || work == .tellState {
          schedule.succeeded(work)
        } else {
          schedule.failed(work, error, now: now)
        }
      }
    }
  }

  /// Nobody is or was signed in: the next look at the account goes on.
  private func isIdle(_ engine: CKSyncEngine) -> Bool {
    engine.database.access.device.account == nil && engine.state.read(\.user) == nil
  }

  private func checkAccount(of engine: CKSyncEngine) async throws(CKError) {
    try await engine.turns.run { () async throws(CKError) in try await engine.checkAccount() }
    guard isAutomatic, engine.state.read(\.user) != nil else { return }
    schedule.withLock { $0.begin(now: now) }
    want(.fetch)
    if engine.state.read(\.hasPendingChanges) { want(.send) }
  }
}
