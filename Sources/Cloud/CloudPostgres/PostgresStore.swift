package import CloudModel
import CloudRows
package import CloudRules
package import PostgresClient
import Synchronization

/// The store in a PostgreSQL, which several servers may use at the same time.
///
/// 1. A transaction of the store is one of PostgreSQL. A body runs again where another transaction was in its way, or
///    the connection was lost before COMMIT was sent.
/// 2. Nothing but record types is remembered from one transaction to the next, and those by their version, in
///    `TypeCache`.
/// 3. After a failover the first transaction begins a timeline (`PostgresTimeline`) before anybody reads or writes.
/// 4. A call blocks its thread; `PostgresLimits` says for how long at most. Requests use the threads of `StoreThreads`.
package final class PostgresStore: CloudStore {
  package let atRestKey: AtRestKey
  let address: PostgresAddress
  private let pool: PostgresPool
  private let threads: StoreThreads
  let types = TypeCache()
  private let trouble: StoreTrouble
  private let trips = Mutex(0)

  /// The round trips to the database since the start.
  package var roundTrips: Int { trips.withLock(\.self) }
  package var figures: PostgresPool.Figures { pool.figures }
  /// The requests that wait for a thread, and those that got none in time.
  package var waitingCount: Int { threads.waitingCount }
  package var refusedCount: Int { threads.refusedCount }

  /// Opens the store, and makes or upgrades its tables.
  ///
  /// `key` gives the key of encrypted values. It is told the fingerprint of the key that sealed the store's values,
  /// which is nil in a new store. `random` gives numbers from 0 to 1. `trouble` hears of failures from then on.
  ///
  /// Throws `StoreError`, for example if a newer version has written the tables.
  package init(
    _ address: PostgresAddress, limits: PostgresLimits = PostgresLimits(),
    random: @escaping @Sendable () -> Double, trouble: StoreTrouble = .untold,
    key: (_ fingerprint: String?) throws -> AtRestKey
  ) throws {
    self.trouble = trouble
    threads = StoreThreads(limits)
    do {
      let fingerprint = try PostgresSchema.upgrade(address, limits)
      atRestKey = try key(fingerprint)
      self.address = address
      pool = PostgresPool(address, limits, jitter: random)
      try pool.transaction(.write, PostgresTimeline.note)
    } catch {
      throw Self.storeError(error)
    }
    try keepFingerprint()
  }

  /// Notes which key seals the values; of two servers that start a new store with keys of their own, one is refused.
  private func keepFingerprint() throws {
    let (name, fingerprint) = (OwnSetting.key.rawValue, atRestKey.fingerprint)
    let isKept = try writeRegistry { registry in
      if let kept = try registry.lockSetting(name) { return kept == fingerprint }
      try registry.setSetting(name, to: fingerprint)
      return true
    }
    guard isKept else {
      throw StoreError.failed(
        reason: "its values were sealed with another key; give this server the file of that key")
    }
  }

  package func read<T>(
    in partition: Partition, _ body: (any CloudReading) throws -> T
  ) throws -> T {
    try transaction(.snapshot) { conversation in
      try body(
        PostgresPartition(
          conversation, in: partition, isWrite: false, key: atRestKey, types: types))
    }
  }

  package func write<T>(
    in partition: Partition, _ body: (any CloudTransaction) throws -> T
  ) throws -> T {
    try transaction(.write) { conversation in
      try body(
        PostgresPartition(
          conversation, in: partition, isWrite: true, key: atRestKey, types: types))
    }
  }

  package func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T {
    try transaction(.snapshot) { conversation in
      try body(PostgresRegistry(conversation, key: atRestKey, types: types))
    }
  }

  package func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T {
    try transaction(.write) { conversation in
      try body(PostgresRegistry(conversation, key: atRestKey, types: types))
    }
  }

  package func onThread<T: Sendable>(
    writing zones: Set<RecordZoneID>, _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    do {
      return try await threads.run(writing: zones, body)
    } catch let error as PostgresError {
      return try trouble.watching { throw Self.storeError(error) }
    }
  }

  package func close() throws {
    threads.close()
    pool.close()
  }

  func transaction<T>(
    _ mode: PostgresTransactionMode, _ body: (Conversation) throws -> T
  ) throws -> T {
    var isSecondTry = false
    var isOtherTimeline = false
    var lent: PostgresConnection?
    defer { trips.withLock { $0 += lent?.roundTrips ?? 0 } }
    return try trouble.watching {
      while true {
        do {
          if isOtherTimeline { try pool.transaction(.write, PostgresTimeline.note) }
          return try pool.transaction(mode) { connection in
            lent = connection
            let conversation = Conversation(connection)
            let value = try body(conversation)
            conversation.finish()
            return value
          }
        } catch PostgresError.notUnique where !isSecondTry && !mode.isReadOnly {
          // Another transaction has added the row in the meantime. The body now sees it, and says what that means.
          isSecondTry = true
        } catch is PostgresTimeline.HasChanged where !isOtherTimeline {
          isOtherTimeline = true
        } catch {
          throw Self.storeError(error)
        }
      }
    }
  }

  /// Gives PostgreSQL's errors in words of the store; returns every other error as it is.
  static func storeError(_ error: any Error) -> any Error {
    switch error {
    case PostgresError.diskFull: StoreError.databaseFull(reason: "\(error)")
    case PostgresError.lockTimeout, PostgresError.conflict: StoreError.busy
    case PostgresError.outcomeUnknown: StoreError.uncertain
    case let error as PostgresError: StoreError.database(reason: "\(error)")
    default: error
    }
  }
}
