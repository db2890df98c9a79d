import ChatCore
import Foundation

/// The wait to become the process that syncs a replica.
struct Leadership: Sendable {
  private let holdings: AsyncStream<LeaderLock.Holding>

  init(directory: URL) throws {
    let (stream, continuation) = AsyncStream.makeStream(of: LeaderLock.Holding.self)
    holdings = stream
    try LeaderLock(directory: directory).acquire { holding in
      // A lock that nobody waits for any more is given back as it goes.
      continuation.yield(holding)
      continuation.finish()
    }
  }

  /// The lock, as soon as nobody else holds it; nil when the task is cancelled before.
  func wait() async -> LeaderLock.Holding? {
    for await holding in holdings { return holding }
    return nil
  }
}
