@preconcurrency import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// A connection that waits for the notifications of some channels (LISTEN), and is opened again when it breaks.
///
/// It has one thread of its own, which stands in `poll` until the server sends something. No transaction is ever open
/// on it, because that would keep the server's queue from being emptied. Notifications sent while it was away are
/// lost: after each `.connected`, its user looks at everything.
package final class PostgresListener: Sendable {
  package enum Event: Sendable, Equatable {
    /// It hears all its channels from now on; before, something may have been missed.
    case connected
    case notification(channel: String, payload: String)
    /// It hears nothing until the next `.connected`, and tries again by itself.
    case disconnected(PostgresError)
  }

  /// Our choice: the pauses before a new attempt, of which the last repeats.
  private static let pauses: [Duration] = [.milliseconds(100), .milliseconds(500), .seconds(2)]

  private struct State: Sendable {
    var channels: Set<String>
    var isClosed = false
  }

  private let address: PostgresAddress
  private let limits: PostgresLimits
  private let state: Mutex<State>
  private let hasEnded = DispatchSemaphore(value: 0)
  // A pipe that wakes the thread: the end to read, and the end to write.
  private let (wakeReadEnd, wakeWriteEnd): (Int32, Int32)

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - address: the servers; no proxy between may hand connections to others after each transaction.
  ///   - channels: names as they stand in NOTIFY, in upper and lower case as given.
  ///   - limits: the times for opening and for LISTEN.
  ///   - onEvent: called on the listener's thread, one event after the other; it must not wait.
  /// - Throws: the system's error, where the process has too many open files.
  package init(
    _ address: PostgresAddress, channels: Set<String>, _ limits: PostgresLimits = PostgresLimits(),
    onEvent: @escaping @Sendable (Event) -> Void
  ) throws {
    self.address = address
    self.limits = limits
    state = Mutex(State(channels: channels))
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (wakeReadEnd, wakeWriteEnd) = (ends[0], ends[1])
    let thread = Thread { self.run(onEvent) }
    thread.name = "postgres-listener"
    thread.start()
  }

  deinit {
    Glibc.close(wakeReadEnd)
    Glibc.close(wakeWriteEnd)
  }

  /// Listens to other channels from now on.
  package func listen(to channels: Set<String>) {
    state.withLock { $0.channels = channels }
    wake()
  }

  /// Ends the connection and the thread; no event comes after it.
  ///
  /// Not to be called by `onEvent`.
  package func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    wake()
    hasEnded.wait()
  }

  private func wake() {
    // A full pipe wakes the thread too.
    _ = Glibc.write(wakeWriteEnd, [UInt8(1)], 1)
  }

  // MARK: The thread

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  private func run(_ onEvent: (Event) -> Void) {
    defer { hasEnded.signal() }
    var failures = 0
    while !isClosed {
      do {
        try PostgresConnection.with(address, limits) { connection in
          failures = 0
          try hear(connection, onEvent)
        }
      } catch {
        guard !isClosed else { return }
        let error = error as? PostgresError
        onEvent(.disconnected(error ?? .connectionLost(reason: "it failed")))
        let pause = Self.pauses[min(failures, Self.pauses.count - 1)]
        failures += 1
        pauseUnlessClosed(until: .now + pause)
      }
    }
  }

  /// Returns when the listener is closed; throws when the connection breaks.
  private func hear(_ connection: PostgresConnection, _ onEvent: (Event) -> Void) throws {
    var heard: Set<String> = []
    var isNew = true
    while !isClosed {
      let wanted = state.withLock { $0.channels }
      let statements =
        heard.subtracting(wanted).map {
          PostgresStatement("UNLISTEN \(Self.quoted($0))", [], .once)
        }
        + wanted.subtracting(heard).map {
          PostgresStatement("LISTEN \(Self.quoted($0))", [], .once)
        }
      try connection.run(statements)
      heard = wanted
      if isNew { onEvent(.connected) }
      isNew = false
      for notification in connection.takeNotifications() {
        onEvent(.notification(channel: notification.channel, payload: notification.payload))
      }
      try connection.waitForNotifications(or: wakeReadEnd)
      emptyPipe()
    }
  }

  private func pauseUnlessClosed(until end: ContinuousClock.Instant) {
    while !isClosed, PostgresLink.wait(for: 0, of: -1, or: wakeReadEnd, until: end) == .ready {
      emptyPipe()
    }
  }

  private func emptyPipe() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while Glibc.read(wakeReadEnd, &bytes, bytes.count) > 0 {}
  }

  /// A name in SQL; nothing in it ends the quotation.
  private static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

extension PostgresConnection {
  /// The notifications that have arrived, in their order.
  fileprivate func takeNotifications() -> [(channel: String, payload: String)] {
    guard let pointer = link.pointer else { return [] }
    var found: [(String, String)] = []
    while let address = link.library.notifies(pointer) {
      let notification = address.load(as: LibPQNotification.self)
      found.append((String(cString: notification.channel), String(cString: notification.payload)))
      link.library.freeMemory(address)
    }
    return found
  }

  /// Waits until the server has sent something, or another descriptor can be read.
  fileprivate func waitForNotifications(or other: Int32) throws(PostgresError) {
    _ = link.wait(for: Int16(POLLIN), or: other, until: nil)
    try takeInput()
  }
}
