import Synchronization

/// Doubts about the cloud's clock: whether it can say how long a session was not used.
///
/// A machine without a battery begins with a wrong time, and a time that was set wrong is corrected. Neither may end
/// the sessions of everybody. So the clock is in doubt for a day after it has jumped: that is, after a look at it
/// shows a time that is far from that of the look before. A cloud that nobody has used for a week cannot be told from
/// a jump; it keeps its sessions for a day longer.
final class SessionClock: Sendable {
  private static let day: Int64 = 24 * 3600 * 1000
  /// Our choices, in milliseconds: a cloud is seldom left alone for longer, and no clock is corrected by as much.
  private static let longestPause = 7 * day
  private static let furthestBack = day
  /// Our choice: in that time, whoever uses the cloud every day has used it.
  private static let doubt = day

  private struct State {
    var last: Int64?
    var jumpedTo: Int64?
  }

  private let state = Mutex(State())

  /// Takes a time as that of the last look.
  func resume(at last: Int64) { state.withLock { $0.last = last } }

  /// Looks at the clock, which shows `now`; returns whether it is in doubt.
  func look(at now: Int64) -> Bool {
    state.withLock { state in
      if let last = state.last, now - last > Self.longestPause || last - now > Self.furthestBack {
        state.jumpedTo = now
      }
      state.last = now
      guard let jumpedTo = state.jumpedTo else { return false }
      if abs(now - jumpedTo) < Self.doubt { return true }
      state.jumpedTo = nil
      return false
    }
  }
}
