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
  let store: any MaintainedStore
  let surroundings: HostSurroundings
  let courier: NotificationCourier
  let assets: AssetService
  let assetsDirectory: String
  let administratorToken: String
  let cloud: Cloud
  let accounts: AccountService
  let containers: ContainerService
  let consoleSessions = ConsoleSessions()
  let planner: CloudPlanner
  let authenticator: Authenticator
  let admission: AdmissionService
  let journal: RequestJournal
  /// Of the disk with the data; nil if nothing is kept on disk.
  let freeSpace: FreeSpace?

  init(
    _ configuration: CloudHost.Configuration, store: any MaintainedStore,
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
    courier = NotificationCourier(
      hold: configuration.longPollHold ?? .seconds(CloudLimits.longPollSeconds),
      longestHold: configuration.longPollHold ?? .seconds(CloudLimits.longestPollSeconds),
      surroundings: surroundings)
    let seed = surroundings.randomBytes(6).reduce(0) { $0 << 8 | UInt64($1) }
    let conditions = try CloudConditions(
      store: store, seed: seed, surroundings: surroundings,
      passTime: { try await clock.wait(for: $0) })
    let blobs = try Self.openBlobs(configuration.storage, key: store.atRestKey)
    assetsDirectory = blobs.directory
    assets = try AssetService(
      store: store, blobs: blobs, surroundings: surroundings,
      conditions: conditions.outsideRequests,
      linkSeconds: configuration.assetLinkSeconds)
    administratorToken = try Self.secret(
      at: configuration.administratorTokenPath, for: .administratorToken, surroundings)
    cloud = Cloud(
      store: store, surroundings: surroundings, conditions: conditions,
      announce: { [courier] announcements in
        logger.trace("committed")
        let told = courier.deliver(announcements)
        RequestLogEntry.current?.note(told: told)
      })
    try cloud.ensureContainer(configuration.defaultPartition.container)
    accounts = AccountService(
      store: store, surroundings: surroundings, conditions: conditions.outsideRequests,
      cost: configuration.passphraseCost)
    containers = ContainerService(
      cloud: cloud,
      clientSecret: try Self.secret(
        at: configuration.clientSecretPath, for: .clientSecret, surroundings))
    let sessions = SessionService(
      store: store, surroundings: surroundings, conditions: conditions.outsideRequests
    ) { [courier, consoleSessions] ended in
      if ended.endsConsole { consoleSessions.closeAll(of: ended.userRecordName) }
      courier.closeChannels(of: ended)
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
}
