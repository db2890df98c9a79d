package import CloudRules
import GRDB

/// A state of a store in memory, to which the store can go back in a moment.
package struct StoreSnapshot: Sendable {
  private let store: SQLiteStore
  private let copy: DatabaseQueue
  /// The setting with the incarnation of the state.
  private let firstLife: String?
  /// The assets that the state has.
  package let assets: Set<AssetChecksum>

  /// The present state of a store; nil if the store is on disk, or of another engine.
  package init?(of store: any CloudStore) throws {
    guard let store = store as? SQLiteStore, store.database is DatabaseQueue else { return nil }
    self.store = store
    (copy, firstLife, assets) = try store.translated {
      let copy = try DatabaseQueue()
      try store.database.backup(to: copy)
      let life = try copy.read { try $0.setting(StoreLife.settingName) }
      return (copy, life, Set(try copy.read(SQLiteStore.assetChecksums)))
    }
  }

  /// The state of another store, which is in a file, for a store in memory.
  init(of other: DatabaseQueue, for store: SQLiteStore) throws {
    self.store = store
    copy = try DatabaseQueue()
    try other.backup(to: copy)
    firstLife = try copy.read { try $0.setting(StoreLife.settingName) }
    assets = Set(try copy.read(SQLiteStore.assetChecksums))
  }

  /// Puts the store back to this state, in one step.
  ///
  /// `life` names the incarnation that begins, so that change tokens of any other are not valid in it. Its sequence
  /// numbers and change tags are `step` above those of the state, so that a client with one from before has none
  /// that is given out again; with `fromStart` above those that it had at first, and not those of the last time.
  package func restore(life: String, step: Int64, fromStart: Bool) throws {
    try store.translated {
      // In the copy first: nobody sees the state without its new life.
      try copy.write { database in
        if fromStart {
          try database.execute(
            sql: "DELETE FROM setting WHERE name = ?", arguments: [StoreLife.settingName])
          if let firstLife { try database.setSetting(StoreLife.settingName, to: firstLife) }
        }
        try SQLiteStore.beginLife(named: life, step: step, in: database)
      }
      try copy.backup(to: store.database)
    }
  }
}
