import Foundation
import Synchronization

/// Plays a scenario on a stage, step by step.
package struct ScenarioRunner {
  private let scenario: Scenario
  private let stage: any ScenarioStage
  private let clock: any Clock<Duration>
  private let announce: (ScenarioStep) async throws -> Void
  private let tell: (ScenarioResult.Step, ScenarioNames) throws -> Void

  /// Plays a scenario that `announce` hears of before each step, and `tell` after it.
  ///
  /// Both may end the run by an error; `clock` measures how long steps take.
  package init(
    _ scenario: Scenario, on stage: any ScenarioStage, clock: any Clock<Duration>,
    tell: @escaping (ScenarioResult.Step, ScenarioNames) throws -> Void = { _, _ in },
    announce: @escaping (ScenarioStep) async throws -> Void = { _ in }
  ) {
    self.scenario = scenario
    self.stage = stage
    self.clock = clock
    self.announce = announce
    self.tell = tell
  }

  /// Our choice: how often an expectation is looked at again.
  private static let lookAgain: Duration = .milliseconds(100)

  /// Plays all steps, or those up to the first that fails, and ends the stage.
  ///
  /// A stage that fails is a problem of the run. Throws only if `tell` or `announce` does, or if it is cancelled.
  package func run() async throws -> ScenarioResult {
    let names = NameBook()
    var results: [ScenarioResult.Step] = []
    var seen = (traffic: 0, requests: 0)
    let total = clock.stopwatch()
    var problems = try await problems {
      guard scenario.steps.first?.time == nil else { return [] }
      _ = try await stage.settle(within: DeviceExpectation.usualPatience)
      // What the devices ask when they are new belongs to no step.
      seen.traffic = try await stage.traffic(from: 0).count
      return []
    }
    var hasFailed = !problems.isEmpty
    for (index, step) in scenario.steps.enumerated() {
      let watch = clock.stopwatch()
      var result = ScenarioResult.Step(
        step: step, outcome: .notRun, traffic: [], elapsed: .zero)
      if !hasFailed {
        try await announce(step)
        result.outcome = try await outcome {
          let outcome = try await play(step, names, requestsFrom: seen.requests)
          if outcome == .passed {
            try await settle(after: step, before: scenario.steps.dropFirst(index + 1).first)
          }
          return outcome
        }
        problems += try await self.problems {
          result.traffic = try await stage.traffic(from: seen.traffic)
          return []
        }
        seen.traffic += result.traffic.count
        if case .requests = step.body { seen.requests = seen.traffic }
        result.elapsed = watch()
        hasFailed = result.outcome != .passed
      }
      try tell(result, names.names)
      results.append(result)
    }
    problems += try await self.problems { try await stage.finish() }
    return ScenarioResult(
      scenario: scenario, steps: results, problems: problems, elapsed: total(), names: names.names)
  }

  /// The problems that `body` finds; a failure of the stage itself is a problem too.
  private func problems(_ body: () async throws -> [String]) async throws -> [String] {
    do { return try await body() } catch { return [try Self.words(error)] }
  }

  /// The outcome of a step; if the stage itself fails, the step has failed.
  private func outcome(
    _ body: () async throws -> ScenarioResult.Outcome
  ) async throws -> ScenarioResult.Outcome {
    do { return try await body() } catch { return .failed(try Self.words(error)) }
  }

  /// The words with which a person reads that a stage has failed; throws if the run was cancelled.
  private static func words(_ error: any Error) throws -> String {
    switch error {
    case let failure as StageFailure: return failure.description
    case let failure as ActorFailure: return failure.description
    case let cancellation as CancellationError: throw cancellation
    default: return "The run could not go on: \(error)"
    }
  }

  /// Lets everything settle, unless the next step is to begin while things are under way.
  ///
  /// A check changes nothing, so it needs no time after it.
  private func settle(after step: ScenarioStep, before next: ScenarioStep?) async throws {
    guard !step.isCheck, let next, next.time == nil, !next.isMeanwhile else { return }
    _ = try await stage.settle(within: DeviceExpectation.usualPatience)
  }

  private func play(
    _ step: ScenarioStep, _ names: NameBook, requestsFrom first: Int
  ) async throws -> ScenarioResult.Outcome {
    if let time = step.time { try await stage.proceed(to: time) }
    switch step.body {
    case .expect(let expectation):
      guard let device = step.device else { return .passed }
      return try await wait(expectation.patience) {
        expectation.mismatch(with: try await stage.view(of: device), names.names)
      }
    case .requests(let patterns):
      return try await wait(DeviceExpectation.usualPatience) {
        RequestPattern.mismatch(
          of: patterns, with: try await stage.traffic(from: first), names.names)
      }
    case .act, .actElsewhere, .device, .world:
      do {
        try await happen(step, names)
      } catch  where DeviceRefusal.isOne(error) {
        guard let refusal = step.refusal else { return .failed("It was refused: \(error)") }
        let words = "\(error)"
        return words.localizedCaseInsensitiveContains(refusal)
          ? .passed : .failed("It was refused, but in other words: \(words)")
      }
      return step.refusal == nil ? .passed : .failed("It was done, but it had to be refused.")
    }
  }

  private func happen(_ step: ScenarioStep, _ names: NameBook) async throws {
    switch (step.body, step.device) {
    case (.act(let action), let device?):
      try await stage.perform(
        try names.names.resolve(action), on: device, waiting: step.time == nil
      ) { names.learn($0, to: action) }
    case (.actElsewhere(let action), let device?):
      let answer = try await stage.performElsewhere(
        try names.names.resolve(action), by: device.person)
      names.learn(answer, to: action)
    case (.device(let event), let device?): try await stage.happen(event, to: device)
    case (.world(let event), _): try await stage.happen(names.names.resolve(event))
    default: break
    }
  }

  /// Looks until nothing is wrong or the time is over.
  private func wait(
    _ patience: Duration, _ look: () async throws -> String?
  ) async throws -> ScenarioResult.Outcome {
    var left = patience
    while true {
      guard let wrong = try await look() else { return .passed }
      guard left > .zero else { return .failed(wrong) }
      try await stage.pass(Self.lookAgain)
      left -= Self.lookAgain
    }
  }
}

/// The names of a run, which the answers to actions add to, also late ones.
private final class NameBook: Sendable {
  private let book = Mutex(ScenarioNames())

  var names: ScenarioNames { book.withLock { $0 } }

  func learn(_ answer: DeviceAnswer, to action: DeviceAction) {
    book.withLock { $0.learn(answer, to: action) }
  }
}

extension Clock<Duration> {
  /// Measures the time from this moment on.
  fileprivate func stopwatch() -> () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
