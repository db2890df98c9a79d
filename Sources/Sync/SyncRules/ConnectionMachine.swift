import CloudModel

/// Whether the account can reach the cloud, and when to try again if it cannot.
///
/// ```
///            started, or time to try          channelOpened
///   closed ─────────────────────────▶ opening ─────────────▶ open
///    ▲  ▲                                │ failed              │ failed, channelClosed
///    │  └────────────────────────────────┴─────────────────────┘
///    │                              offline    tried again within 2 s, when somebody asks, and at
///    │                                         once when the cloud has begun to listen
///    └──────────────────────────────suspended  tried again within 2 min, and when somebody waits for a look:
///                                              not signed in, not available
///                                   stopped    tried again within 30 min: somebody must act first
/// ```
///
/// Invariants:
/// 1. At most one attempt to open a channel runs, and only while nothing else runs.
/// 2. The waiting time grows until the cloud has served a request; opening a channel is not enough.
/// 3. The machine ignores the end of a channel that was replaced.
/// 4. No error here changes what is stored or queued.
/// 5. A cloud that begins to listen while an attempt runs is not missed: if that attempt fails, the next
///    begins at once, unless too many attempts have failed in a row.
struct ConnectionMachine: Sendable {
  enum Connection: Sendable, Equatable {
    case closed
    case opening
    case open(NotificationChannel?)
  }

  enum Input: Sendable {
    case channelOpened(Result<NotificationChannel, CloudError>)
    case channelClosed(NotificationChannel, CloudError)
    /// A call failed with an error that concerns the whole account.
    case failed(SyncFailure)
    /// The cloud has served a request.
    case served
    /// Somebody uses the program: it is worth trying now.
    case asked
    /// Somebody waits for a look at the cloud, and may just have signed in again.
    case lookAsked
    /// The cloud may be reachable again.
    case pathChanged
  }

  /// The shortest time between two attempts that are made because somebody asks.
  static let askedInterval: Duration = .seconds(1)
  /// Up to this many failures in a row, a path change during the attempt skips the wait.
  ///
  /// Beyond that, a cloud that begins to listen during an attempt and ends at once is not started again
  /// without a wait.
  static let hastyAttempts = 3

  let mode: SyncMachine.Mode
  private(set) var connection: Connection
  private(set) var backoff = Backoff()
  /// The reason why the cloud cannot be reached; nil while it can, and until the first attempt has ended.
  private(set) var lastFailure: SyncFailure?
  private var lastAttempt: Duration = .zero
  /// Whether the network path has changed since the current or the last failed attempt began.
  private var isPathNew = false

  init(mode: SyncMachine.Mode) {
    self.mode = mode
    connection = mode == .once ? .open(nil) : .closed
  }

  /// Takes in one fact; returns whether everything is to be fetched now.
  mutating func handle(
    _ input: Input, now: Duration, using random: inout SplitMix64
  ) -> Bool {
    switch input {
    case .channelOpened(.success(let channel)):
      precondition(connection == .opening, "ConnectionMachine 1: no attempt was running")
      connection = .open(channel)
      lastFailure = nil
      isPathNew = false
      return true
    case .channelOpened(.failure(let error)):
      lose(.cloud(error), now: now, using: &random)
      return false
    case .failed(let error):
      lose(error, now: now, using: &random)
      return false
    case .channelClosed(let channel, let error):
      guard connection == .open(channel) else { return false }
      lose(.cloud(error), now: now, using: &random)
      // The cloud answers. It has given up the channel alone, as it does when the passphrase is changed.
      if error.code == .unknownItem, backoff.attempts == 1 {
        lastFailure = nil
        backoff.bringForward(to: now)
      }
      return false
    case .served:
      // The answer to a call that was running when the connection was lost says nothing about the connection
      // now.
      if isOpen { backoff.reset() }
      return false
    case .asked:
      hasten(to: lastAttempt + Self.askedInterval)
      return false
    case .lookAsked:
      let time = lastAttempt + Self.askedInterval
      if lastFailure?.reach == .suspended, lastFailure?.retryAfterSeconds == nil {
        backoff.bringForward(to: time)
      }
      hasten(to: time)
      return false
    case .pathChanged:
      isPathNew = true
      hasten(to: now)
      return false
    }
  }

  /// Lets the next attempt begin at `time`, unless the cloud itself has said when.
  private mutating func hasten(to time: Duration) {
    let isOffline =
      lastFailure.map {
        $0.reach == .offline || $0.has(.serviceUnavailable) || $0.isLocal
      } ?? false
    if isOffline, lastFailure?.retryAfterSeconds == nil { backoff.bringForward(to: time) }
  }

  /// Begins an attempt if it is time for one; `isQuiet` says that nothing else runs.
  mutating func start(at now: Duration, isQuiet: Bool) -> Bool {
    guard mode == .continuous, connection == .closed, isQuiet, backoff.notBefore <= now else {
      return false
    }
    connection = .opening
    lastAttempt = now
    isPathNew = false
    return true
  }

  /// When the next attempt begins; nil while none is due.
  var startTime: Duration? {
    mode == .continuous && connection == .closed ? backoff.notBefore : nil
  }

  var isOpen: Bool {
    if case .open = connection { true } else { false }
  }

  /// Whether to tell somebody who asked at `time` that the cloud cannot be reached.
  ///
  /// True if an attempt since then has failed, or if the next one does not begin soon.
  func hasFailed(askedAt time: Duration, now: Duration) -> Bool {
    guard connection == .closed, lastFailure != nil else { return false }
    guard let startTime else { return true }
    return lastAttempt >= time || startTime > now + Self.askedInterval
  }

  /// The status to report while the cloud cannot be reached.
  var status: SyncStatus {
    guard let lastFailure else { return .connecting }
    // Not the cloud's fault, and somebody has to put it right.
    if lastFailure.isLocal { return .stopped(reason: lastFailure.clause) }
    if lastFailure.isUntrusted { return .suspended(reason: lastFailure.clause) }
    return switch lastFailure.reach {
    case .stopped: .stopped(reason: lastFailure.clause)
    case .suspended: .suspended(reason: lastFailure.clause)
    case .offline, .database, .zone: .offline(reason: lastFailure.clause)
    }
  }

  private mutating func lose(
    _ error: SyncFailure, now: Duration, using random: inout SplitMix64
  ) {
    guard connection != .closed else {
      // A late answer may say how long to wait; requests to try earlier do not shorten that wait.
      if let asked = Backoff.asked(by: error) {
        lastFailure = error
        backoff.hold(until: now + asked)
      }
      return
    }
    lastFailure = error
    backoff.fail(error, now: now, cap: Self.cap(after: error), using: &random)
    if isPathNew, backoff.attempts <= Self.hastyAttempts { hasten(to: now) }
    connection = .closed
  }

  private static func cap(after error: SyncFailure) -> Duration {
    switch error.reach {
    // If nothing answers, frequent attempts cost nothing.
    case .offline where error.has(.networkUnavailable): Backoff.connectionCap
    case .offline, .suspended, .database, .zone: Backoff.cap
    case .stopped: Backoff.slowCap
    }
  }
}
