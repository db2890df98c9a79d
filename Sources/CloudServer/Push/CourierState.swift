import CloudModel
import Foundation

/// The channels of a courier and what waits in them.
///
/// Pure; the courier performs what it returns.
///
/// 1. A channel's queue and its waiter are never both occupied.
/// 2. A notice is in a queue at most once, and leaves it when it is delivered.
/// 3. A queue holds at most `queueLength` notices; the newest beyond that are dropped, which is
///    allowed: a notice only says "look".
struct CourierState<Waiter> {
  struct Channel {
    var owner: Caller
    var takesInvitations: Bool
    var queue: [Announcement] = []
    var waiter: (id: Int, waiter: Waiter)?
    var lastUsed: Date
  }

  /// What a poll is answered with at once; nil means that it waits.
  enum Answer {
    case notice(Announcement)
    case nothing
    case gone
  }

  /// Our choice: far more than an engine needs, which reads everything after the first notice.
  static var queueLength: Int { 100 }
  /// Our choice: more devices than a user has; the longest unused one makes room.
  static var channelsPerUser: Int { 32 }
  /// Our choice: a client that polls comes back within seconds.
  static var idleSeconds: Double { 300 }

  private(set) var channels: [String: Channel] = [:]
  private(set) var isClosed = false
  private var waiterCount = 0

  var waitingCount: Int { channels.values.count { $0.waiter != nil } }

  mutating func open(_ token: String, for owner: Caller, takesInvitations: Bool, now: Date) {
    dropIdle(now: now)
    let own = channels.filter {
      $0.value.owner.userRecordName == owner.userRecordName && $0.value.waiter == nil
    }
    if own.count >= Self.channelsPerUser,
      let oldest = own.min(by: { $0.value.lastUsed < $1.value.lastUsed })
    {
      channels[oldest.key] = nil
    }
    channels[token] = Channel(owner: owner, takesInvitations: takesInvitations, lastUsed: now)
  }

  /// What `token` gets at once, or nil and the number under which `waiter` now waits.
  ///
  /// A poll that was waiting is displaced and returned.
  mutating func poll(
    _ token: String, waiter: Waiter, now: Date
  ) -> (answer: Answer?, waiterID: Int, displaced: Waiter?) {
    guard var channel = channels[token] else { return (.gone, 0, nil) }
    channel.lastUsed = now
    defer { channels[token] = channel }
    if !channel.queue.isEmpty { return (.notice(channel.queue.removeFirst()), 0, nil) }
    if isClosed { return (.nothing, 0, nil) }
    waiterCount += 1
    let displaced = channel.waiter?.waiter
    channel.waiter = (waiterCount, waiter)
    return (nil, waiterCount, displaced)
  }

  /// Takes the waiter away, if it still waits.
  mutating func withdraw(_ waiterID: Int, from token: String, now: Date) -> Waiter? {
    guard let waiting = channels[token]?.waiter, waiting.id == waiterID else { return nil }
    channels[token]?.waiter = nil
    channels[token]?.lastUsed = now
    return waiting.waiter
  }

  /// Puts announcements into the channels they concern; returns the waiters to release, with what.
  mutating func deliver(_ announcements: [Announcement], now: Date) -> [(Waiter, Announcement)] {
    dropIdle(now: now)
    var released: [(Waiter, Announcement)] = []
    for announcement in announcements {
      for (token, channel) in channels where channel.wants(announcement) {
        if let waiting = channel.waiter {
          released.append((waiting.waiter, announcement))
          channels[token]?.waiter = nil
          channels[token]?.lastUsed = now
        } else if channel.queue.count < Self.queueLength,
          !channel.queue.contains(where: { $0.subscriptionID == announcement.subscriptionID })
        {
          channels[token]?.queue.append(announcement)
        }
      }
    }
    return released
  }

  /// Ends waiting for good; returns everyone who waits.
  mutating func close() -> [Waiter] {
    isClosed = true
    let waiters = channels.values.compactMap { $0.waiter?.waiter }
    for token in channels.keys { channels[token]?.waiter = nil }
    return waiters
  }

  private mutating func dropIdle(now: Date) {
    channels = channels.filter {
      $0.value.waiter != nil || now.timeIntervalSince($0.value.lastUsed) < Self.idleSeconds
    }
  }
}

extension CourierState.Channel {
  fileprivate func wants(_ announcement: Announcement) -> Bool {
    guard announcement.recipient == owner.userRecordName else { return false }
    if announcement.notification == .invitation, !takesInvitations { return false }
    return owner.clientID == nil || announcement.origin != owner
  }
}
