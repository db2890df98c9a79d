import Synchronization

/// Which users are known to have their databases in which lives of partitions.
///
/// A user comes into being in a partition with the first request; this only saves asking the store.
/// A reset gives the partition another incarnation, of which nothing is known, whoever resets it.
package final class KnownUsers: Sendable {
  private struct Key: Hashable {
    var incarnation: String
    var user: String
  }

  private let known = Mutex<Set<Key>>([])

  package init() {}

  func contains(_ user: String, in partition: StoredPartition) -> Bool {
    known.withLock { $0.contains(Key(incarnation: partition.incarnation, user: user)) }
  }

  func insert(_ user: String, in partition: StoredPartition) {
    known.withLock { _ = $0.insert(Key(incarnation: partition.incarnation, user: user)) }
  }
}
