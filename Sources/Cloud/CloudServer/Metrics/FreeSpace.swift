import LocalFiles
package import Logging
import ServiceLifecycle
import Synchronization

/// When it is said that the disk of a cloud's data fills up, and to whom beside the log.
package struct FreeSpaceWarning: Sendable {
  /// It is said when less than this is free, and in any case when a write fails for want of room.
  package var bytes: Int64
  /// Gets whole sentences; must not block.
  package var tell: @Sendable (String) -> Void

  package init(bytes: Int64, tell: @escaping @Sendable (String) -> Void = { _ in }) {
    self.bytes = bytes
    self.tell = tell
  }
}

/// Watches how much of the disk with a cloud's data is free.
///
/// ```
///   enough ──less than the limit──▶ low ──a write fails, or nothing is free──▶ full
///     ▲                              ▲                                          │
///     └──── a little more than the limit, or than was free at the failure ──────┘
/// ```
///
/// 1. With a warning, it looks at the start, then each minute, after each upload, and when a write has failed for want
///    of room. What fills the disk may not be the cloud, and on a full disk nothing is committed after which it could
///    look.
/// 2. Without a warning, it looks when a write has failed.
/// 3. While the disk is full it looks each ten seconds: whoever makes room waits for the word that it is enough.
/// 4. It says once that the disk is nearly full, that it is full, and after that, that there is room again; without a
///    warning only in the log, and no word of a disk that is nearly full.
package final class FreeSpace: Sendable {
  /// Reads the free bytes of the disk with a folder; nil if it cannot.
  package typealias Reader = @Sendable (_ folder: String) -> Int64?

  private enum State: Equatable {
    case enough
    case low
    /// With the bytes that were free: a quota, or a large file, can meet a full disk before the last byte.
    case full(free: Int64)
  }

  /// Our choice: a minute of messages fills no disk, and a look costs a call of the system.
  private static let pause = Duration.seconds(60)
  private static let pauseWhileFull = Duration.seconds(10)
  /// Our choice: where no warning has a limit, this much more than at the failure is room again.
  private static let usualMargin: Int64 = 10_000_000

  private let folder: String
  private let warning: FreeSpaceWarning?
  private let read: Reader
  private let logger: Logger
  private let state = Mutex(State.enough)
  /// Each time that the disk has become full.
  private let (endsOfRoom, noteEndOfRoom) = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  package init(
    of folder: String, _ warning: FreeSpaceWarning?, logger: Logger,
    read: @escaping Reader = { DiskSpace.free(at: $0) }
  ) {
    self.folder = folder
    self.warning = warning
    self.logger = logger
    self.read = read
  }

  /// The free bytes now; nil if they cannot be read.
  package var bytes: Int64? { read(folder) }

  /// Looks until it is cancelled; without a warning only while the disk is full.
  package func watch(clock: any Clock<Duration> = ContinuousClock()) async {
    // What ends a pause early is that the cloud ends.
    await withTaskGroup(of: Void.self) { group in
      if warning != nil {
        group.addTask { [self] in
          repeat { look() } while (try? await clock.sleep(for: Self.pause)) != nil
        }
      }
      for await _ in endsOfRoom {
        while isFull, (try? await clock.sleep(for: Self.pauseWhileFull)) != nil { look() }
      }
      group.cancelAll()
    }
  }

  /// Looks now, because an upload may be large.
  package func uploaded() { if warning != nil { look() } }

  /// A write has failed for want of room: the disk is full, whatever it says itself.
  package func writeFailed() { look(afterFailure: true) }

  private var isFull: Bool {
    state.withLock { if case .full = $0 { true } else { false } }
  }

  private func look(afterFailure hasFailed: Bool = false) {
    guard let free = read(folder) else { return }
    let (before, now) = state.withLock { state in
      let before = state
      state = Self.state(after: state, free: free, hasFailed: hasFailed, limit: warning?.bytes)
      return (before, state)
    }
    switch (before, now) {
    case (.full, .full), (.low, .low), (.enough, .enough), (.low, .enough): break
    case (_, .full):
      logger.error("the disk with \(folder) is full: nothing can be written, and reading goes on")
      warning?.tell(
        "The disk of the ZoneChat server is full (\(folder)), and nobody can send anything. Messages wait on people's "
          + "devices, and what is here can be read. Remove what nobody needs, or give it a larger disk; do not restart "
          + "the server before.")
      noteEndOfRoom.yield()
    case (.full, _):
      let megabytes = free / 1_000_000
      logger.notice("the disk with \(folder) has room again: \(megabytes) MB")
      warning?.tell(
        "The disk of the ZoneChat server has room again: \(megabytes) MB for \(folder). What waited is sent now."
      )
    case (.enough, .low):
      let megabytes = free / 1_000_000
      logger.warning("the disk with \(folder) has only \(megabytes) MB left")
      warning?.tell(
        "The disk of the ZoneChat server has only \(megabytes) MB left for \(folder). When it is full, nobody can send "
          + "anything any more. Remove what nobody needs, or give it a larger disk.")
    }
  }

  private static func state(
    after state: State, free: Int64, hasFailed: Bool, limit: Int64?
  ) -> State {
    // Our choice: a little more than it was, so that one file that comes and goes is not told each time.
    let margin = limit.map { $0 / 20 } ?? usualMargin
    switch state {
    case .full(let bytes) where hasFailed || free == 0: return .full(free: max(bytes, free))
    case .full(let bytes) where free < bytes + margin: return state
    case _ where hasFailed || free == 0: return .full(free: free)
    case .low where free < (limit ?? 0) + margin: return .low
    case .enough, .low, .full: return free < limit ?? 0 ? .low : .enough
    }
  }
}

/// Watches the disk while the cloud is served.
struct FreeSpaceWatch: Service {
  let space: FreeSpace

  func run() async throws {
    await cancelWhenGracefulShutdown { await space.watch() }
  }
}
