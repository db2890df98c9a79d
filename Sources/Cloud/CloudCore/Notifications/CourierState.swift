import CloudModel
import CloudRules
import Foundation

/// The channels of a courier, and the pushes and polls that wait in them.
///
/// It is pure: it returns the polls to answer, and the courier answers them.
///
/// 1. A channel's queue and its waiter are never both occupied.
/// 2. A replaceable push is in a queue at most once, and leaves it when it is delivered; other pushes keep the
///    order of the changes that they announce.
/// 3. A queue holds at most `queueLength` pushes. A further push drops the oldest that is not replaceable,
///    or else the oldest. Pushes may be lost, and the newest ones are the most useful.
struct CourierState<Waiter> {
  struct Channel {
    var owner: Caller
    var partition: Partition
    var apnsToken: String
    var takesInvitations: Bool
    var queue: [Push] = []
    var waiter: (id: Int, waiter: Waiter)?
    var lastUsed: Date
    /// When the use of the owner's session was noted.
    var notedAt: Date
    /// The number that the badge of the application shows.
    var badge: Int64 = 0
    /// Nil where one server alone uses the store.
    var standing: ChannelStanding?
  }

  /// The immediate answer to a poll; nil means that the poll waits.
  enum Answer {
    case push(Push)
    case nothing
    case gone
  }

  /// Our choice: far more than an engine needs, which reads everything after the first push.
  static var queueLength: Int { 100 }
  /// Our choice: a client that polls comes back within seconds.
  static var idleSeconds: Double { 300 }
  /// Our choice: often enough to let idle channels go, seldom enough to cost nothing.
  private static var sweepSeconds: Double { 30 }

  private(set) var channels: [String: Channel] = [:]
  private(set) var isClosed = false
  /// Pushes that found their queue full.
  private(set) var droppedCount = 0
  /// The tokens of users' channels, and the users by their keys.
  private var tokens: [String: Set<String>] = [:]
  private var users: [UserKey: Set<String>] = [:]
  /// Push tokens, by their hashes, of channels that were forgotten and are still in the shared store.
  private var forgotten: [[UInt8]] = []
  private var waiterCount = 0
  private var lastSweep = Date.distantPast

  var waitingCount: Int { channels.values.count { $0.waiter != nil } }

  var queuedCount: Int { channels.values.reduce(0) { $0 + $1.queue.count } }

  /// Whether the user has a channel to which a notification could be delivered.
  func hasChannels(of user: String) -> Bool { tokens[user] != nil }

  /// Adds a channel; returns the waiter of the channel that made room for it.
  mutating func open(
    _ token: String, for owner: Caller, in partition: Partition, apnsToken: String,
    takesInvitations: Bool, standing: ChannelStanding? = nil, now: Date
  ) -> Waiter? {
    dropIdle(now: now)
    let displaced = makeRoom(for: owner.userRecordName)
    channels[token] = Channel(
      owner: owner, partition: partition, apnsToken: apnsToken,
      takesInvitations: takesInvitations, lastUsed: now, notedAt: now, standing: standing)
    note(token, of: owner.userRecordName)
    return displaced
  }

  /// Forgets all channels; returns the polls that wait.
  mutating func reset() -> [Waiter] {
    let waiters = channels.values.compactMap { $0.waiter?.waiter }
    for token in channels.keys { forget(token) }
    return waiters
  }

  /// Gives the channel with this push token to `owner`; does nothing if there is no such channel.
  ///
  /// Returns the waiter of the channel that made room for it.
  mutating func register(
    apnsToken: String, for owner: Caller, in partition: Partition
  ) -> Waiter? {
    let found = channels.first {
      $0.value.apnsToken == apnsToken && $0.value.partition == partition
    }
    return found.flatMap { handOver($0.key, to: owner) }
  }

