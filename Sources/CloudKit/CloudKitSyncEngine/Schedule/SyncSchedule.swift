package import CloudDevices
package import CloudKitCore
import CloudModel
import SyncRules

/// What an engine does by itself, and when; a value.
///
/// Times count from the engine's start.
///
/// 1. Of what is wanted and need not wait, the first in the order of `Work` is next.
/// 2. A failure makes its own kind of work wait. A waiting time that the cloud asks for makes all work with the cloud
///    wait, and nothing shortens it.
/// 3. An answer that only the app can act on (a conflict) does not wait, unless it comes again and again.
package struct SyncSchedule {
  package enum Work: CaseIterable {
    case tellState, checkAccount, fetch, send

    var needsCloud: Bool { self != .tellState }

    var words: String {
      switch self {
      case .tellState: "tell the app of its state"
      case .checkAccount: "look at the account"
      case .fetch: "fetch"
      case .send: "send"
      }
    }
  }

  package enum Step: Equatable {
    case perform(Work)
    case wait(until: Duration)
    /// Nothing is wanted.
    case rest
  }

  /// Our choice: a merge can meet another merge; more often in a row is no conflict any more.
  package static let quickRepetitions = 3

  private var wanted: Set<Work> = []
  private var performed: Work?
  private var lastErrors: [Work: CKError] = [:]
  private var delays: [Work: Backoff] = [:]
  private var refusals = 0
  private var heldUntil: Duration = .zero
  private var random: SplitMix64
  private let choices: CloudKitChoices

  package init(seed: UInt64, choices: CloudKitChoices = CloudKitChoices()) {
    random = SplitMix64(seed: seed)
    self.choices = choices
  }

  package mutating func want(_ work: Work) { wanted.insert(work) }

  /// What to do now; work that is to be performed is not wanted any more.
  package mutating func next(now: Duration) -> Step {
    var earliest: Duration?
    for work in Work.allCases where wanted.contains(work) {
      let time = beginning(of: work)
      if time <= now {
        wanted.remove(work)
        performed = work
        return .perform(work)
      }
      earliest = min(earliest ?? time, time)
    }
    return earliest.map { .wait(until: $0) } ?? .rest
  }

  private func beginning(of work: Work) -> Duration {
    work.needsCloud ? max(heldUntil, delays[work]?.notBefore ?? .zero) : .zero
  }

  package mutating func succeeded(_ work: Work) {
    performed = nil
    lastErrors[work] = nil
    delays[work] = nil
    if work == .send { refusals = 0 }
  }

  /// Wants the work again, later.
  package mutating func failed(_ work: Work, _ error: CKError, now: Duration) {
    performed = nil
    lastErrors[work] = error
    wanted.insert(work)
    let failure = error.failure
    if let asked = Backoff.asked(by: failure) { heldUntil = max(heldUntil, now + asked) }
    if work == .send, !error.isWorthWaitingFor(choices) {
      refusals += 1
      guard refusals > Self.quickRepetitions else { return }
    }
    delays[work, default: Backoff()].fail(failure, now: now, using: &random)
  }

  /// What is wanted or is being performed, and what has failed last of it, in words; nil without anything.
  package var unfinishedWork: String? {
    let unfinished = Work.allCases.filter { wanted.contains($0) || performed == $0 }
    guard !unfinished.isEmpty else { return nil }
    return "it means to "
      + unfinished.map { work in
        work.words
          + (lastErrors[work].map { " after an error (\($0.localizedDescription))" } ?? "")
      }.joined(separator: ", to ")
  }

  /// The cloud can be reached again, or somebody else is signed in: ends the waiting times that the engine has chosen.
  package mutating func begin(now: Duration) {
    for work in delays.keys { delays[work]?.bringForward(to: now) }
  }
}

extension CKError {
  /// Whether time may heal it, in one of the items at least.
  func isWorthWaitingFor(_ choices: CloudKitChoices) -> Bool {
    guard code == .partialFailure, let errors = partialErrorsByItemID else {
      return keepsChangePending(choices)
    }
    return errors.values.contains { CKError(any: $0).keepsChangePending(choices) }
  }
}
