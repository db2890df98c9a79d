import CMemory
import ServiceLifecycle

/// Gives memory back to the system after a flood of connections.
///
/// Otherwise freed memory stays with the process: the allocator keeps it for the next flood.
package struct MemoryRelease: Service {
  /// Our choice: soon enough for a machine that is short of memory, and it costs nothing.
  static let interval = Duration.seconds(30)

  let connections: Connections
  /// Gives an element after the cloud was used.
  let uses: AsyncStream<Void>
  let clock: any Clock<Duration>

  init(
    connections: Connections, uses: AsyncStream<Void>,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.connections = connections
    self.uses = uses
    self.clock = clock
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown {
      var peak = ConnectionPeak()
      for await _ in uses {
        try? await clock.sleep(for: Self.interval)  // Cancelled means that the cloud ends.
        if peak.hasFallen(to: connections.openCount) { cmemory_return_freed_pages() }
      }
    }
  }
}

/// The highest number of connections since memory was last given back.
package struct ConnectionPeak: Sendable {
  /// Our choice: fewer connections leave little memory behind.
  private static let flood = 500

  private var peak = 0

  package init() {}

  /// Whether a flood is over: fewer than a quarter of its connections are left.
  package mutating func hasFallen(to count: Int) -> Bool {
    peak = max(peak, count)
    guard peak >= Self.flood, count < peak / 4 else { return false }
    peak = count
    return true
  }
}