  /// Gives a channel to `owner`, who gets nothing that was for another user.
  mutating func handOver(_ token: String, to owner: Caller) -> Waiter? {
    guard let channel = channels[token] else { return nil }
    var displaced: Waiter?
    if channel.owner.userRecordName != owner.userRecordName {
      remove(token)
      displaced = makeRoom(for: owner.userRecordName)
      channels[token] = channel
      channels[token]?.queue = []
      note(token, of: owner.userRecordName)
    }
    channels[token]?.owner = owner
    return displaced
  }

  /// The push tokens, by their hashes, of channels that were forgotten since the last call.
  mutating func takeForgotten() -> [[UInt8]] {
    defer { forgotten = [] }
    return forgotten
  }

  /// Lets the next call of `takeForgotten` return these again.
  mutating func putBack(_ hashes: [[UInt8]]) { forgotten += hashes }

  /// The shared channels of these users, or of all where `keys` is nil, and the places of their users.
  func watched(_ keys: Set<UserKey>?) -> (channels: [WatchedChannel], places: [WatchedFeeds]) {
    let names = keys.map { keys in keys.flatMap { users[$0] ?? [] } } ?? Array(tokens.keys)
    var watched: [WatchedChannel] = []
    var places: [WatchedFeeds] = []
    for user in names {
      var ofUser: [Int64: FeedPlace] = [:]
      for token in tokens[user] ?? [] {
        guard let standing = channels[token]?.standing else { continue }
        watched.append(WatchedChannel(hash: standing.hash, version: standing.version))
        let partition = standing.place.partition
        ofUser[partition] = ofUser[partition]?.earliest(with: standing.place) ?? standing.place
      }
      places += ofUser.values.map { WatchedFeeds(user: user, place: $0) }
    }
    return (watched, places)
  }

  /// Changes channels as the store says.
  mutating func apply(_ changes: [[UInt8]: FeedNews.ChannelChange]) -> [Waiter] {
    guard !changes.isEmpty else { return [] }
    var released: [Waiter] = []
    for (token, channel) in channels {
      guard let hash = channel.standing?.hash, let change = changes[hash] else { continue }
      switch change {
      case .closed:
        if let waiter = channel.waiter?.waiter { released.append(waiter) }
        remove(token)
      case .handedOver(let owner, let version, let place):
        let isOther = owner.userRecordName != channel.owner.userRecordName
        if let displaced = handOver(token, to: owner) { released.append(displaced) }
        channels[token]?.standing?.version = version
        // A user's own place counts on: the store's is that of the hand-over, and may lie further ahead.
        if isOther { channels[token]?.standing?.place = place }
      }
    }
    return released
  }

  /// The announcements that the news of a user are for the user's channels; each gets those after its own place.
  mutating func announcements(of news: UserNews) -> [Announcement] {
    let own = (tokens[news.user] ?? []).filter {
      channels[$0]?.standing?.place.partition == news.place.partition
    }
    guard let partition = own.first.flatMap({ channels[$0]?.partition }) else { return [] }
    func hearers(_ moves: [(feed: ToldFeed, move: FeedMove)]) -> Set<String> {
      own.filter { channels[$0]?.hears(moves, news) ?? false }
    }
    var announcements: [Announcement] = []
    for (scope, subscription) in news.subscriptions {
      guard let feed = ToldFeed(scope) else { continue }
      var moved = news.zones.filter { $0.scope == scope }
      let notification: CloudNotification
      switch subscription.kind {
      case .database: notification = .database(scope)
      case .zone(let zoneID):
        notification = .zone(zoneID, scope)
        moved = moved.filter { $0.zoneID == zoneID }
      case .query: continue
      }
      var announcement = Announcement(
        partition: partition, recipient: news.user, notification: notification,
        subscriptionID: subscription.subscriptionID, origin: .anonymous,
        notificationInfo: subscription.notificationInfo)
      announcement.channels = hearers(moved.map { (feed: feed, move: $0.move) })
      announcements.append(announcement)
    }
    var change = 0
    for notice in news.notices {
      let channels = hearers([(feed: .notices, move: notice.move)])
      // The changes of another transaction have other numbers.
      let first = change + 1
      for var announcement in notice.announcements {
        announcement.channels = channels
        announcement.change += first
        change = max(change, announcement.change)
        announcements.append(announcement)
      }
    }
    for token in own { channels[token]?.standing?.move(to: news) }
    return announcements.filter { $0.channels?.isEmpty == false }
  }

