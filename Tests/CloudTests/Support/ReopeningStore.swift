import CloudServer

/// A store that is closed and opened again around every transaction.
struct ReopeningStore: CloudStore {
  let directory: String

  func read<T>(_ body: (any CloudReading) throws -> T) throws -> T {
    let store = try SQLiteStore(.directory(directory))
    let result = Result { try store.read(body) }
    try store.close()
    return try result.get()
  }

  func write<T>(_ body: (any CloudTransaction) throws -> T) throws -> T {
    let store = try SQLiteStore(.directory(directory))
    let result = Result { try store.write(body) }
    try store.close()
    return try result.get()
  }

  func close() throws {}
}
