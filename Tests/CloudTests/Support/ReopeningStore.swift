import CloudModel
import CloudRules
import CloudStorage
import NIOPosix
import Synchronization

/// A store that is open only while somebody uses it: the first opens the file, the last closes it.
///
/// By itself it is closed and opened again around every transaction; inside of `whileOpen` around
/// whatever that does, a request for example.
final class ReopeningStore: FileStore {
  private struct State {
    var users = 0
    var store: SQLiteStore?
  }

  let atRestKey: AtRestKey
  private let directory: String
  private let state = Mutex(State())

  /// The directory must exist.
  init(directory: String) throws {
    self.directory = directory
    let store = try SQLiteStore(.directory(directory))
    atRestKey = store.atRestKey
    try store.close()
  }

  func read<T>(
    in partition: Partition, _ body: (any CloudReading) throws -> T
  ) throws -> T {
    try opened { try $0.read(in: partition, body) }
  }

  func write<T>(
    in partition: Partition, _ body: (any CloudTransaction) throws -> T
  ) throws -> T {
    try opened { try $0.write(in: partition, body) }
  }

  func readRegistry<T>(_ body: (any RegistryReading) throws -> T) throws -> T {
    try opened { try $0.readRegistry(body) }
  }

  func writeRegistry<T>(_ body: (any RegistryTransaction) throws -> T) throws -> T {
    try opened { try $0.writeRegistry(body) }
  }

  func quickCheck() throws { try opened { try $0.quickCheck() } }

  func check() throws -> CheckReport { try opened { try $0.check() } }

  func fileBytes() throws -> Int64? { try opened { try $0.fileBytes() } }

  func copy(to path: String) throws -> Int64 { try opened { try $0.copy(to: path) } }

  func onThread<T: Sendable>(
    writing zones: Set<RecordZoneID>, _ body: @escaping @Sendable () throws -> T
  ) async throws -> T {
    try await NIOThreadPool.singleton.runIfActive(body)
  }

  func close() throws {}

  /// Keeps the file open until `body` is done.
  func whileOpen<R: Sendable>(_ body: () async throws -> R) async throws -> R {
    _ = try enter()
    let result: Result<R, any Error>
    do {
      result = .success(try await body())
    } catch {
      result = .failure(error)
    }
    try leave()
    return try result.get()
  }

  private func opened<T>(_ body: (SQLiteStore) throws -> T) throws -> T {
    let store = try enter()
    let result = Result { try body(store) }
    try leave()
    return try result.get()
  }

  private func enter() throws -> SQLiteStore {
    try state.withLock { state in
      let store = try state.store ?? SQLiteStore(.directory(directory))
      state.store = store
      state.users += 1
      return store
    }
  }

  private func leave() throws {
    try state.withLock { state in
      state.users -= 1
      guard state.users == 0 else { return }
      // Throws where anything of it is still in use.
      try state.store?.close()
      state.store = nil
    }
  }
}
