import CloudRules
package import Logging
import ServiceLifecycle

/// Removes unused assets: at the start those that a crash left behind, and then, while the cloud is used, every few
/// seconds those that lost their last reference.
package struct AssetSweeper: Service {
  /// Our choice: soon enough for the disk, and one query while there is nothing to do.
  package static let interval = Duration.seconds(10)

  private let assets: AssetService
  private let uses: AsyncStream<Void>
  private let clock: any Clock<Duration>
  private let logger: Logger

  /// `uses` gives an element after the cloud was used: nothing becomes unused otherwise.
  package init(
    assets: AssetService, uses: AsyncStream<Void>, logger: Logger,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.assets = assets
    self.uses = uses
    self.logger = logger
    self.clock = clock
  }

  package func run() async throws {
    await attempt { try $0.sweepOrphans() }
    await cancelWhenGracefulShutdown {
      for await _ in uses {
        try? await clock.sleep(for: Self.interval)  // Cancelled means that the cloud ends.
        await attempt { _ = try $0.sweep() }
      }
    }
  }

  /// A failed sweep is tried again at the next.
  private func attempt(_ body: @escaping @Sendable (AssetService) throws -> Void) async {
    do {
      let assets = assets
      try await assets.store.onThread { try body(assets) }
    } catch is CancellationError {
      // The cloud ends.
    } catch let error as StoreError where error.isTrouble {
      // `StoreTrouble` says it once.
    } catch {
      logger.warning("assets could not be swept: \(error)")
    }
  }
}
