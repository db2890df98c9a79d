import CloudModel
import Foundation
import Synchronization

/// The time of a cloud, which its administrator moves forward so that things grow old.
final class CloudClock: Sendable {
  private struct State {
    /// By how much the time is ahead of the machine's, in seconds.
    var ahead: TimeInterval = 0
    /// The time at which it stands still.
    var frozenAt: Date?
  }

  /// Our choice, in seconds: every date can be written in all the forms that dates have.
  private static let mostAhead: TimeInterval = 100 * 365 * 86_400

  private let state = Mutex(State())
  private let machine: @Sendable () -> Date

  init(machine: @escaping @Sendable () -> Date) { self.machine = machine }

  var now: Date { state.withLock { now($0) } }

  var response: ClockResponse {
    state.withLock { state in
      let now = now(state)
      return ClockResponse(
        now: now.millisecondsSince1970, ahead: now.timeIntervalSince(machine()),
        isFrozen: state.frozenAt != nil)
    }
  }

  /// Throws `.invalidArguments` for a time before the present one: what is stored would be of the future.
  func change(_ request: ClockRequest) throws(CloudError) {
    guard request.now == nil || request.advance == nil else {
      throw CloudError(.invalidArguments, "Send ‘now’ or ‘advance’, not both.")
    }
    try state.withLock { state throws(CloudError) in
      let present = now(state)
      var wanted = present
      if let milliseconds = request.now {
        wanted = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
      }
      if let seconds = request.advance {
        guard seconds.isFinite else {
          throw CloudError(.invalidArguments, "‘advance’ must be a number of seconds.")
        }
        wanted = present + seconds
      }
      guard wanted.timeIntervalSince(machine()) <= Self.mostAhead else {
        throw CloudError(.invalidArguments, "The time can be 100 years ahead at most.")
      }
      // Milliseconds are all that a client knows of the present.
      guard wanted >= present - 0.001 else {
        throw CloudError(
          .invalidArguments,
          "The time only goes forward. ‘reset’ puts it back, with everything else.")
      }
      let isFrozen = request.isFrozen ?? (state.frozenAt != nil)
      state.ahead = wanted.timeIntervalSince(machine())
      state.frozenAt = isFrozen ? wanted : nil
    }
  }

  func reset() { state.withLock { $0 = State() } }

  private func now(_ state: State) -> Date { state.frozenAt ?? machine() + state.ahead }
}
