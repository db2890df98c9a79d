import Dispatch
package import GRDB
import Synchronization

/// A table of the replica that is watched.
package enum ReplicaTable: String, CaseIterable, Sendable {
  case chat, chatEvent, chatSettings, connection, draft, invitation, journal, member, message
  case messagePin, messageVersion, outbox, reaction, reactionCount, readMark, transfer, wait
}

/// Tells which tables a commit has changed, to those who watch these tables.
///
/// Written on the connection that writes, read by everyone.
package final class TableChanges: TransactionObserver, Sendable {
  private struct State {
    /// Changed by the transaction that is under way.
    var changed: Set<ReplicaTable> = []
    var isEverythingChanged = false
    var watchers: [Int: (tables: Set<ReplicaTable>, wake: AsyncStream<Void>.Continuation)] = [:]
    var newestWatcher = 0
  }

  private let state = Mutex(State())

  /// Watches the commits of a pool from now on; of one that only reads there are none.
  package init(of pool: DatabasePool) {
    if !pool.configuration.readonly {
      pool.add(transactionObserver: self, extent: .databaseLifetime)
    }
  }

  /// One element now, and one after each commit that changes one of `tables`; several may share one.
  package func wakes(for tables: Set<ReplicaTable>) -> AsyncStream<Void> {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.newestWatcher += 1
      state.watchers[state.newestWatcher] = (tables, wake)
      return state.newestWatcher
    }
    wake.onTermination = { [weak self] _ in
      self?.state.withLock { $0.watchers[number] = nil }
    }
    wake.yield()
    return wakes
  }

  // MARK: - TransactionObserver

  /// A table that has changed in this transaction already is not looked at again.
  package func observes(eventsOfKind kind: DatabaseEventKind) -> Bool {
    let name: String =
      switch kind {
      case .insert(let table), .delete(let table), .update(let table, _): table
      }
    guard let table = ReplicaTable(rawValue: name) else { return false }
    return state.withLock { !$0.changed.contains(table) }
  }

  package func databaseDidChange(with event: DatabaseEvent) {
    guard let table = ReplicaTable(rawValue: event.tableName) else { return }
    state.withLock { _ = $0.changed.insert(table) }
  }

  /// Somebody else has changed what nobody knows.
  package func databaseDidChange() {
    state.withLock { $0.isEverythingChanged = true }
  }

  package func databaseDidCommit(_ db: Database) {
    let wakes = state.withLock { state -> [AsyncStream<Void>.Continuation] in
      defer { (state.changed, state.isEverythingChanged) = ([], false) }
      if state.changed.isEmpty, !state.isEverythingChanged { return [] }
      return state.watchers.values.compactMap { watcher in
        state.isEverythingChanged || !watcher.tables.isDisjoint(with: state.changed)
          ? watcher.wake : nil
      }
    }
    for wake in wakes { wake.yield() }
  }

  package func databaseDidRollback(_ db: Database) {
    state.withLock { ($0.changed, $0.isEverythingChanged) = ([], false) }
  }
}

#if DEBUG
extension TableChanges {
  /// Stops the program if `fetch` reads a table that is not among `tables`, as long as the result lives.
  package func check<Value>(
    _ tables: Set<ReplicaTable>, against fetch: @Sendable @escaping (Database) throws -> Value,
    in pool: DatabasePool
  ) -> AnyDatabaseCancellable {
    ValueObservation.tracking { db in _ = try fetch(db) }
      .handleEvents(willTrackRegion: { region in
        let missing = ReplicaTable.allCases.filter { table in
          !tables.contains(table)
            && region.isModified(byEventsOfKind: .insert(tableName: table.rawValue))
        }
        precondition(missing.isEmpty, "What is observed also reads \(missing)")
      })
      .start(
        in: pool, scheduling: .async(onQueue: .global()), onError: { _ in }, onChange: { _ in })
  }
}
#endif
