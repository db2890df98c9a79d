import CloudModel
import CloudRules
import Synchronization

/// A store whose process ends after some writes: none of the later ones is begun.
final class InterruptedStore: CloudStore {
  let store: any CloudStore
  var atRestKey: AtRestKey { store.atRestKey }
  private let left: Mutex<Int>

  init(_ store: any CloudStore, after writes: Int) {
    self.store = store
    left = Mutex(writes)
  }

  func read<T>(in partition: Partition, _ body: (any CloudReading) throws -> T) throws -> T {
    try store.read(in: partition, body)
  }

  func write<T>(in partition: Partition, _ body: (any CloudTransaction) throws -> T) throws -> T {
    try countWrite()
    return try store.write(in: partition, body)
  }

  func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T {
    try store.readRegistry(body)
  }

  func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T {
    try countWrite()
    return try store.writeRegistry(body)
  }

  func onThread<T: Sendable>(
    writing zones: Set<RecordZoneID>, _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await store.onThread(writing: zones, body)
  }

  func close() throws { try store.close() }

  private func countWrite() throws {
    try left.withLock { left in
      guard left > 0 else { throw StoreError.failed(reason: "the process has ended") }
      left -= 1
    }
  }
}
