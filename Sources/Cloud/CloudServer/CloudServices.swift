import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import CloudWire
import Foundation
import Logging

/// What works on a cloud's store; each part needs some of those before it.
///
/// With a seed the order decides names and tokens, because each part draws from the same bytes.
struct CloudServices: Sendable {
  let store: any CloudStore
  let surroundings: HostSurroundings
  /// Holds the polls of this server.
  let courier: NotificationCourier
  /// Opens and closes the channels of `courier`.
  let relay: any NotificationRelay
  /// This one of the servers of a store that several can use.
  let shared: SharedServer?
  let assets: AssetService
  let assetsDirectory: String
  let administratorToken: String
  let clientSecret: String
  let cloud: Cloud
  let accounts: AccountService
  let containers: ContainerService
  let consoleSessions: ConsoleSessions
  let planner: CloudPlanner
  let authenticator: Authenticator
  let admission: AdmissionService
  let journal: RequestJournal
  /// Of the disk with the data; nil if nothing is kept on disk.
  let freeSpace: FreeSpace?

  init(
    _ configuration: CloudHost.Configuration, store: any CloudStore,
    surroundings: HostSurroundings, logger: Logger
  ) throws {
    self.store = store
    self.surroundings = surroundings
    journal = RequestJournal(keepsBodies: configuration.journalKeepsBodies)
    let freeSpace = configuration.storage.directory.map {
      FreeSpace(of: $0, configuration.freeSpaceWarning, logger: logger)
    }
    self.freeSpace = freeSpace
    let (clock, surroundings) = (surroundings.clock, surroundings.cloud)
    let sharedStore = store as? any SharedStore
    let mark = sharedStore.map { _ in
      let run = surroundings.randomHex(byteCount: 8)
      return ServerMark(name: configuration.instance ?? run, run: run)
    }
    let courier = NotificationCourier(
      hold: configuration.longPollHold ?? .seconds(CloudLimits.longPollSeconds),
      longestHold: configuration.longPollHold ?? .seconds(CloudLimits.longestPollSeconds),
      server: mark?.name, surroundings: surroundings)
    self.courier = courier
    let seed = surroundings.randomBytes(6).reduce(0) { $0 << 8 | UInt64($1) }
    let conditions = try CloudConditions(
      store: store, seed: seed, surroundings: surroundings,
      passTime: { try await clock.wait(for: $0) })
    var shared: SharedServer?
    if let sharedStore, let mark {
      let sharedCourier = SharedCourier(
        courier, of: mark.name, store: sharedStore, bus: sharedStore.wakeBus(of: mark),
        surroundings: surroundings
      ) { announcements in
        conditions.deliver(announcements) { courier.deliver($0) }
      }
      try sharedStore.enter(mark)
      shared = SharedServer(
        store: sharedStore, mark: mark, courier: sharedCourier, conditions: conditions,
        logger: logger)
    }
    self.shared = shared
    let relay: any NotificationRelay = shared?.courier ?? courier
    self.relay = relay
    let blobs = try Self.openBlobs(configuration, key: store.atRestKey, shared, surroundings)
    assetsDirectory = blobs.directory
    assets = try AssetService(
      store: store, blobs: blobs, surroundings: surroundings,
      conditions: conditions.outsideRequests,
      linkSeconds: configuration.assetLinkSeconds)
    administratorToken = try Self.secret(
      at: configuration.administratorTokenPath, for: .administratorToken,
      sharedAs: SharedSecret.administratorSetting, in: sharedStore, surroundings)
    if let sharedStore, let sharedCourier = shared?.courier {
      cloud = Cloud(
        store: sharedStore, surroundings: surroundings, conditions: conditions,
        tell: { sharedCourier.tell($0) })
    } else {
      cloud = Cloud(
        store: store, surroundings: surroundings, conditions: conditions,
        announce: { announcements in
          logger.trace("committed")
          let told = courier.deliver(announcements)
          RequestLogEntry.current?.note(told: told)
        })
    }
    try cloud.ensureContainer(configuration.defaultPartition.container)
    accounts = AccountService(
      store: store, surroundings: surroundings, conditions: conditions.outsideRequests,
      cost: configuration.passphraseCost)
    clientSecret = try Self.secret(
      at: configuration.clientSecretPath, for: .clientSecret, sharedAs: SharedSecret.clientSetting,
      in: sharedStore, surroundings)
    containers = ContainerService(cloud: cloud, clientSecret: clientSecret)
    let consoleSessions = ConsoleSessions(sharedBy: sharedStore)
    self.consoleSessions = consoleSessions
    let sessions = SessionService(
      store: store, surroundings: surroundings, conditions: conditions.outsideRequests
    ) { ended in
      do {
        if ended.endsConsole { try consoleSessions.closeAll(of: ended.userRecordName) }
      } catch {
        logger.error("sessions of the console could not be ended; they end in two hours: \(error)")
      }
      relay.closeChannels(of: ended)
    }
    planner = CloudPlanner(accounts: accounts, containers: containers) {
      sessions.closeAll(of: $0)
    }
    authenticator = Authenticator(
      store: store, defaultPartition: configuration.defaultPartition, accounts: accounts,
      sessions: sessions, containers: containers,
      administrator: AdministratorToken(administratorToken),
      publicURL: configuration.publicURL, proxies: configuration.trustedProxies,
      now: surroundings.now)
    admission = AdmissionService(
      store: store, surroundings: surroundings, conditions: conditions.outsideRequests,
      accounts: accounts, sessions: authenticator.sessions)
  }

