package import CloudModel
package import CloudRules
package import Foundation
import Synchronization

/// The time of changes, which does not go back when the machine's clock does.
///
/// Clients bound the time of a message by the cloud's time of its record. What is written while the clock is behind
/// would so stand before what was there, for good.
///
/// 1. No change is earlier than the one before it, while the clock is behind for a week at most.
/// 2. After that week the clock is believed: it was ahead before, and is right now. So a clock that was ahead for a
///    moment gives changes a time of the future for a week, whatever it showed. Clients take their own time then,
///    which is earlier.
package final class ChangeClock: Sendable {
  /// Our choices, in seconds: an administrator reads the log in that time; and clocks are corrected by less.
  private static let patience = 7 * 86_400.0
  private static let tolerance = 60.0

  private struct State {
    var newest: Date?
    /// The clock's time when it was first found to be behind the newest change.
    var behindSince: Date?
  }

  private let state = Mutex(State())

  package init() {}

  /// The time of a change that is made now; `now` is what the machine's clock shows.
  package func time(at now: Date) -> Date {
    state.withLock { state in
      guard let newest = state.newest, now < newest else {
        state = State(newest: now)
        return now
      }
      // A clock that goes back further begins the week again.
      let since = min(state.behindSince ?? now, now)
      state.behindSince = since
      return now.timeIntervalSince(since) > Self.patience ? now : newest
    }
  }

  /// Goes on from the newest change in the store.
  ///
  /// Returns its time if the clock is behind it and is not believed yet, which an administrator should know.
  package func resume(
    in store: any CloudStore, clock: () -> Date
  ) throws(CloudError) -> Date? {
    let (newest, noted) = try store.readingRegistry {
      (try $0.newestChangeTime(), try $0.setting(LastSeenTime.aheadSettingName))
    }
    guard let newest else { return nil }
    let (last, now) = (Date(millisecondsSince1970: newest), clock())
    state.withLock { $0 = State(newest: last) }
    guard last.timeIntervalSince(now) > Self.tolerance else { return nil }
    let numbers = (noted ?? "").split(separator: " ").compactMap { Int64($0) }
    var (ahead, since) = (newest, now.millisecondsSince1970)
    if numbers.count == 2, newest <= numbers[0] {
      (ahead, since) = (numbers[0], min(numbers[1], since))
    }
    state.withLock { $0.behindSince = Date(millisecondsSince1970: since) }
    if numbers != [ahead, since] {
      try store.writingRegistry { registry in
        _ = try registry.lockSetting(LastSeenTime.aheadSettingName)
        try registry.setSetting(LastSeenTime.aheadSettingName, to: "\(ahead) \(since)")
      }
    }
    return time(at: now) == now ? nil : last
  }
}
