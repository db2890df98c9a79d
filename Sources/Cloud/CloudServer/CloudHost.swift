import CloudPostgres
package import CloudRules
import CloudStorage
package import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The cloud as a server: one store, its rules, and its listeners.
///
/// 1. `run()` is called once and owns everything that runs.
/// 2. An answered write is durable, however the server ends.
/// 3. A graceful end answers the accepted requests, and answers held polls with nothing. Requests that are not answered
///    after `Configuration.longestEnd` lose their connections.
package final class CloudHost: Sendable {
  let configuration: Configuration
  private let runMark: RunMark?
  let services: CloudServices
  /// Puts the cloud back to its start.
  let reset: CloudReset
  /// Answers every request, whether it came over a connection or in process.
  let responder: RouterResponder<CloudRequestContext>
  private let idleTracker: IdleTracker
  private let connections: Connections
  let logger: Logger
  private let onReady: @Sendable (Addresses) throws -> Void
  /// The error that `onReady` has thrown.
  private let readyFailure = Mutex<(any Error)?>(nil)
  private let binding: Mutex<Binding>
  private let stopRequest = StopRequest()

  /// Requests took longer than a graceful end may.
  private struct Overdue: Error {}

  /// The addresses, and how many listeners have not taken theirs yet.
  private struct Binding {
    var addresses: Addresses
    var missing: Int
  }

  /// Opens the store, unless it is handed one; nothing listens yet.
  ///
  /// `onReady` is called once, when every listener is bound; the host ends with the error that it throws.
  /// `requestLogger` gets one line per
  /// request, at the level `info`.
  ///
  /// Throws `HostError` and `StoreError`, both in sentences for people.
  package init(
    configuration: Configuration, surroundings machine: Surroundings, logger: Logger,
    requestLogger: Logger? = nil, store: (any CloudStore)? = nil,
    onReady: @escaping @Sendable (Addresses) throws -> Void = { _ in }
  ) throws {
    guard configuration.unixSocketPath != nil || !configuration.listeners.isEmpty else {
      throw HostError.noAddress
    }
    if configuration.certificate == nil,
      let address = configuration.listeners.first(where: { $0.security == .tls })?.address
    {
      throw HostError.cannotListen(
        address.description, reason: "it has no certificate",
        way: "Give it one, or listen without TLS.")
    }
    self.configuration = configuration
    self.logger = logger
    self.onReady = onReady
    connections = Connections(configuration.limits)
    idleTracker = IdleTracker(now: machine.now)
    let store = try store ?? Self.openStore(configuration, logger: logger)
    runMark = RunMark(configuration.storage)
    if let runMark {
      if runMark.isSet {
        let files = store as? any FileStore
        logger.warning(
          "the last run did not end as it should\(files == nil ? "" : "; the store is checked")")
        try files?.quickCheck()
      }
      try runMark.set()
    }
    let surroundings = HostSurroundings(
      machine: machine, seed: configuration.storage == .inMemory ? configuration.seed : nil)
    let make = { () throws -> (CloudServices, CloudReset) in
      let services = try CloudServices(
        configuration, store: store, surroundings: surroundings, logger: logger)
      return (services, try services.prepare(configuration, logger: logger))
    }
    (services, reset) = try (store as? any SharedStore)?.startingAlone(make) ?? make()
    binding = Mutex(
      Binding(
        addresses: Addresses(
          listeners: configuration.listeners,
          administratorToken: configuration.administratorTokenPath == nil
            ? services.administratorToken : nil),
        missing: configuration.listeners.count + (configuration.unixSocketPath == nil ? 0 : 1)))
    if let trouble = configuration.certificate?.facts().trouble(at: machine.now()) {
      logger.warning("\(trouble)")
    }
    responder = Self.routes(
      over: services, reset: reset, configuration, connections: connections,
      idleTracker: idleTracker, logger: logger, requestLogger: requestLogger ?? logger,
      stopRequest: stopRequest
    ).router.buildResponder()
  }

  /// The time since which there has been no request and no held poll; nil while there is one.
  package var idleSince: Date? { idleTracker.idleSince }

  /// Gives an element after requests and held polls have ended.
  package func uses() -> AsyncStream<Void> { idleTracker.uses() }

  /// Ends `run()` gracefully, after `Configuration.drain`; called again, at once.
  ///
  /// Does nothing if it has ended.
  package func stop() { stopRequest.make() }

  /// Serves until `stop()`, a request to stop, a graceful shutdown or cancellation; then closes the
  /// store.
  ///
  /// Cancellation ends it abruptly: waiting clients lose their connections. `atEnd` is called before the store is
  /// closed, when nobody is served any more; not for a cloud that was never ready.
  ///
  /// Throws `HostError`, and what `onReady` and `atEnd` have thrown.
  package func run(atEnd: () async throws -> Void = {}) async throws {
    var outcome: Result<Void, any Error>
    do {
      outcome = .success(try await serve())
    } catch {
      outcome = .failure(error)
    }
    if binding.withLock(\.missing) == 0, readyFailure.withLock({ $0 == nil }) {
      do {
        try await atEnd()
      } catch {
        // Why the cloud has failed matters more.
        if case .success = outcome { outcome = .failure(error) }
      }
    }
    try close()
    if let path = binding.withLock({ $0.addresses.unixSocketPath }) {
      try? FileManager.default.removeItem(atPath: path)  // The listener may have removed it.
    }
    if let failure = readyFailure.withLock(\.self) { throw failure }
    try outcome.get()
  }

  /// Releases held polls and closes the assets and the store; `run()` does this itself.
  package func close() throws {
    services.releaseWaiters()
    services.leave()
    services.assets.close()
    try services.store.close()
    runMark?.clear()
  }

  private func serve() async throws {
    if let path = configuration.unixSocketPath {
      try PrivateDirectory.ensure(forSocketAt: path)
    }
    // The group stops its services in reverse: held requests are released before the listeners end,
    // which would wait for them.
    var services: [any Service] =
      try listeners() + [
        AssetSweeper(assets: services.assets, uses: idleTracker.uses(), logger: logger),
        HeldRequestRelease(release: { [services] in services.releaseWaiters() }),
        MemoryRelease(connections: connections, uses: idleTracker.uses()),
      ]
    if let shared = self.services.shared { services.append(shared) }
    if let space = self.services.freeSpace { services.append(FreeSpaceWatch(space: space)) }
    // One that cannot listen ends the others as a stop does: a listener that is cancelled writes that into the log.
    let configurations = services.map {
      ServiceGroupConfiguration.ServiceConfiguration(
        service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
    }
    let group = ServiceGroup(configuration: .init(services: configurations, logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      tasks.addTask {
        await self.stopRequest.wait()
        await self.stopRequest.wait(for: self.configuration.drain)
        await group.triggerGracefulShutdown()
        // Cancelled means that the group has ended.
        guard (try? await Task.sleep(for: self.configuration.longestEnd)) != nil else { return }
        throw Overdue()
      }
      defer { tasks.cancelAll() }
      do {
        // The group ends, by itself or because a stop was asked for.
        try await tasks.next()
      } catch is Overdue {
        logger.warning(
          "requests were cut off, because they were not answered after the end was asked for",
          metadata: ["seconds": "\(configuration.longestEnd.components.seconds)"])
        tasks.cancelAll()
        while await tasks.nextResult() != nil {}  // What it ends with says only that.
      }
      stopRequest.finish()
    }
  }

  private func listeners() throws -> [any Service] {
    let date = AnswerDate(now: services.surroundings.machine.now)
    var listeners: [any Service] = []
    if let path = configuration.unixSocketPath {
      listeners.append(
        Listener(
          place: .socket(path: path),
          server: try server(connections.local, .plain), responder: responder, security: .plain,
          wantsStrictTransport: false, proxies: configuration.trustedProxies, date: date,
          logger: logger
        ) { _ in self.bound(unixSocketPath: path) })
    }
    for (index, listener) in configuration.listeners.enumerated() {
      let address = listener.address
      listeners.append(
        Listener(
          place: .network(address),
          server: try server(connections.remote, listener.security), responder: responder,
          security: listener.security,
          // A browser cannot go on where it does not know the authority: the header would lock a person out for a year.
          wantsStrictTransport: listener.security == .tls
            && configuration.certificate?.authorityPin == nil,
          proxies: configuration.trustedProxies, date: date, logger: logger
        ) { self.bound(listener: index, at: $0.localAddress) })
    }
    return listeners
  }

  /// An HTTP/1.1 server with a `ConnectionGuard` on every connection, behind TLS where that is asked for.
  private func server(
    _ ledger: ConnectionLedger, _ security: Configuration.TCPListener.Security
  ) throws -> HTTPServerBuilder {
    let (limits, proxies) = (configuration.limits, configuration.trustedProxies)
    let machine = services.surroundings.machine
    let http = HTTPServerBuilder.http1(
      configuration: .init(
        additionalChannelHandlers: [
          ConnectionGuard(
            limits: limits, ledger: ledger, proxies: proxies, security: security,
            uuid: { machine.randomUUID() })
        ],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
          maxHeaderFieldCount: 100)))
    guard security == .tls, let certificate = configuration.certificate else { return http }
    return try .tls(http, tlsConfiguration: certificate.tlsConfiguration(closing: limits.linger))
  }

  private func bound(unixSocketPath path: String) {
    do {
      try PrivateDirectory.closeToOthers(socketAt: path)
    } catch {
      logger.warning("the socket's mode could not be set; its directory protects it")
    }
    noteBound { $0.unixSocketPath = path }
  }

  private func bound(listener index: Int, at taken: SocketAddress?) {
    noteBound {
      var address = $0.listeners[index].address
      if let other = address.withoutIPv6, taken?.ipAddress == other.host { address = other }
      address.port = taken?.port ?? address.port
      $0.listeners[index].address = address
    }
  }

  private func noteBound(_ note: (inout Addresses) -> Void) {
    let ready = binding.withLock { binding -> Addresses? in
      note(&binding.addresses)
      binding.missing -= 1
      return binding.missing == 0 ? binding.addresses : nil
    }
    guard let ready else { return }
    do {
      try onReady(ready)
    } catch {
      readyFailure.withLock { $0 = error }
      stop()
    }
  }

  /// Opens the store, for who needs it before the host; `logger` is told when it fails later.
  package static func openStore(
    _ configuration: Configuration, logger: Logger
  ) throws -> any CloudStore {
    let start = ContinuousClock.now
    let trouble = StoreTrouble(uptime: { start.duration(to: .now) }) { event in
      switch event {
      case .failing(let cause):
        logger.error(
          "the store fails, and clients are told to come back later",
          metadata: ["cause": "\(LogText.neutral(cause))"])
      case .over(let duration):
        logger.notice(
          "the store works again", metadata: ["seconds": "\(duration.components.seconds)"])
      }
    }
    let location = configuration.storage
    if let directory = location.directory { try PrivateDirectory.ensure(at: directory) }
    guard let database = configuration.database else {
      return try location.open(keyFile: configuration.atRestKeyFile, trouble: trouble)
    }
    return try PostgresStore(
      database, random: { Double.random(in: 0..<1) }, trouble: trouble
    ) { fingerprint in
      try location.atRestKey(in: configuration.atRestKeyFile, matching: fingerprint)
    }
  }
}
