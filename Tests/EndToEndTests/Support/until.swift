import Testing

/// Waits until `condition` holds, for a minute at most.
///
/// For what another program does to files and processes, of which nothing tells.
func until(_ what: String, _ condition: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + .seconds(60)
  while try await !condition() {
    guard ContinuousClock.now < deadline else {
      Issue.record("waited in vain for \(what)")
      return
    }
    try await Task.sleep(for: .milliseconds(20))
  }
}
