package import CloudRules
@preconcurrency import Dispatch
import Foundation
package import PostgresClient
import Synchronization

/// Wakes by NOTIFY, on connections of its own: one that tells, and one that hears.
///
/// 1. It never notifies in a transaction that writes: such commits would follow one another in the whole cluster.
/// 2. What was told within `pause` is one notification, so a server commits at most a hundred of them in a second,
///    however much is written.
/// 3. It keeps a bounded number of users to tell of; if there are more, or the connection was lost, it tells of
///    everyone.
/// 4. Nobody hears what was sent while the listener was away, so after each connection everyone may have news.
///
/// Source of 1: `PreCommit_Notify` in PostgreSQL's async.c.
package final class PostgresWakeBus: WakeBus {
  private static let channel = "zonechat"
  private static let everyone = "*"
  private static let pause = DispatchTimeInterval.milliseconds(10)
  private static let pauseAfterFailure = DispatchTimeInterval.seconds(1)
  private static let mostUsers = 4096
  /// The payload of a notification has at most 7,999 bytes, and a user takes 11 of them.
  private static let usersOfOne = 700

  private struct State {
    var users: Set<UserKey> = []
    var isEveryone = false
    var isListening = false
    var isClosed = false

    var isEmpty: Bool { users.isEmpty && !isEveryone }
  }

  private let address: PostgresAddress
  private let limits: PostgresLimits
  /// Begins this server's own notifications, which it does not hear.
  private let sender: String
  private let state = Mutex(State())
  private let listener = Mutex<PostgresListener?>(nil)
  private let news = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Makes the bus of a server; nothing is opened before `listen`.
  package init(
    _ address: PostgresAddress, _ limits: PostgresLimits = PostgresLimits(), of server: ServerMark
  ) {
    self.address = address
    self.limits = limits
    sender = server.run
  }

  package func tell(_ users: Set<UserKey>) {
    let isNew = state.withLock { state in
      guard state.isListening, !state.isClosed, !state.isEveryone else { return false }
      let wasEmpty = state.isEmpty
      state.users.formUnion(users)
      if state.users.count > Self.mostUsers { (state.users, state.isEveryone) = ([], true) }
      return wasEmpty && !state.isEmpty
    }
    if isNew { news.signal() }
  }

  package func listen(_ hear: @escaping @Sendable (Wake) -> Void) throws {
    let sender = sender
    let made = try PostgresListener(address, channels: [Self.channel], limits) { event in
      switch event {
      case .connected: hear(.everyone)
      case .disconnected: hear(.deaf)
      case .notification(_, let payload):
        if let wake = Self.wake(payload, notFrom: sender) { hear(wake) }
      }
    }
    listener.withLock { $0 = made }
    state.withLock { $0.isListening = true }
    let thread = Thread { self.run() }
    thread.name = "postgres-notifier"
    thread.start()
  }

  package func close() {
    let wasListening = state.withLock { state in
      defer { state.isClosed = true }
      return state.isListening && !state.isClosed
    }
    guard wasListening else { return }
    news.signal()
    listener.withLock { $0 }?.close()
    hasEnded.wait()
  }

  // MARK: The thread

  private func run() {
    defer { hasEnded.signal() }
    while !isClosed {
      do {
        try PostgresConnection.with(address, limits) { connection in
          // Who loses the last notifications in a crash of the database looks at everyone afterwards.
          try connection.run("SET synchronous_commit = off")
          while !isClosed {
            news.wait()
            try tellAll(connection)
          }
        }
      } catch {
        // Nobody need know: every server looks from time to time.
        state.withLock { ($0.users, $0.isEveryone) = ([], true) }
        news.signal()
        if !isClosed { Self.wait(Self.pauseAfterFailure) }
      }
    }
  }

  private func tellAll(_ connection: PostgresConnection) throws {
    while let (users, isEveryone) = take() {
      var payloads: [String] = isEveryone ? [Self.everyone] : []
      for start in stride(from: 0, to: users.count, by: Self.usersOfOne) {
        payloads.append(Self.text(of: users[start..<min(start + Self.usersOfOne, users.count)]))
      }
      try connection.run(
        payloads.map { payload in
          PostgresStatement(
            "SELECT pg_notify($1, $2)", [.text(Self.channel), .text("\(sender) \(payload)")])
        })
      Self.wait(Self.pause)
    }
  }

  private func take() -> (users: [UserKey], isEveryone: Bool)? {
    state.withLock { state in
      guard !state.isEmpty, !state.isClosed else { return nil }
      defer { (state.users, state.isEveryone) = ([], false) }
      return (Array(state.users), state.isEveryone)
    }
  }

  private static func wait(_ interval: DispatchTimeInterval) {
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + interval)
  }

  private var isClosed: Bool { state.withLock(\.isClosed) }

  // MARK: The payload

  /// Eight bytes for each user, in base64.
  private static func text(of users: ArraySlice<UserKey>) -> String {
    var bytes = Data(capacity: users.count * 8)
    for user in users {
      withUnsafeBytes(of: user.number.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes.base64EncodedString()
  }

  /// Nil for a notification of this server, and for a text that no server has sent.
  private static func wake(_ payload: String, notFrom sender: String) -> Wake? {
    let words = payload.split(separator: " ")
    guard words.count == 2, words[0] != sender else { return nil }
    if words[1] == everyone { return .everyone }
    guard let bytes = Data(base64Encoded: String(words[1])), bytes.count.isMultiple(of: 8) else {
      return nil
    }
    let numbers = stride(from: 0, to: bytes.count, by: 8).map { place in
      bytes.dropFirst(place).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    return .users(Set(numbers.map { UserKey(number: $0) }))
  }
}
