package import CloudModel
import Foundation
import Synchronization

/// The web courier: long polls that are held without a thread until something is announced.
///
/// In memory only. After a restart every channel is gone, and its client opens another.
package final class NotificationCourier: NotificationRelay {
  /// The path under which channels are polled.
  static let pathPrefix = "/courier/"

  private typealias Waiter = CheckedContinuation<Announcement?, Never>

  private let state = Mutex(CourierState<Waiter>())
  private let hold: Duration
  private let clock: any Clock<Duration>
  private let surroundings: Surroundings

  /// `hold` is how long a poll waits before its empty answer.
  package init(
    hold: Duration, surroundings: Surroundings, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.hold = hold
    self.clock = clock
    self.surroundings = surroundings
  }

  /// Polls that wait at this moment.
  package var waitingCount: Int { state.withLock { $0.waitingCount } }

  package func openChannel(
    for caller: Caller, takesInvitations: Bool
  ) -> NotificationChannel {
    let token = surroundings.randomURLSafe(byteCount: 24)
    state.withLock {
      $0.open(token, for: caller, takesInvitations: takesInvitations, now: surroundings.now())
    }
    return NotificationChannel(courierPath: Self.pathPrefix + token)
  }

  /// Never blocks; called after the commit that it tells of.
  package func deliver(_ announcements: [Announcement]) {
    let released = state.withLock { $0.deliver(announcements, now: surroundings.now()) }
    for (waiter, announcement) in released { waiter.resume(returning: announcement) }
  }

  /// Releases every held poll with nothing, and from then on every poll at once.
  package func close() {
    for waiter in state.withLock({ $0.close() }) { waiter.resume(returning: nil) }
  }

  package func next(
    on channel: NotificationChannel
  ) async throws(CloudError) -> Announcement? {
    let token = String(channel.courierPath.dropFirst(Self.pathPrefix.count))
    guard channel.courierPath.hasPrefix(Self.pathPrefix),
      state.withLock({ $0.channels[token] != nil })
    else { throw CloudError(.unknownItem, "The notification channel is gone.") }
    // Whoever ends first ends the other, but a notice that was delivered in that moment still counts.
    return await withTaskGroup(of: Announcement?.self) { group in
      group.addTask { await self.wait(token) }
      group.addTask {
        try? await self.clock.sleep(for: self.hold)  // Cancelled means that the wait is over.
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      let second = await group.next() ?? nil
      return first ?? second
    }
  }

  private func wait(_ token: String) async -> Announcement? {
    let waiterID = Mutex(0)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        let (answer, displaced) = state.withLock {
          state -> (CourierState<Waiter>.Answer?, Waiter?) in
          // The handler below needs this lock: it runs before this and we see it, or it finds us.
          if Task.isCancelled { return (.nothing, nil) }
          let poll = state.poll(token, waiter: waiter, now: surroundings.now())
          waiterID.withLock { $0 = poll.waiterID }
          return (poll.answer, poll.displaced)
        }
        displaced?.resume(returning: nil)
        switch answer {
        case nil: break
        case .notice(let announcement): waiter.resume(returning: announcement)
        case .nothing, .gone: waiter.resume(returning: nil)
        }
      }
    } onCancel: {
      let withdrawn = state.withLock { state in
        state.withdraw(waiterID.withLock { $0 }, from: token, now: surroundings.now())
      }
      withdrawn?.resume(returning: nil)
    }
  }
}
