package import CloudModel
package import CloudRules
import Synchronization

/// Tells the channels of one server what every server of the store has written.
///
/// The feeds are the truth. Each channel remembers up to which number its user's feeds were told. A look compares these
/// numbers with the store's and announces what lies between, so nothing that is missed once is lost.
///
/// 1. A server looks for a user at once after a change of its own and after a wake of another server, and for all users
///    from time to time (`tick`).
/// 2. A look costs one round trip for all users together.
/// 3. Whoever opens a channel is told of every change that is committed after the answer.
/// 4. A device is not told of a change that it has made itself.
/// 5. Faults of notifications apply where they are delivered.
package final class SharedCourier: NotificationRelay {
  /// Our choice: while other servers are heard, every so many ticks.
  private static let ticksOfLook = 5

  private struct State {
    /// Users who may have news; nil where anybody may.
    var users: Set<UserKey>? = []
    var isHearing = false
    var ticks = 0
    /// The ticks since the last look that has not failed.
    var ticksSinceLook = 0
  }

  /// Gives an element when there may be news to look for.
  package let wishes: AsyncStream<Void>
  private let wish: AsyncStream<Void>.Continuation
  private let courier: NotificationCourier
  private let store: any SharedStore
  private let bus: any WakeBus
  private let server: String
  private let surroundings: Surroundings
  private let deliver: @Sendable ([Announcement]) -> Void
  private let state = Mutex(State())
  /// One look at a time: a later one begins where the earlier one has ended.
  private let looking = Mutex(())

  /// `deliver` gets the announcements for `courier`, whose channels are those of the server with this name.
  package init(
    _ courier: NotificationCourier, of server: String, store: any SharedStore, bus: any WakeBus,
    surroundings: Surroundings, deliver: @escaping @Sendable ([Announcement]) -> Void
  ) {
    (wishes, wish) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.courier = courier
    self.server = server
    self.store = store
    self.bus = bus
    self.surroundings = surroundings
    self.deliver = deliver
  }

  // MARK: Wakes

  /// Begins to hear other servers.
  package func listen() throws {
    try bus.listen { [weak self] wake in
      switch wake {
      case .users(let users): self?.expectNews(of: users)
      case .everyone:
        self?.state.withLock { $0.isHearing = true }
        self?.expectNews(of: nil)
      case .deaf: self?.state.withLock { $0.isHearing = false }
      }
    }
  }

  /// Ends the use of the bus.
  package func close() { bus.close() }

  /// Tells all servers that these changes are committed; neither waits nor fails.
  package func tell(_ announcements: [Announcement]) {
    tell(Set(announcements.map { UserKey($0.recipient) }))
  }

  private func tell(_ users: Set<UserKey>) {
    guard !users.isEmpty else { return }
    expectNews(of: users)
    bus.tell(users)
  }

  /// To be called every second.
  package func tick() {
    let isTime = state.withLock { state in
      state.ticks += 1
      state.ticksSinceLook += 1
      return !state.isHearing || state.ticks.isMultiple(of: Self.ticksOfLook)
    }
    if isTime { expectNews(of: nil) }
  }

  private func expectNews(of users: Set<UserKey>?) {
    state.withLock { state in
      guard let users, let known = state.users else { return state.users = nil }
      state.users = known.union(users)
    }
    wish.yield()
  }

  /// Whether other servers are heard.
  package var isHearing: Bool { state.withLock(\.isHearing) }

  /// The seconds for which a change of another server may have been unnoticed, if it was not heard.
  package var secondsSinceLook: Int { state.withLock(\.ticksSinceLook) }

  // MARK: Looks

  /// Looks for the news that are expected, and delivers them; it blocks.
  ///
  /// After a failure the next look is for all users.
  package func look() throws {
    try looking.withLock { _ in
      let users = state.withLock { state in
        defer { state.users = [] }
        return state.users
      }
      do {
        try courier.withForgotten { try store.closeChannels($0) }
        let (channels, places) = courier.watched(users)
        guard !channels.isEmpty else { return hasLooked() }
        let news = try store.news(of: channels, since: places)
        for announcements in courier.announcements(of: news) where !announcements.isEmpty {
          deliver(announcements)
        }
        for case .handedOver(let owner, _, _) in news.channels.values {
          expectNews(of: [UserKey(owner.userRecordName)])
        }
        hasLooked()
      } catch {
        state.withLock { $0.users = nil }
        throw error
      }
    }
  }

  private func hasLooked() { state.withLock { $0.ticksSinceLook = 0 } }

  // MARK: Channels

  package func openChannel(
    for caller: Caller, in partition: Partition, takesInvitations: Bool
  ) throws(CloudError) -> NotificationChannel {
    let token = surroundings.randomURLSafe(byteCount: 24)
    let apnsToken = surroundings.randomHex(byteCount: 32)
    let hash = TokenHash.of(apnsToken)
    let place = try answering {
      try store.open(StoredChannel(hash: hash, owner: caller, server: server), in: partition)
    }
    let channel = courier.openChannel(
      token, apnsToken: apnsToken, for: caller, in: partition, takesInvitations: takesInvitations,
      standing: ChannelStanding(hash: hash, place: place))
    // A wake that came before the channel was here has found nobody.
    expectNews(of: [UserKey(caller.userRecordName)])
    return channel
  }

  package func register(
    apnsToken: String, for caller: Caller, in partition: Partition
  ) throws(CloudError) {
    let hash = TokenHash.of(apnsToken)
    let former = try answering { try store.handOver(hash, to: caller, in: partition) }
    // Its server knows it as a channel of the former user.
    if let former { tell([UserKey(former)]) }
  }

  package func closeChannels(of ended: EndedSessions) {
    courier.closeChannels(of: ended)
    // If it fails, each server still finds that the session of a channel has ended.
    try? store.closeChannels(of: ended)
    tell([UserKey(ended.userRecordName)])
  }

  package func next(on channel: NotificationChannel) async throws(CloudError) -> Push? {
    try await courier.next(on: channel)
  }

  private func answering<T>(_ body: () throws -> T) throws(CloudError) -> T {
    do {
      return try body()
    } catch {
      throw CloudError(storeFailure: error)
    }
  }
}
