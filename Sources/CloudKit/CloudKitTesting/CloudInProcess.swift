import CloudClient
import CloudDevices
@_exported public import CloudKitTestClient
package import CloudModel
import CloudPlanFile
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Logging

/// A cloud in this process, which listens on a free port of 127.0.0.1.
///
/// `OwnCloud` finds the class by its name.
final class CloudInProcess: InProcessCloud {
  static func start(_ start: CloudStart) async throws -> StartedCloud {
    do {
      let file = try ContainersFile(text: start.containers, path: "containers")
      do {
        return try await Self.start(
          file.plan, seed: start.seed, dataDirectory: nil, keepsBodies: start.keepsBodies)
      } catch {
        throw file.located(error)
      }
    } catch PlanFileError.mistake(let reason) {
      throw CloudError(.invalidArguments, reason)
    }
  }

  fileprivate static func start(
    _ plan: CloudPlan, seed: UInt64?, dataDirectory: String?, keepsBodies: Bool
  ) async throws -> StartedCloud {
    let (ready, isReady) = AsyncStream<CloudHost.Addresses>.makeStream()
    var configuration = CloudHost.Configuration(
      storage: dataDirectory.map { .directory($0) } ?? .inMemory,
      tcp: .init(host: "127.0.0.1", port: 0), plan: plan)
    configuration.seed = seed
    configuration.journalKeepsBodies = keepsBodies
    let silent: (String) -> any LogHandler = { _ in SwiftLogNoOpLogHandler() }
    let surroundings = Surroundings(
      now: { Machine.now() }, randomBytes: { Machine.randomBytes($0) })
    let host = try CloudHost(
      configuration: configuration, surroundings: surroundings,
      logger: Logger(label: "cloud", factory: silent), onReady: { isReady.yield($0) })
    // Ended by `end`, which waits for it; a test has no scope that a child of it could live in.
    let serving = Task {
      defer { isReady.finish() }
      try await host.run()
    }
    let end = { @Sendable in
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
    return StartedCloud(
      url: url, administratorToken: token,
      connection: CloudConnection(to: try CloudAddress(text), administratorToken: token), stop: end)
  }
}

extension LocalCloud {
  /// Starts a cloud with the containers and accounts of a plan; it returns when the cloud listens.
  ///
  /// `seed` makes the names of users and tokens the same each time; nil makes them random. Without a directory
  /// everything is in memory.
  package convenience init(
    plan: CloudPlan = CloudPlan(), seed: UInt64? = nil, dataDirectory: String? = nil
  ) async throws {
    self.init(
      try await CloudInProcess.start(
        plan, seed: seed, dataDirectory: dataDirectory, keepsBodies: false))
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
}
