import Synchronization

/// A cache of the users who are known to have databases in an incarnation of a partition.
///
/// A user's databases are created with the user's first request to a partition; the cache only
/// saves asking the store. A reset gives the partition another incarnation, for which the cache has
/// no entries, whoever resets it; and a failover, which may have lost users, another timeline.
package final class KnownUsers: Sendable {
  private struct Key: Hashable {
    var incarnation: String
    var timeline: String
    var user: String

    init(_ user: String, in partition: StoredPartition) {
      (incarnation, timeline) = (partition.incarnation, partition.life.timeline)
      self.user = user
    }
  }

  private struct State {
    var known: Set<Key> = []
    /// Users whose accounts are gone since this process has begun.
    var ended: Set<String> = []
  }

  private let state = Mutex(State())

  package init() {}

  func contains(_ user: String, in partition: StoredPartition) -> Bool {
    state.withLock {
      $0.known.contains(Key(user, in: partition))
        && !$0.ended.contains(user)
    }
  }

  package func forgetAll() { state.withLock { $0 = State() } }

  /// Forgets a user whose account is gone: requests that were let in before look into the store, and are refused.
  package func end(_ user: String) {
    state.withLock { _ = $0.ended.insert(user) }
  }

  func insert(_ user: String, in partition: StoredPartition) {
    state.withLock {
      _ = $0.known.insert(Key(user, in: partition))
    }
  }
}
