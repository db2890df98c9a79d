package import CloudModel

/// The store in which the cloud keeps all its data.
///
/// One operation of the cloud is one transaction. The rules rely on these promises, and
/// `CloudStoreTests` tests each one for every engine:
///
/// 1. A write that returned is durable, if the engine keeps anything; a write that threw has stored
///    nothing.
/// 2. A transaction reads its own writes. Nobody else sees them before it returns.
/// 3. A read sees one state of the store, whatever is written meanwhile.
/// 4. Writes may run at the same time. Data that a write has locked stays as the write read it, and no other
///    transaction changes it, until the end; `CloudTransaction` and `RegistryTransaction` say what locks what. Two
///    writes that change the same row follow one another.
/// 5. A write that cannot go on, for example because two wait for each other, runs its body again or throws. After an
///    error its caller answers that the service is unavailable, and clients try again.
/// 6. A call for a partition that does not exist throws `StoreError.noSuchPartition`.
///
/// Bodies are synchronous and must not keep the object that is passed to them. A body may run several times, of which
/// the last counts, so it does nothing outside of the transaction that matters twice. An error that a call throws ends
/// the transaction, and a store that collects writes throws the error of a write at a later call, or at the end.
package protocol CloudStore: Sendable {
  /// The key that encrypts encrypted fields and the bytes of assets.
  var atRestKey: AtRestKey { get }
  func read<T>(in partition: Partition, _ body: (any CloudReading) throws -> T) throws -> T
  func write<T>(in partition: Partition, _ body: (any CloudTransaction) throws -> T) throws -> T
  /// Reads what is common to all partitions: accounts, tokens, the partitions themselves.
  func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T
  func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T
  /// Runs `body` on a thread that may wait for the store: the calls above block, and no task may do that.
  ///
  /// `zones` are the zones that `body` writes, as far as they are known: of the writers of one zone, who wait for one
  /// another, only some get a thread at a time. Throws what `body` throws; where no thread is free in time, `body` has
  /// not run, and the error is one after which clients come back.
  func onThread<T: Sendable>(
    writing zones: Set<RecordZoneID>, _ body: @escaping @Sendable () throws -> T
  ) async throws -> T
  /// Ends the use of the store; every later call throws.
  func close() throws
}

extension CloudStore {
  /// The same for what writes no zone, or none that is known before.
  package func onThread<T: Sendable>(
    _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await onThread(writing: [], body)
  }
}
