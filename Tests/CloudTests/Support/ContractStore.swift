import CloudModel
import CloudRules

/// A store that runs every body of a write twice, as a store may whose transactions meet: what the first run wrote is
/// taken back, and the second run counts.
///
/// A test on it fails where a body does something outside of its transaction that matters twice.
struct ContractStore: CloudStore {
  private struct TakenBack: Error {}

  let store: any CloudStore
  var atRestKey: AtRestKey { store.atRestKey }

  init(_ store: any CloudStore) { self.store = store }

  func read<T>(
    in partition: Partition, _ body: (any CloudReading) throws -> T
  ) throws -> T {
    try store.read(in: partition, body)
  }

  func write<T>(
    in partition: Partition, _ body: (any CloudTransaction) throws -> T
  ) throws -> T {
    try takeBack {
      try store.write(in: partition) { transaction in
        _ = try body(transaction)
        throw TakenBack()
      }
    }
    return try store.write(in: partition, body)
  }

  func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T {
    try store.readRegistry(body)
  }

  func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T {
    try takeBack {
      try store.writeRegistry { registry in
        _ = try body(registry)
        throw TakenBack()
      }
    }
    return try store.writeRegistry(body)
  }

  func onThread<T: Sendable>(
    writing zones: Set<RecordZoneID>, _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await store.onThread(writing: zones, body)
  }

  func close() throws { try store.close() }

  /// An error of the body is that of the second run too.
  private func takeBack(_ run: () throws -> Void) throws {
    do {
      try run()
    } catch {
      return
    }
  }
}