  /// Brings the store to what the configuration asks for; returns how the cloud goes back to this state.
  func prepare(_ configuration: CloudHost.Configuration, logger: Logger) throws -> CloudReset {
    if let last = try surroundings.changes.resume(in: store, clock: surroundings.machine.now) {
      logger.warning(
        """
        the clock is behind the newest change in the store; check it now. Until it is right, what is written gets the \
        time of that change, so it stands at the end; after a week the clock is believed
        """, metadata: ["newest": "\(last.formatted(.iso8601))"])
    }
    finishDeletions(logger)
    let plan = configuration.plan
    // Nothing that people do with their accounts and data may keep the cloud from starting.
    let skip = { @Sendable (error: CloudError) in
      logger.warning(
        "a part of the plan is left out, as the cloud's data forbid it; the cloud starts without it",
        metadata: ["reason": "\(error.reason)"])
    }
    // A new cloud has no data yet that could forbid anything: there a failure is a mistake in the plan.
    let isNew = try store.readRegistry { try $0.setting(StoreIdentity.settingName) == nil }
    var skipping: ((CloudError) -> Void)?
    if !isNew { skipping = skip }
    try apply(configuration, skipping: skipping, logger)
    try cloud.ensureIdentity()
    if let last = try authenticator.sessions.resumeClock() {
      logger.warning(
        "the clock has jumped since the cloud was used last; check it. For a day no session ends for lack of use",
        metadata: ["last": "\(last.formatted(.iso8601))"])
    }
    let reset = CloudReset(
      states: RememberedStates(start: try StoreSnapshot(of: store)), cloud: cloud,
      accounts: accounts, admission: admission, containers: containers,
      courier: courier, assets: assets, clock: surroundings.clock,
      seededBytes: surroundings.seededBytes, journal: journal,
      consoleSessions: consoleSessions, plan: plan, skip: skip,
      defaultContainer: configuration.defaultPartition.container,
      defaultSchema: configuration.defaultSchema,
      seededLife: surroundings.seededBytes.map { _ in surroundings.cloud.randomHex(byteCount: 6) })
    try reset.begin()
    return reset
  }

  /// Makes what the plan of the configuration has and the store lacks.
  func apply(
    _ configuration: CloudHost.Configuration, skipping: ((CloudError) -> Void)?, _ logger: Logger
  ) throws {
    let plan = configuration.plan
    for ended in try planner.apply(plan, skipping: skipping).endedSessions ?? [] {
      logger.notice("\(ended)")
    }
    let container = configuration.defaultPartition.container
    if let schema = configuration.defaultSchema, !plan.hasSchema(for: container) {
      try cloud.ensureSchema(schema, of: container)
    }
  }

  /// Goes on with deletions of accounts in which the last run has ended.
  ///
  /// A failure is no reason not to serve everybody else; the next start tries again.
  private func finishDeletions(_ logger: Logger) {
    do {
      let ending = AccountEnding(cloud: cloud, sessions: authenticator.sessions)
      for name in try ending.finish() {
        logger.notice("the deletion of the account \(name) is finished")
      }
    } catch {
      logger.error("the deletion of an account could not be finished: \(error)")
    }
  }

  /// Answers held polls, and other requests that wait, with nothing.
  func releaseWaiters() {
    courier.close()
    journal.close()
    surroundings.clock.close()
  }

  /// Ends what this server has at the store that it shares.
  func leave() {
    guard let shared else { return }
    shared.courier.close()
    do {
      try shared.store.leave(shared.mark)
    } catch {
      // The other servers remove it in an hour.
      shared.logger.debug("the server could not sign off: \(error)")
    }
  }

  /// The secret in the file at `path`; without a path a new one, which is not kept.
  private static func secret(
    at path: String?, for purpose: SecretFile.Purpose, sharedAs setting: String,
    in store: (any SharedStore)?, _ surroundings: Surroundings
  ) throws -> String {
    let make = { surroundings.randomHex(byteCount: 32) }
    if let store {
      return try SharedSecret(store: store, purpose: purpose, setting: setting)
        .value(at: path, make: make)
    }
    guard let path else { return make() }
    return try SecretFile.secret(at: path, for: purpose, make: make)
  }

  private static func openBlobs(
    _ configuration: CloudHost.Configuration, key: AtRestKey, _ shared: SharedServer?,
    _ surroundings: Surroundings
  ) throws -> BlobStore {
    switch configuration.storage {
    case .inMemory: return try BlobStore.temporary(key: key)
    case .directory(let path):
      guard let shared else { return try BlobStore(dataDirectory: path, key: key) }
      let place = AssetsPlace(store: shared.store)
      guard let folder = configuration.assetsFolder else {
        try place.requireDatabase()
        return try BlobStore(dataDirectory: path, key: key, in: shared.store)
      }
      let blobs = try BlobStore(sharedFolder: folder, key: key, instance: shared.mark.name)
      try place.require(folder: folder) { surroundings.randomHex(byteCount: 8) }
      return blobs
    }
  }
}
