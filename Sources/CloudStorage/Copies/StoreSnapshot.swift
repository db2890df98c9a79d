package import CloudRules
import GRDB

/// A state of a store in memory, to which the store can go back in a moment.
package struct StoreSnapshot: Sendable {
  private let store: SQLiteStore
  private let copy: DatabaseQueue

  /// The present state of a store; nil if the store is on disk, or of another engine.
  package init?(of store: any CloudStore) throws {
    guard let store = store as? SQLiteStore, store.database is DatabaseQueue else { return nil }
    self.store = store
    copy = try store.translated {
      let copy = try DatabaseQueue()
      try store.database.backup(to: copy)
      return copy
    }
  }

  /// Puts the store back to this state.
  ///
  /// `life` names the incarnation that begins: change tokens of any other are not valid in it.
  package func restore(life: String) throws {
    try store.translated {
      try copy.backup(to: store.database)
      try store.database.write { try SQLiteStore.beginLife(named: life, in: $0) }
    }
  }
}
