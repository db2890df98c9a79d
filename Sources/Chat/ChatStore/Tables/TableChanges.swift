import Dispatch
package import GRDB
import Synchronization

/// A table of the replica that is watched.
package enum ReplicaTable: String, CaseIterable, Sendable {
  case blockedPerson, chat, chatEvent, chatSettings, connection, draft, invitation, journal, member,
    message
  case messagePin, messageVersion, outbox, parkedRecord, reaction, reactionCount, readMark, transfer
  case wait
}

/// Tells which tables a commit has changed, to those who watch these tables.
///
/// Written on the connection that writes, read by everyone.
package final class TableChanges: TransactionObserver, Sendable {
  fileprivate struct State {
    /// Changed by the transaction that is under way.
    var changed: Set<ReplicaTable> = []
    var isEverythingChanged = false
    /// Whether the transaction that is under way is told of with the next one.
    var isDeferred = false
    /// Changed by transactions that nobody was told of yet.
    var untold: Set<ReplicaTable> = []
    var watchers: [Int: Watcher] = [:]
    var newestWatcher = 0
  }

  fileprivate struct Watcher {
    var tables: Set<ReplicaTable>
    var wake: AsyncStream<Void>.Continuation
    /// Those of the tables that have changed since the watcher last took them.
    var changed: Set<ReplicaTable>
  }

  /// Some tables that somebody watches.
  package struct Watch: Sendable {
    /// One element now, and one after each commit that changes one of the tables; several may share one.
    package let wakes: AsyncStream<Void>
    private let number: Int
    private let changes: TableChanges
    private let continuation: AsyncStream<Void>.Continuation

    fileprivate init(
      _ number: Int, of changes: TableChanges, wakes: AsyncStream<Void>,
      _ continuation: AsyncStream<Void>.Continuation
    ) {
      (self.number, self.changes, self.wakes) = (number, changes, wakes)
      self.continuation = continuation
    }

    /// Wakes the watcher although nothing has changed.
    package func wakeUp() { continuation.yield() }

    /// The tables that have changed since the last call; the first time, all of them.
    package func takeChanged() -> Set<ReplicaTable> {
      changes.state.withLock { state in
        defer { state.watchers[number]?.changed = [] }
        return state.watchers[number]?.changed ?? []
      }
    }
  }

  private let state = Mutex(State())

  /// Watches the commits of a pool from now on; of one that only reads there are none.
  package init(of pool: DatabasePool) {
    if !pool.configuration.readonly {
      pool.add(transactionObserver: self, extent: .databaseLifetime)
    }
  }

  /// Watches tables until the stream's consumer ends.
  package func watch(_ tables: Set<ReplicaTable>) -> Watch {
    let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.newestWatcher += 1
      state.watchers[state.newestWatcher] = Watcher(tables: tables, wake: wake, changed: tables)
      return state.newestWatcher
    }
    wake.onTermination = { [weak self] _ in
      self?.state.withLock { $0.watchers[number] = nil }
    }
    wake.yield()
    return Watch(number, of: self, wakes: wakes, wake)
  }

  /// Nobody is told of the transaction that is under way before a later one commits, or before `tellOfDeferred`.
  ///
  /// For the connection that writes, within a transaction.
  package func deferTransaction() { state.withLock { $0.isDeferred = true } }

  /// Ends what the last transaction has said of itself.
  ///
  /// For the connection that writes, after each transaction.
  ///
  /// - Returns: whether it was deferred.
  package func takeIsDeferred() -> Bool {
    state.withLock { state in
      defer { state.isDeferred = false }
      return state.isDeferred
    }
  }

  /// Tells of the transactions that nobody was told of.
  ///
  /// - Returns: whether there were any.
  package func tellOfDeferred() -> Bool {
    let (wakes, hasAny) = state.withLock { state in
      defer { state.untold = [] }
      return (state.noteChanged(state.untold), !state.untold.isEmpty)
    }
    for wake in wakes { wake.yield() }
    return hasAny
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
      defer { state.endTransaction() }
      state.untold.formUnion(state.changed)
      if state.isDeferred { return [] }
      defer { state.untold = [] }
      return state.noteChanged(
        state.isEverythingChanged ? Set(ReplicaTable.allCases) : state.untold)
    }
    for wake in wakes { wake.yield() }
  }

  package func databaseDidRollback(_ db: Database) {
    state.withLock { $0.endTransaction() }
  }
}

extension TableChanges.State {
  fileprivate mutating func endTransaction() {
    (changed, isEverythingChanged) = ([], false)
  }

  /// Notes changed tables for those who watch them.
  ///
  /// - Returns: whom to wake.
  fileprivate mutating func noteChanged(
    _ tables: Set<ReplicaTable>
  ) -> [AsyncStream<Void>.Continuation] {
    var wakes: [AsyncStream<Void>.Continuation] = []
    for (number, watcher) in watchers {
      let news = watcher.tables.intersection(tables)
      guard !news.isEmpty else { continue }
      watchers[number]?.changed.formUnion(news)
      wakes.append(watcher.wake)
    }
    return wakes
  }
}

#if DEBUG
extension TableChanges {
  /// Stops the program if `fetch` reads a table that is not among `tables`, as long as the observation lives.
  ///
  /// - Returns: the observation, and a stream without elements that ends when the first read is checked.
  package func check<Value>(
    _ tables: Set<ReplicaTable>, against fetch: @Sendable @escaping (Database) throws -> Value,
    in pool: DatabasePool
  ) -> (observation: AnyDatabaseCancellable, firstRead: AsyncStream<Void>) {
    let (firstRead, checked) = AsyncStream.makeStream(of: Void.self)
    let observation = ValueObservation.tracking { db in _ = try fetch(db) }
      .handleEvents(willTrackRegion: { region in
        let missing = ReplicaTable.allCases.filter { table in
          !tables.contains(table)
            && region.isModified(byEventsOfKind: .insert(tableName: table.rawValue))
        }
        precondition(missing.isEmpty, "What is observed also reads \(missing)")
        checked.finish()
      })
      .start(
        in: pool, scheduling: .async(onQueue: .global()), onError: { _ in checked.finish() },
        onChange: { _ in })
    return (observation, firstRead)
  }
}
#endif
