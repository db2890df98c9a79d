import LocalFiles
package import Logging
import ServiceLifecycle
import Synchronization

/// When it is said that the disk of a cloud's data fills up, and to whom beside the log.
package struct FreeSpaceWarning: Sendable {
  /// It is said when less than this is free.
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
/// 1. It looks at the start, then each minute, and after each upload. What fills the disk may not be the cloud, and on
///    a full disk nothing is committed after which it could look.
/// 2. It warns once when the disk is nearly full, and again only after there was enough space.
package final class FreeSpace: Sendable {
  /// Reads the free bytes of the disk with a folder; nil if it cannot.
  package typealias Reader = @Sendable (_ folder: String) -> Int64?

  /// Our choice: a minute of messages fills no disk, and a look costs a call of the system.
  private static let pause = Duration.seconds(60)

  private let folder: String
  private let warning: FreeSpaceWarning?
  private let read: Reader
  private let logger: Logger
  private let isLow = Mutex(false)

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

  /// Looks each minute until it is cancelled.
  package func watch(clock: any Clock<Duration> = ContinuousClock()) async {
    while !Task.isCancelled {
      look()
      try? await clock.sleep(for: Self.pause)  // Cancelled means that the cloud ends.
    }
  }

  /// Looks now, because an upload may be large.
  package func uploaded() { look() }

  private func look() {
    guard let warning, let free = read(folder) else { return }
    let isNews = isLow.withLock { isLow in
      // Our choice: a little more than the limit, so that one file that comes and goes is not told each time.
      let isEnough = free >= warning.bytes + warning.bytes / 20
      defer { isLow = free < warning.bytes || (isLow && !isEnough) }
      return free < warning.bytes && !isLow
    }
    guard isNews else { return }
    let megabytes = free / 1_000_000
    logger.warning("the disk with \(folder) has only \(megabytes) MB left")
    warning.tell(
      "The disk of the ZoneChat server has only \(megabytes) MB left for \(folder). When it is full, nobody can send "
        + "anything any more. Remove what nobody needs, or give it a larger disk.")
  }
}

/// Watches the disk while the cloud is served.
struct FreeSpaceWatch: Service {
  let space: FreeSpace

  func run() async throws {
    await cancelWhenGracefulShutdown { await space.watch() }
  }
}
