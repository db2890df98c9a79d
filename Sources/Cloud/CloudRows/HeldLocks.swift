package import CloudRules

/// The locks of one transaction.
///
/// A debug build checks that the rules lock a row before they change it. SQLite runs one write at a time, so in a write
/// everything is locked already, and the list is all that it has of locks.
package final class HeldLocks {
  package enum Lock: Hashable {
    case zone(incarnation: String)
    case schema
    case account(userRecordName: String)
    case container(String)
    case setting(String)
    case upload(Int64)
    case code(id: String)
    case asset(AssetChecksum)
  }

  private var held: Set<Lock> = []

  package init() {}

  package func take(_ lock: Lock) { held.insert(lock) }

  /// Called by each operation of the store that changes what `lock` protects.
  package func require(_ lock: Lock) {
    assert(held.contains(lock), "CloudStore 4: changed without its lock: \(lock)")
  }
}
