import CloudServer

/// A store that is closed and opened again around every transaction.
struct ReopeningStore: CloudStore {
  let directory: String

  func read<T>(
    in partition: Partition, _ body: (any CloudReading) throws -> T
  ) throws -> T {
    try reopened { try $0.read(in: partition, body) }
  }

  func write<T>(
    in partition: Partition, _ body: (any CloudTransaction) throws -> T
  ) throws -> T {
    try reopened { try $0.write(in: partition, body) }
  }

  func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T {
    try reopened { try $0.readRegistry(body) }
  }

  func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T {
    try reopened { try $0.writeRegistry(body) }
  }

  func close() throws {}

  private func reopened<T>(_ body: (SQLiteStore) throws -> T) throws -> T {
    let store = try SQLiteStore(.directory(directory))
    let result = Result { try body(store) }
    try store.close()
    return try result.get()
  }
}