  /// Returns the immediate answer to a poll on the channel, or nil and the number under which
  /// `waiter` now waits.
  ///
  /// A poll that waited on the channel before is returned as `displaced`.
  mutating func poll(
    _ token: String, waiter: Waiter, now: Date
  ) -> (answer: Answer?, waiterID: Int, displaced: Waiter?) {
    guard var channel = channels[token] else { return (.gone, 0, nil) }
    channel.lastUsed = now
    defer { channels[token] = channel }
    if let push = channel.takeFirst() { return (.push(push), 0, nil) }
    if isClosed { return (.nothing, 0, nil) }
    waiterCount += 1
    let displaced = channel.waiter?.waiter
    precondition(channel.queue.isEmpty, "CourierState 1: a poll waits although pushes do")
    channel.waiter = (waiterCount, waiter)
    return (nil, waiterCount, displaced)
  }

  /// The first push in the queue; nil if the queue is empty, so that a poll would have to wait.
  mutating func take(_ token: String, now: Date) -> Push? {
    channels[token]?.lastUsed = now
    return channels[token]?.takeFirst()
  }

  /// Takes the waiter away, if it still waits.
  mutating func withdraw(_ waiterID: Int, from token: String, now: Date) -> Waiter? {
    guard let waiting = channels[token]?.waiter, waiting.id == waiterID else { return nil }
    channels[token]?.waiter = nil
    channels[token]?.lastUsed = now
    return waiting.waiter
  }

  /// Puts pushes into the channels of their recipients; returns the waiters to release, each with
  /// its push, and the devices that have a channel for it.
  ///
  /// The cost depends on the number of the recipients' channels.
  mutating func deliver(
    _ pushes: [Push], now: Date
  ) -> (released: [(Waiter, Push)], told: [NotificationCourier.Told]) {
    dropIdle(now: now)
    var released: [(Waiter, Push)] = []
    var told: [NotificationCourier.Told] = []
    for push in pushes {
      for token in tokens[push.announcement.recipient] ?? [] {
        guard var channel = channels[token], channel.wants(push, as: token) else { continue }
        told.append(
          .init(
            userRecordName: push.announcement.recipient, clientID: channel.owner.clientID,
            notification: push.announcement.notification))
        if let waiting = channel.waiter {
          released.append((waiting.waiter, channel.badged(push)))
          channel.waiter = nil
          channel.lastUsed = now
        } else if !channel.queue.contains(where: { push.isCovered(by: $0) }) {
          channel.queue.append(push)
          if channel.queue.count > Self.queueLength {
            channel.queue.remove(at: channel.queue.firstIndex { !$0.isReplaceable } ?? 0)
            droppedCount += 1
          }
          precondition(
            channel.queue.count <= Self.queueLength, "CourierState 3: a queue is too long")
        }
        channels[token] = channel
      }
    }
    return (released, told)
  }

  /// The owner of a channel that a session has opened, if its use is to be noted now, and counts it as noted.
  ///
  /// Nil within an hour after the use was noted.
  mutating func takeUseToNote(of token: String, now: Date) -> Caller? {
    guard let channel = channels[token], channel.owner.session != nil,
      abs(now.timeIntervalSince(channel.notedAt)) >= Double(StoredSession.useNotedSeconds)
    else { return nil }
    channels[token]?.notedAt = now
    return channel.owner
  }

  /// Forgets the channels of sessions that have ended; returns their waiters.
  mutating func closeChannels(of ended: EndedSessions) -> [Waiter] {
    let over = (tokens[ended.userRecordName] ?? []).filter {
      ended.contains(channels[$0]?.owner.session)
    }
    let waiters = over.compactMap { channels[$0]?.waiter?.waiter }
    for token in over { forget(token) }
    return waiters
  }

