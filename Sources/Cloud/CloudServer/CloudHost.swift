import CloudCore
import CloudModel
package import CloudRules
package import CloudStorage
package import Foundation
import Hummingbird
import HummingbirdCore
package import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// The cloud as a server: one store, its rules, and its listeners.
///
/// 1. `run()` is called once and owns everything that runs.
/// 2. An answered write is durable, however the server ends.
/// 3. A graceful end answers the accepted requests, and answers held polls with nothing.
package final class CloudHost: Sendable {
  private let configuration: Configuration
  private let store: any CloudStore
  private let runMark: RunMark?
  /// Answers every request, whether it came over a connection or in process.
  let responder: RouterResponder<CloudRequestContext>
  private let clock: CloudClock
  private let courier: NotificationCourier
  private let journal: RequestJournal
  private let assets: AssetService
  private let idleTracker: IdleTracker
  private let connections: Connections
  private let surroundings: Surroundings
  let logger: Logger
  private let onReady: @Sendable (Addresses) throws -> Void
  /// The error that `onReady` has thrown.
  private let readyFailure = Mutex<(any Error)?>(nil)
  private let addresses: Mutex<Addresses>
  private let stopRequests: AsyncStream<Void>
  private let stopRequested: AsyncStream<Void>.Continuation

  /// Opens the store, unless it is handed one; nothing listens yet.
  ///
  /// `onReady` is called once, when every listener is bound; the host ends with the error that it throws.
  /// `requestLogger` gets one line per
  /// request, at the level `info`.
  ///
  /// Throws `HostError` and `StoreError`, both in sentences for people.
  package init(
    configuration: Configuration, surroundings: Surroundings, logger: Logger,
    requestLogger: Logger? = nil, store: (any MaintainedStore)? = nil,
    onReady: @escaping @Sendable (Addresses) throws -> Void = { _ in }
  ) throws {
    guard configuration.unixSocketPath != nil || configuration.tcp != nil else {
      throw HostError.noAddress
    }
    self.configuration = configuration
    self.logger = logger
    let machine = surroundings
    let clock = CloudClock(machine: machine.now)
    let seededBytes =
      configuration.storage == .inMemory ? configuration.seed.map { SeededBytes(seed: $0) } : nil
    var surroundings = machine
    surroundings.now = { clock.now }
    self.clock = clock
    if let seededBytes { surroundings.randomBytes = { seededBytes.next($0) } }
    self.surroundings = machine
    connections = Connections(configuration.limits)
    self.onReady = onReady
    (stopRequests, stopRequested) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    let store = try store ?? Self.openStore(configuration)
    self.store = store
    runMark = RunMark(configuration.storage)
    if let runMark {
      if runMark.isSet {
        logger.warning("the last run did not end as it should; the store is checked")
        try store.quickCheck()
      }
      try runMark.set()
    }
    courier = NotificationCourier(
      hold: configuration.longPollHold ?? .seconds(CloudLimits.longPollSeconds),
      longestHold: configuration.longPollHold ?? .seconds(CloudLimits.longestPollSeconds),
      surroundings: surroundings)
    let seed = surroundings.randomBytes(6).reduce(0) { $0 << 8 | UInt64($1) }
    let conditions = try CloudConditions(
      store: store, seed: seed, surroundings: surroundings,
      passTime: { try await clock.wait(for: $0) })
    let blobs = try Self.openBlobs(configuration.storage, key: store.atRestKey)
    assets = try AssetService(
      store: store, blobs: blobs, surroundings: surroundings,
      conditions: conditions.outsideRequests,
      linkSeconds: configuration.assetLinkSeconds)
    idleTracker = IdleTracker(now: machine.now)
    let administratorToken = try Self.secret(
      at: configuration.administratorTokenPath, for: .administratorToken, surroundings)
    addresses = Mutex(
      Addresses(
        administratorToken: configuration.administratorTokenPath == nil ? administratorToken : nil))
    let cloud = Cloud(
      store: store, surroundings: surroundings, conditions: conditions,
      announce: { [courier] announcements in
        logger.trace("committed")
        let told = courier.deliver(announcements)
        RequestLogEntry.current?.note(told: told)
      })
    try cloud.ensureContainer(configuration.defaultPartition.container)
    let accounts = AccountService(
      store: store, surroundings: surroundings, conditions: conditions.outsideRequests,
      cost: configuration.passphraseCost)
    let containers = ContainerService(
      cloud: cloud,
      clientSecret: try Self.secret(
        at: configuration.clientSecretPath, for: .clientSecret, surroundings))
    let consoleSessions = ConsoleSessions()
    let planner = CloudPlanner(accounts: accounts, containers: containers) { [courier] user in
      consoleSessions.closeAll(of: user)
      courier.closeChannels(of: user)
    }
    for ended in try planner.apply(configuration.plan).endedSessions ?? [] {
      logger.notice("\(ended)")
    }
    if let schema = configuration.defaultSchema,
      !configuration.plan.hasSchema(for: configuration.defaultPartition.container)
    {
      try cloud.ensureSchema(schema, of: configuration.defaultPartition.container)
    }
    let authenticator = Authenticator(
      store: store, defaultPartition: configuration.defaultPartition, accounts: accounts,
      sessions: SessionService(store: store, surroundings: surroundings),
      containers: containers, administrator: AdministratorToken(administratorToken),
      publicURL: configuration.publicURL, proxies: configuration.trustedProxies,
      now: surroundings.now)
    journal = RequestJournal()
    let reset = CloudReset(
      cloud: cloud, accounts: accounts, containers: containers, courier: courier, assets: assets,
      clock: clock, seededBytes: seededBytes, journal: journal, consoleSessions: consoleSessions,
      plan: configuration.plan,
      defaultContainer: configuration.defaultPartition.container,
      defaultSchema: configuration.defaultSchema, store: try StoreSnapshot(of: store),
      seededLife: seededBytes.map { _ in surroundings.randomHex(byteCount: 6) })
    try reset.begin()
    let startedAt = machine.now()
    let routes = CloudRoutes(
      authenticator: authenticator, cloud: cloud, courier: courier, assets: assets,
      surroundings: surroundings,
      idleTracker: idleTracker,
      administration: AdministrationRoutes(
        authenticator: authenticator, cloud: cloud, courier: courier,
        version: configuration.version,
        startedAt: startedAt, stop: { [stopRequested] in stopRequested.yield() }),
      accounts: AccountRoutes(authenticator: authenticator, cloud: cloud),
      containers: ContainerRoutes(authenticator: authenticator, planner: planner),
      signIn: SignInRoutes(authenticator: authenticator, surroundings: surroundings),
      operation: OperatorRoutes(
        authenticator: authenticator, cloud: cloud,
        maintenance: StoreMaintenance(
          store: store, assetsDirectory: blobs.directory, surroundings: surroundings)),
      metrics: Metrics(
        connections: connections, courier: courier, cloud: cloud,
        store: store),
      testing: TestingRoutes(
        authenticator: authenticator, reset: reset, clock: clock, journal: journal, store: store),
      console: ConsoleRoutes(
        authenticator: authenticator,
        reading: ConsoleReading(
          cloud: cloud, journal: journal, clock: clock, canReset: reset.store != nil,
          seed: seededBytes == nil ? nil : configuration.seed, startedAt: startedAt,
          now: machine.now),
        reset: reset, version: configuration.version, machine: machine),
      machine: machine, requestLogger: requestLogger ?? logger)
    responder = routes.router.buildResponder()
  }

  /// The time since which there has been no request and no held poll; nil while there is one.
  package var idleSince: Date? { idleTracker.idleSince }

  /// Gives an element after requests and held polls have ended.
  package func uses() -> AsyncStream<Void> { idleTracker.uses() }

  /// Ends `run()` gracefully.
  ///
  /// Does nothing if it has ended.
  package func stop() { stopRequested.yield() }

  /// Serves until `stop()`, a request to stop, a graceful shutdown or cancellation; then closes the
  /// store.
  ///
  /// Cancellation ends it abruptly: waiting clients lose their connections.
  ///
  /// Throws `HostError`, and what `onReady` has thrown.
  package func run() async throws {
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await serve())
    } catch {
      outcome = .failure(error)
    }
    try close()
    if let path = addresses.withLock({ $0.unixSocketPath }) {
      try? FileManager.default.removeItem(atPath: path)  // The listener may have removed it.
    }
    if let failure = readyFailure.withLock(\.self) { throw failure }
    try outcome.get()
  }

  /// Releases held polls and closes the assets and the store; `run()` does this itself.
  package func close() throws {
    courier.close()
    journal.close()
    clock.close()
    assets.close()
    try store.close()
    runMark?.clear()
  }

  private func serve() async throws {
    if let path = configuration.unixSocketPath {
      try PrivateDirectory.ensure(forSocketAt: path)
    }
    // The group stops its services in reverse: held polls are released before the listeners end,
    // which would wait for them.
    let services: [any Service] =
      listeners + [
        AssetSweeper(assets: assets, uses: idleTracker.uses(), logger: logger),
        PollReleaser(release: { [courier, journal, clock] in
          courier.close()
          journal.close()
          clock.close()
        }),
        MemoryRelease(connections: connections, uses: idleTracker.uses()),
      ]
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
    let date = AnswerDate(now: surroundings.now)
    var listeners: [any Service] = []
    if let path = configuration.unixSocketPath {
      listeners.append(
        Listener(
          name: path, address: .unixDomainSocket(path: path), server: server(connections.local),
          responder: responder, date: date, logger: logger
        ) { _ in self.bound(unixSocketPath: path) })
    }
    if let tcp = configuration.tcp {
      listeners.append(
        Listener(
          name: "\(tcp.host):\(tcp.port)", address: .hostname(tcp.host, port: tcp.port),
          server: server(connections.remote), responder: responder, date: date, logger: logger
        ) { self.bound(tcp: tcp, port: $0.localAddress?.port ?? tcp.port) })
    }
    return listeners
  }

  /// An HTTP/1.1 server with a `ConnectionGuard` on every connection.
  private func server(_ ledger: ConnectionLedger) -> HTTPServerBuilder {
    let (limits, proxies) = (configuration.limits, configuration.trustedProxies)
    let surroundings = surroundings
    return .http1(
      configuration: .init(
        additionalChannelHandlers: [
          ConnectionGuard(
            limits: limits, ledger: ledger, proxies: proxies, uuid: { surroundings.randomUUID() })
        ],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headBytes, maxHeaderListSize: limits.headBytes,
          maxHeaderFieldCount: 100)))
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
    guard let ready else { return }
    do {
      try onReady(ready)
    } catch {
      readyFailure.withLock { $0 = error }
      stop()
    }
  }

  /// The secret in the file at `path`; without a path a new one, which is not kept.
  private static func secret(
    at path: String?, for purpose: SecretFile.Purpose, _ surroundings: Surroundings
  ) throws -> String {
    let make = { surroundings.randomHex(byteCount: 32) }
    guard let path else { return make() }
    return try SecretFile.secret(at: path, for: purpose, make: make)
  }

  private static func openBlobs(
    _ storage: StoreLocation, key: AtRestKey
  ) throws -> BlobStore {
    switch storage {
    case .directory(let path): try BlobStore(dataDirectory: path, key: key)
    case .inMemory: try BlobStore.temporary(key: key)
    }
  }

  private static func openStore(_ configuration: Configuration) throws -> any MaintainedStore {
    let location = configuration.storage
    if let directory = location.directory { try PrivateDirectory.ensure(at: directory) }
    return try location.open(keyFile: configuration.atRestKeyFile)
  }
}
