import CloudKitSyncEngine
import Testing

/// When an engine works by itself, without an engine.
@Suite struct SyncScheduleTests {
  private var schedule = SyncSchedule(seed: 1)

  private func error(_ code: CKError.Code, retryAfter: Double? = nil) -> CKError {
    CKError(code, "test", userInfo: retryAfter.map { [CKErrorRetryAfterKey: $0] } ?? [:])
  }

  @Test mutating func `nothing is wanted twice, and a fetch comes before a send`() {
    #expect(schedule.next(now: .zero) == .rest)
    schedule.want(.send)
    schedule.want(.fetch)
    schedule.want(.fetch)
    #expect(schedule.next(now: .zero) == .perform(.fetch))
    #expect(schedule.next(now: .zero) == .perform(.send))
    #expect(schedule.next(now: .zero) == .rest)
  }

  @Test mutating func `a failure waits, and the other direction goes on`() throws {
    schedule.failed(.send, error(.zoneBusy), now: .seconds(10))
    schedule.want(.fetch)
    #expect(schedule.next(now: .seconds(10)) == .perform(.fetch))
    guard case .wait(let time) = schedule.next(now: .seconds(10)) else {
      Issue.record("It does not wait.")
      return
    }
    #expect(time > .seconds(10) && time <= .seconds(12))
    #expect(schedule.next(now: time) == .perform(.send))
  }

  @Test mutating func `waits grow up to two minutes`() {
    var longest: Duration = .zero
    for _ in 0..<200 {
      schedule.failed(.fetch, error(.networkFailure), now: .zero)
      if case .wait(let time) = schedule.next(now: .zero) { longest = max(longest, time) }
    }
    #expect(longest > .seconds(60) && longest <= .seconds(120))
    schedule.succeeded(.fetch)
    #expect(schedule.next(now: .zero) == .perform(.fetch))
  }

  @Test mutating func `nothing shortens the wait that the cloud asks for, and everything waits`() {
    schedule.failed(.send, error(.requestRateLimited, retryAfter: 30), now: .zero)
    schedule.want(.fetch)
    schedule.want(.tellState)
    schedule.begin(now: .seconds(1))
    #expect(schedule.next(now: .seconds(1)) == .perform(.tellState))
    #expect(schedule.next(now: .seconds(29)) == .wait(until: .seconds(30)))
    #expect(schedule.next(now: .seconds(30)) == .perform(.fetch))
    #expect(schedule.next(now: .seconds(30)) == .perform(.send))
  }

  @Test mutating func `a new connection ends the engine's own wait`() {
    schedule.failed(.fetch, error(.networkFailure), now: .zero)
    schedule.begin(now: .zero)
    #expect(schedule.next(now: .zero) == .perform(.fetch))
  }

  @Test mutating func `a conflict is sent again at once, but not for ever`() {
    let conflict = CKError.partial(["a": error(.serverRecordChanged)])
    for _ in 0..<SyncSchedule.quickRepetitions {
      schedule.failed(.send, conflict, now: .zero)
      #expect(schedule.next(now: .zero) == .perform(.send))
    }
    schedule.failed(.send, conflict, now: .zero)
    guard case .wait = schedule.next(now: .zero) else {
      Issue.record("It does not wait.")
      return
    }
  }
}
