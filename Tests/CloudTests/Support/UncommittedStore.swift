import CloudModel
import CloudRules
import CloudStorage
import Synchronization

/// A store whose registry fails to commit as long as it is told so, for want of room for example.
final class UncommittedStore: CloudStore {
  let store: SQLiteStore
  var atRestKey: AtRestKey { store.atRestKey }
  private let fails = Mutex(false)

  init(_ store: SQLiteStore) { self.store = store }

  func fail(_ isFailing: Bool) { fails.withLock { $0 = isFailing } }

  func read<T>(in partition: Partition, _ body: (any CloudReading) throws -> T) throws -> T {
    try store.read(in: partition, body)
  }

  func write<T>(in partition: Partition, _ body: (any CloudTransaction) throws -> T) throws -> T {
    try store.write(in: partition, body)
  }

  func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T {
    try store.readRegistry(body)
  }

  func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T {
    try store.writeRegistry { registry in
      let value = try body(registry)
      if fails.withLock(\.self) { throw StoreError.diskFull }
      return value
    }
  }

  func onThread<T: Sendable>(
    writing zones: Set<RecordZoneID>, _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await store.onThread(writing: zones, body)
  }

  func close() throws { try store.close() }
}
