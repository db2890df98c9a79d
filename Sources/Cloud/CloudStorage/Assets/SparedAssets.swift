import CloudRules
import Synchronization

/// Assets whose bytes are kept although the store may not know them.
final class SparedAssets: Sendable {
  private let checksums = Mutex<Set<AssetChecksum>>([])

  func contains(_ checksum: AssetChecksum) -> Bool { checksums.withLock { $0.contains(checksum) } }

  func set(_ checksums: Set<AssetChecksum>) { self.checksums.withLock { $0 = checksums } }
}
