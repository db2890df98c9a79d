package import CloudClient
package import CloudDevices
package import CloudModel
import CloudRules
import CloudServer
import CloudStorage
package import Foundation
import Logging
import Synchronization

/// A cloud for one test or run, which listens on a free port of 127.0.0.1: in this process, unless a program runs it.
///
/// `OwnCloud` finds the class by its name.
package final class LocalCloud: AdministeredCloud {
  package let url: URL
  package let administratorToken: String
  /// A connection with the administrator's rights.
  package let connection: CloudConnection

  private let resets = Atomic(0)
  /// Ends the cloud, and waits until it has ended.
  private let end: @Sendable () async throws -> Void

  /// A cloud that a program runs.
  package init(_ program: CloudProgram.Cloud) {
    url = program.url
    administratorToken = program.administratorToken
    connection = program.connection
    end = { await program.end() }
  }

  /// Starts a cloud with the containers and accounts of a plan; it returns when the cloud listens.
  ///
  /// `seed` makes the names of users and tokens the same each time; nil makes them random. Without a directory
  /// everything is in memory.
  package init(
    plan: CloudPlan = CloudPlan(), seed: UInt64? = nil, dataDirectory: String? = nil
  ) async throws {
    let (ready, isReady) = AsyncStream<CloudHost.Addresses>.makeStream()
    var configuration = CloudHost.Configuration(
      storage: dataDirectory.map { .directory($0) } ?? .inMemory,
      tcp: .init(host: "127.0.0.1", port: 0), plan: plan)
    configuration.seed = seed
    let silent: (String) -> any LogHandler = { _ in SwiftLogNoOpLogHandler() }
    let surroundings = Surroundings(
      now: { Machine.now() }, randomBytes: { Machine.randomBytes($0) })
    let host = try CloudHost(
      configuration: configuration, surroundings: surroundings,
      logger: Logger(label: "cloud", factory: silent), onReady: { isReady.yield($0) })
    // Ended by `stop()`, which waits for it; a test has no scope that a child of it could live in.
    let serving = Task {
      defer { isReady.finish() }
      try await host.run()
    }
    end = {
      host.stop()
      try await serving.value
    }
    var addresses: CloudHost.Addresses?
    for await ready in ready {
      addresses = ready
      break
    }
    guard let addresses, let text = addresses.urls.first, let url = URL(string: text),
      let token = addresses.administratorToken
        // The host has made the file, or has thrown.
        ?? configuration.administratorTokenPath.flatMap({
          try? SecretFile.secret(at: $0, for: .administratorToken) { "" }
        })
    else {
      // Without an address nobody could use it; where the task was cancelled it has not ended by itself.
      try await end()
      throw CloudError(.serviceUnavailable, "The cloud has ended before it listened.")
    }
    (self.url, administratorToken) = (url, token)
    connection = CloudConnection(to: try CloudAddress(text), administratorToken: token)
  }

  /// Runs `body` with a cloud, and ends the cloud afterwards, also after an error.
  package static func with<Result>(
    plan: CloudPlan = CloudPlan(), seed: UInt64? = nil,
    _ body: (LocalCloud) async throws -> Result
  ) async throws -> Result {
    let cloud = try await LocalCloud(plan: plan, seed: seed)
    do {
      let result = try await body(cloud)
      try await cloud.stop()
      return result
    } catch {
      // The error of the body says more than one of the end.
      try? await cloud.stop()
      throw error
    }
  }

  /// How often sessions that were open have ended all at once.
  package var generation: Int { resets.load(ordering: .relaxed) }

  /// A container as a user has it, without the faults of the cloud and its journal.
  package func container(
    _ identifier: String, actingAs userRecordName: String, in environment: CloudEnvironment
  ) -> any CloudContainer {
    HTTPCloudContainer(
      administrator: connection, actingAs: userRecordName, container: identifier,
      environment: environment)
  }

  /// Says that all accounts and sessions are gone.
  package func noteReset() { resets.add(1, ordering: .relaxed) }

  /// Ends the cloud: requests that it has accepted are answered first.
  package func stop() async throws {
    await connection.shutDown()
    try await end()
  }
}

extension LocalCloud: InProcessCloud {
  package static func startForProcess() async throws -> CloudConnection {
    try await LocalCloud().connection
  }
}
