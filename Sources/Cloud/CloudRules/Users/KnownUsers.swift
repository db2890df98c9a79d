import Synchronization

/// A cache of the users who are known to have databases in an incarnation of a partition.
///
/// A user's databases are created with the user's first request to a partition; the cache only
/// saves asking the store. A reset gives the partition another incarnation, for which the cache has
/// no entries, whoever resets it.
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

  package func forgetAll() { known.withLock { $0 = [] } }

  func insert(_ user: String, in partition: StoredPartition) {
    known.withLock { _ = $0.insert(Key(incarnation: partition.incarnation, user: user)) }
  }
}
