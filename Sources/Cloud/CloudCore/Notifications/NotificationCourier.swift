package import CloudModel
package import CloudRules
import Foundation
import Synchronization

/// The web courier: it holds long polls, without a thread for each, until there is a push for them.
///
/// Channels are kept in memory only. After a restart every channel is gone, and its client opens
/// another.
package final class NotificationCourier: NotificationRelay {
  /// The path under which channels are polled; that of one of several servers goes on with the server's name.
  package static let path = "/courier/"

  private typealias Waiter = CheckedContinuation<Push?, Never>

  private let state = Mutex(CourierState<Waiter>())
  private let pathPrefix: String
  private let hold: Duration
  private let longestHold: Duration
  private let clock: any Clock<Duration>
  private let surroundings: Surroundings

  /// `hold` is how long a poll waits before its empty answer, and `longestHold` how long if its client asks for more.
  ///
  /// A server has them from `CloudLimits.longPollSeconds` and `CloudLimits.longestPollSeconds`, which clients know too.
  ///
  /// Of several servers each has a name.
  package init(
    hold: Duration, longestHold: Duration? = nil, server: String? = nil, surroundings: Surroundings,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    pathPrefix = Self.path + (server.map { $0 + "/" } ?? "")
    self.hold = hold
    self.longestHold = longestHold ?? hold
    self.clock = clock
    self.surroundings = surroundings
  }

  /// The time that a poll waits before its empty answer, if its client asks for `wanted`.
  package func hold(wanted: Duration?) -> Duration { min(wanted ?? hold, longestHold) }

  /// Polls that wait at this moment.
  package var waitingCount: Int { state.withLock { $0.waitingCount } }

  /// Notifications that no poll has fetched yet.
  package var queuedCount: Int { state.withLock { $0.queuedCount } }

  /// Notifications that were lost because their queue was full.
  package var droppedCount: Int { state.withLock { $0.droppedCount } }

  package func openChannel(
    for caller: Caller, in partition: Partition, takesInvitations: Bool
  ) -> NotificationChannel {
    openChannel(
      surroundings.randomURLSafe(byteCount: 24), apnsToken: surroundings.randomHex(byteCount: 32),
      for: caller, in: partition, takesInvitations: takesInvitations, standing: nil)
  }

  func openChannel(
    _ token: String, apnsToken: String, for caller: Caller, in partition: Partition,
    takesInvitations: Bool, standing: ChannelStanding?
  ) -> NotificationChannel {
    let displaced = state.withLock {
      $0.open(
        token, for: caller, in: partition, apnsToken: apnsToken,
        takesInvitations: takesInvitations, standing: standing, now: surroundings.now())
    }
    displaced?.resume(returning: nil)
    return NotificationChannel(courierPath: pathPrefix + token, apnsToken: apnsToken)
  }

  /// Gives the channel with this push token to the caller; a token of another push service is
  /// ignored.
  package func register(apnsToken: String, for caller: Caller, in partition: Partition) {
    let displaced = state.withLock {
      $0.register(apnsToken: apnsToken, for: caller, in: partition)
    }
    displaced?.resume(returning: nil)
  }

  /// The owner and the partition of a channel; nil if the channel is gone.
  package func subscriber(of channel: NotificationChannel) -> (owner: Caller, partition: Partition)?
  {
    guard let token = courierToken(in: channel) else { return nil }
    return state.withLock { $0.channels[token].map { ($0.owner, $0.partition) } }
  }

  /// A device that was told of something.
  package struct Told: Sendable, Hashable {
    package var userRecordName: String
    /// Nil where the client has not named its device.
    package var clientID: String?
    package var notification: CloudNotification
  }

  /// Delivers announcements of changes that are committed; never blocks.
  ///
  /// Returns the devices that are told.
  @discardableResult
  package func deliver(_ announcements: [Announcement]) -> [Told] {
    let wanted = state.withLock { state in
      announcements.filter { state.hasChannels(of: $0.recipient) }
    }
    guard !wanted.isEmpty else { return [] }
    let pushes = Push.pushes(for: wanted, surroundings: surroundings)
    let (released, told) = state.withLock { $0.deliver(pushes, now: surroundings.now()) }
    for (waiter, push) in released { waiter.resume(returning: push) }
    return told
  }

  // MARK: Channels in a store that several servers use

  /// The channels of these users, or of all where `keys` is nil, and the places of their users.
  func watched(_ keys: Set<UserKey>?) -> (channels: [WatchedChannel], places: [WatchedFeeds]) {
    state.withLock { $0.watched(keys) }
  }

  /// Changes channels as the news say; returns what is to be announced to each user's channels.
  func announcements(of news: FeedNews) -> [[Announcement]] {
    let (released, announcements) = state.withLock { state in
      (state.apply(news.channels), news.users.map { state.announcements(of: $0) })
    }
    for waiter in released { waiter.resume(returning: nil) }
    return announcements
  }

  /// Calls `body` with the push tokens, by their hashes, of channels that were forgotten.
  ///
  /// If it throws, they come again.
  func withForgotten(_ body: ([[UInt8]]) throws -> Void) rethrows {
    let forgotten = state.withLock { $0.takeForgotten() }
    guard !forgotten.isEmpty else { return }
    do {
      try body(forgotten)
    } catch {
      state.withLock { $0.putBack(forgotten) }
      throw error
    }
  }

  /// Answers every held poll with nothing, and forgets all channels.
  package func reset() {
    for waiter in state.withLock({ $0.reset() }) { waiter.resume(returning: nil) }
  }

  /// Answers the held polls of sessions that have ended with nothing, and forgets their channels.
  package func closeChannels(of ended: EndedSessions) {
    for waiter in state.withLock({ $0.closeChannels(of: ended) }) { waiter.resume(returning: nil) }
  }

  /// The owner of a channel, if a poll on it is a use of the owner's session that is to be noted: once an hour.
  package func takeUseToNote(of channel: NotificationChannel) -> Caller? {
    guard let token = courierToken(in: channel) else { return nil }
    return state.withLock { $0.takeUseToNote(of: token, now: surroundings.now()) }
  }

  /// Answers every held poll with nothing; from then on every poll is answered at once.
  package func close() {
    for waiter in state.withLock({ $0.close() }) { waiter.resume(returning: nil) }
  }

  package func next(
    on channel: NotificationChannel
  ) async throws(CloudError) -> Push? {
    let token = try token(of: channel)
    // A queued push is returned however short the hold time is.
    if !Task.isCancelled,
      let push = state.withLock({ $0.take(token, now: surroundings.now()) })
    {
      return push
    }
    // The task that ends first cancels the other, but a push that was delivered in that moment
    // still counts.
    return await withTaskGroup(of: Push?.self) { group in
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

  /// The next push, or nil when the waiting ends.
  ///
  /// `arrange` is called when the wait has begun, with a closure that ends it. That closure may be
  /// called more than once, and also after the wait has ended.
  package func next(
    on channel: NotificationChannel, endedBy arrange: (@escaping @Sendable () -> Void) -> Void
  ) async throws(CloudError) -> Push? {
    let token = try token(of: channel)
    return await withCheckedContinuation { (waiter: Waiter) in
      let poll = state.withLock { $0.poll(token, waiter: waiter, now: surroundings.now()) }
      poll.displaced?.resume(returning: nil)
      switch poll.answer {
      case nil:
        arrange { [self] in
          let withdrawn = state.withLock {
            $0.withdraw(poll.waiterID, from: token, now: surroundings.now())
          }
          withdrawn?.resume(returning: nil)
        }
      case .push(let push): waiter.resume(returning: push)
      case .nothing, .gone: waiter.resume(returning: nil)
      }
    }
  }

  /// Throws `.unknownItem` where there is no such channel any more.
  private func token(of channel: NotificationChannel) throws(CloudError) -> String {
    guard let token = courierToken(in: channel), state.withLock({ $0.channels[token] != nil })
    else { throw CloudError(.unknownItem, "The notification channel is gone.") }
    return token
  }

  /// Nil for a path of another server.
  private func courierToken(in channel: NotificationChannel) -> String? {
    let path = channel.courierPath
    return path.hasPrefix(pathPrefix) ? String(path.dropFirst(pathPrefix.count)) : nil
  }

  private func wait(_ token: String) async -> Push? {
    let waiterID = Mutex(0)
    return await withTaskCancellationHandler {
      await withCheckedContinuation { (waiter: Waiter) in
        let (answer, displaced) = state.withLock {
          state -> (CourierState<Waiter>.Answer?, Waiter?) in
          // The handler below needs this lock. Either it has run before, and this check sees the
          // cancellation, or it runs later and finds the waiter.
          if Task.isCancelled { return (.nothing, nil) }
          let poll = state.poll(token, waiter: waiter, now: surroundings.now())
          waiterID.withLock { $0 = poll.waiterID }
          return (poll.answer, poll.displaced)
        }
        displaced?.resume(returning: nil)
        switch answer {
        case nil: break
        case .push(let push): waiter.resume(returning: push)
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
