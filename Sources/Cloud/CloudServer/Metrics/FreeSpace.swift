package import Foundation
import LocalFiles
package import Logging
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
/// 1. No timer runs: it looks after each upload, and after a commit if it has not looked for a minute.
/// 2. It warns once when the disk is nearly full, and again only after there was enough space.
package final class FreeSpace: Sendable {
  /// Reads the free bytes of the disk with a folder; nil if it cannot.
  package typealias Reader = @Sendable (_ folder: String) -> Int64?

  private struct State: Sendable {
    var looked: Date?
    var isLow = false
  }

  /// Our choice: a minute of messages fills no disk, and a look costs a call of the system.
  private static let pauseSeconds = 60.0

  private let folder: String
  private let warning: FreeSpaceWarning?
  private let now: @Sendable () -> Date
  private let read: Reader
  private let logger: Logger
  private let state = Mutex(State())

  package init(
    of folder: String, _ warning: FreeSpaceWarning?, now: @escaping @Sendable () -> Date,
    logger: Logger, read: @escaping Reader = { DiskSpace.free(at: $0) }
  ) {
    self.folder = folder
    self.warning = warning
    self.now = now
    self.logger = logger
    self.read = read
  }

  /// The free bytes now; nil if they cannot be read.
  package var bytes: Int64? { read(folder) }

  /// Looks if it has not looked for a minute.
  package func committed() {
    guard warning != nil else { return }
    let now = now()
    let isDue = state.withLock { state in
      // A clock that was set back must not put it off.
      if let looked = state.looked, (0..<Self.pauseSeconds).contains(now.timeIntervalSince(looked))
      {
        return false
      }
      state.looked = now
      return true
    }
    if isDue { look() }
  }

  /// Looks now, because an upload may be large.
  package func uploaded() {
    guard warning != nil else { return }
    let now = now()
    state.withLock { $0.looked = now }
    look()
  }

  private func look() {
    guard let warning, let free = read(folder) else { return }
    let isNews = state.withLock { state in
      // Our choice: a little more than the limit, so that one file that comes and goes is not told each time.
      let isEnough = free >= warning.bytes + warning.bytes / 20
      defer { state.isLow = free < warning.bytes || (state.isLow && !isEnough) }
      return free < warning.bytes && !state.isLow
    }
    guard isNews else { return }
    let megabytes = free / 1_000_000
    logger.warning("the disk with \(folder) has only \(megabytes) MB left")
    warning.tell(
      "The disk of the ZoneChat server has only \(megabytes) MB left for \(folder). When it is full, nobody can send "
        + "anything any more. Remove what nobody needs, or give it a larger disk.")
  }
}
