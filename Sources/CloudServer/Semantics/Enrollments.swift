import Synchronization

/// Which users are known to have their databases in which partitions.
///
/// A user comes into being in a partition with the first request; this only saves asking the store.
final class Enrollments: Sendable {
  private struct Key: Hashable {
    var partition: Partition
    var user: String
  }

  private let known = Mutex<Set<Key>>([])

  func contains(_ user: String, in partition: Partition) -> Bool {
    known.withLock { $0.contains(Key(partition: partition, user: user)) }
  }

  func insert(_ user: String, in partition: Partition) {
    known.withLock { _ = $0.insert(Key(partition: partition, user: user)) }
  }

  /// Forgets what was known of a partition that was reset.
  func removeAll(in partition: Partition) {
    known.withLock { known in known = known.filter { $0.partition != partition } }
  }
}
