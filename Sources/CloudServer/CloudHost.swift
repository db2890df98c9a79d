package import Foundation
import Hummingbird
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The cloud as a server: one store, its rules, and its listeners.
///
/// 1. `run()` is called once and owns everything that runs.
/// 2. An answered write is durable, however the server ends.
/// 3. Ending politely answers what was accepted and releases held polls with nothing.
package final class CloudHost: Sendable {
  private let configuration: Configuration
  private let store: any CloudStore
  private let routes: CloudRoutes
  private let courier: NotificationCourier
  private let activity: Activity
  private let logger: Logger
  private let onReady: @Sendable (Addresses) -> Void
  private let addresses = Mutex(Addresses())
  private let stopRequests: AsyncStream<Void>
  private let stopRequested: AsyncStream<Void>.Continuation

  /// Opens the store; nothing listens yet.
  ///
  /// `onReady` is told once, when every listener is bound.
  ///
  /// Throws `HostError` and `StoreError`, both in sentences for people.
  package init(
    configuration: Configuration, surroundings: Surroundings, logger: Logger,
    onReady: @escaping @Sendable (Addresses) -> Void = { _ in }
  ) throws {
    guard configuration.unixSocketPath != nil || configuration.tcp != nil else {
      throw HostError.noAddress
    }
    self.configuration = configuration
    self.logger = logger
    self.onReady = onReady
    (stopRequests, stopRequested) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    store = try Self.openStore(configuration.storage)
    courier = NotificationCourier(hold: configuration.longPollHold, surroundings: surroundings)
    activity = Activity(now: surroundings.now)
    let gate = Gate(
      containerIdentifier: configuration.containerIdentifier,
      environment: configuration.environment,
      accounts: try AccountService(store: store, surroundings: surroundings))
    let service = CloudService(
      store: store, containerIdentifier: configuration.containerIdentifier,
      environment: configuration.environment, surroundings: surroundings,
      announce: { [courier] in courier.deliver($0) })
    routes = CloudRoutes(
      gate: gate, service: service, courier: courier, surroundings: surroundings,
      activity: activity,
      administration: AdministrationRoutes(
        gate: gate, service: service, courier: courier, version: configuration.version,
        startedAt: surroundings.now(), stop: { [stopRequested] in stopRequested.yield() }))
  }

  /// Since when no request has been under way and no poll was held; nil while there is one.
  package var idleSince: Date? { activity.idleSince }

  /// Ends `run()` politely.
  ///
  /// Harmless when it has ended.
  package func stop() { stopRequested.yield() }

  /// Serves until `stop()`, a request to stop, a graceful shutdown or cancellation; then closes the
  /// store.
  ///
  /// Cancellation is the impolite end: it hangs up on whoever waits.
  ///
  /// Throws `HostError`, and what the system says when an address cannot be bound.
  package func run() async throws {
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await serve())
    } catch {
      outcome = .failure(error)
    }
    courier.close()
    try store.close()
    if let path = addresses.withLock({ $0.unixSocketPath }) {
      try? FileManager.default.removeItem(atPath: path)  // The listener may have removed it.
    }
    try outcome.get()
  }

  private func serve() async throws {
    if let path = configuration.unixSocketPath {
      try PrivateDirectory.ensure(forSocketAt: path)
    }
    // Stopped in reverse: first the held polls, which the listeners would wait for.
    let services: [any Service] = listeners + [PollReleaser(courier: courier)]
    let group = ServiceGroup(configuration: .init(services: services, logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      tasks.addTask {
        for await _ in self.stopRequests {
          await group.triggerGracefulShutdown()
          return
        }
      }
      defer { tasks.cancelAll() }
      // Either the group ended by itself, or a stop was triggered and its end is next.
      try await tasks.next()
      stopRequested.finish()
      try await tasks.next()
    }
  }

  private var listeners: [any Service] {
    let responder = routes.router.buildResponder()
    var listeners: [any Service] = []
    if let path = configuration.unixSocketPath {
      listeners.append(
        Application(
          responder: responder,
          configuration: .init(address: .unixDomainSocket(path: path), serverName: nil),
          onServerRunning: { _ in self.bound(unixSocketPath: path) }, logger: logger))
    }
    if let tcp = configuration.tcp {
      listeners.append(
        Application(
          responder: responder,
          configuration: .init(address: .hostname(tcp.host, port: tcp.port), serverName: nil),
          onServerRunning: { channel in
            self.bound(tcp: tcp, port: channel.localAddress?.port ?? tcp.port)
          }, logger: logger))
    }
    return listeners
  }

  private func bound(unixSocketPath path: String) {
    do {
      try PrivateDirectory.closeToOthers(socketAt: path)
    } catch {
      logger.warning("the socket's mode could not be set; its directory protects it")
    }
    noteBound { $0.unixSocketPath = path }
  }

  private func bound(tcp: Configuration.TCPAddress, port: Int) {
    noteBound { $0.tcp = .init(host: tcp.host, port: port) }
  }

  private func noteBound(_ note: (inout Addresses) -> Void) {
    let ready = addresses.withLock { addresses -> Addresses? in
      note(&addresses)
      let isReady =
        (addresses.unixSocketPath != nil) == (configuration.unixSocketPath != nil)
        && (addresses.tcp != nil) == (configuration.tcp != nil)
      return isReady ? addresses : nil
    }
    if let ready { onReady(ready) }
  }

  private static func openStore(_ storage: Configuration.Storage) throws -> SQLiteStore {
    switch storage {
    case .directory(let path):
      try PrivateDirectory.ensure(at: path)
      return try SQLiteStore(.directory(path))
    case .inMemory:
      return try SQLiteStore(.inMemory)
    }
  }
}
