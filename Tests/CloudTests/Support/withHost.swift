import CloudClient
import CloudCore
import CloudRules
import CloudServer
import CloudStorage
import Logging

/// Serves a cloud while `body` talks to its first address, then stops it politely.
func withCloud<R: Sendable>(
  _ configuration: CloudHost.Configuration,
  surroundings: Surroundings = .deterministic(),
  _ body: @escaping @Sendable (CloudConnection) async throws -> R
) async throws -> R {
  try await withHost(configuration, surroundings: surroundings) { _, addresses in
    try await CloudConnection.with(try CloudAddress(addresses.urls.first ?? ""), body)
  }
}

/// Serves a cloud while `body` runs; for tests that need the host itself.
func withHost<R: Sendable>(
  _ configuration: CloudHost.Configuration,
  surroundings: Surroundings = .deterministic(), store: (any CloudStore)? = nil,
  _ body: @escaping @Sendable (CloudHost, CloudHost.Addresses) async throws -> R
) async throws -> R {
  let (ready, isReady) = AsyncStream<CloudHost.Addresses>.makeStream()
  var logger = Logger(label: "cloud.test")
  logger.logLevel = .critical
  var configuration = configuration
  configuration.passphraseCost = .cheap
  let host = try CloudHost(
    configuration: configuration, surroundings: surroundings, logger: logger, store: store,
    onReady: { isReady.yield($0) })
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      defer { isReady.finish() }
      try await host.run()
    }
    var result: Result<R, any Error> = .failure(HostNeverReady())
    for await addresses in ready {
      do {
        result = .success(try await body(host, addresses))
      } catch {
        result = .failure(error)
      }
      host.stop()
      break
    }
    try await group.waitForAll()
    return try result.get()
  }
}

struct HostNeverReady: Error {}

extension PassphraseHash.Parameters {
  /// So cheap that tests do not notice.
  static let cheap = PassphraseHash.Parameters(rounds: 16)
}

/// Everybody's passphrase in tests.
let testPassphrase = "correct horse"
