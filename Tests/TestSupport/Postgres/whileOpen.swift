@preconcurrency import Dispatch
package import PostgresClient

/// Runs `body` while a transaction that has run `statement` stays open, with its locks; `body` may end it before.
package func whileOpen(
  _ statement: String, in address: PostgresAddress,
  _ body: (_ end: @escaping @Sendable () -> Void) async throws -> Void
) async throws {
  let end = DispatchSemaphore(value: 0)
  let (beginnings, hasBegun) = AsyncStream.makeStream(of: Void.self)
  async let holding: Void = onThread {
    defer { hasBegun.finish() }
    try PostgresConnection.with(address) { connection in
      try connection.transaction(.write) {
        _ = try connection.run(statement)
        hasBegun.yield()
        end.wait()
      }
    }
  }
  for await _ in beginnings { break }
  let outcome: Result<Void, any Error>
  do {
    outcome = .success(try await body { end.signal() })
  } catch {
    outcome = .failure(error)
  }
  end.signal()
  try await holding
  try outcome.get()
}