  /// Closes the courier, so that no poll waits any more; returns every waiter.
  mutating func close() -> [Waiter] {
    isClosed = true
    let waiters = channels.values.compactMap { $0.waiter?.waiter }
    for token in channels.keys { channels[token]?.waiter = nil }
    return waiters
  }

  /// Forgets the user's longest unused channel if there are too many; channels without a waiter go
  /// first.
  private mutating func makeRoom(for user: String) -> Waiter? {
    let own = (tokens[user] ?? []).compactMap { token in channels[token].map { (token, $0) } }
    let unused = own.filter { $0.1.waiter == nil }
    guard own.count >= CloudLimits.channelsPerUser,
      let oldest = (unused.isEmpty ? own : unused).min(by: { $0.1.lastUsed < $1.1.lastUsed })
    else { return nil }
    forget(oldest.0)
    return oldest.1.waiter?.waiter
  }

  private mutating func dropIdle(now: Date) {
    // A clock that went back is at another time too.
    guard abs(now.timeIntervalSince(lastSweep)) >= Self.sweepSeconds else { return }
    lastSweep = now
    for (token, channel) in channels where channel.waiter == nil {
      let idle = now.timeIntervalSince(channel.lastUsed)
      if idle < 0 { channels[token]?.lastUsed = now }
      if idle >= Self.idleSeconds { forget(token) }
    }
  }

  private mutating func forget(_ token: String) {
    if let hash = channels[token]?.standing?.hash { forgotten.append(hash) }
    remove(token)
  }

  private mutating func remove(_ token: String) {
    guard let user = channels.removeValue(forKey: token)?.owner.userRecordName else { return }
    tokens[user]?.remove(token)
    guard tokens[user]?.isEmpty == true else { return }
    tokens[user] = nil
    let key = UserKey(user)
    users[key]?.remove(user)
    if users[key]?.isEmpty == true { users[key] = nil }
  }

  private mutating func note(_ token: String, of user: String) {
    tokens[user, default: []].insert(token)
    users[UserKey(user), default: []].insert(user)
  }
}

extension CourierState.Channel {
  fileprivate func wants(_ push: Push, as token: String) -> Bool {
    guard push.announcement.partition == partition else { return false }
    if push.announcement.notification == .invitation, !takesInvitations { return false }
    if let chosen = push.announcement.channels { return chosen.contains(token) }
    return owner.clientID == nil || !push.announcement.origin.isSameDevice(as: owner)
  }

  /// Whether one of the moves is news for the channel.
  fileprivate func hears(_ moves: [(feed: ToldFeed, move: FeedMove)], _ news: UserNews) -> Bool {
    guard let place = standing?.place else { return false }
    let device = owner.deviceNumber
    return moves.contains { feed, move in
      move.isNews(for: device, after: news.wentBack.contains(feed) ? 0 : place[feed])
    }
  }

  fileprivate mutating func takeFirst() -> Push? {
    queue.isEmpty ? nil : badged(queue.removeFirst())
  }

  /// The push with the badge that it brings to this channel.
  fileprivate mutating func badged(_ push: Push) -> Push {
    guard push.content.presentation?["badge"] != nil else { return push }
    badge += 1
    var push = push
    push.content.presentation?["badge"] = .integer(badge)
    return push
  }
}

/// Where a channel stands in a store that several servers use.
struct ChannelStanding: Sendable {
  /// Of the push token.
  var hash: [UInt8]
  var version: Int64 = 0
  /// Up to which the owner's feeds were told.
  var place: FeedPlace
}

extension ChannelStanding {
  /// The channel has been told of the news; it may have been opened after they were read, and stand further ahead.
  fileprivate mutating func move(to news: UserNews) {
    for feed in ToldFeed.allCases {
      place[feed] =
        news.wentBack.contains(feed) ? news.place[feed] : max(place[feed], news.place[feed])
    }
  }
}

extension FeedPlace {
  fileprivate func earliest(with other: FeedPlace) -> FeedPlace {
    var earliest = self
    for feed in ToldFeed.allCases { earliest[feed] = min(self[feed], other[feed]) }
    return earliest
  }
}
