import CloudInProcess
import CloudModel
import CloudRules
import CloudStorage
import Synchronization

/// Puts a cloud that keeps everything in memory back to its start, in a moment.
///
/// Also keeps further states of it, by name.
final class CloudReset: Sendable {
  /// Our choice: each is a copy of the whole store.
  private static let mostSnapshots = 16

  /// Our choice: more sequence numbers than a test uses between two restores.
  private static let seededStep: Int64 = 1 << 24

  private let snapshots = Mutex<[String: StoreSnapshot]>([:])
  /// How often a state was put back since the last reset, that and the start included.
  private let restoreCount = Mutex<Int64>(1)
  let cloud: Cloud
  let accounts: AccountService
  let containers: ContainerService
  let courier: NotificationCourier
  let assets: AssetService
  let clock: CloudClock
  let seededBytes: SeededBytes?
  let journal: RequestJournal
  /// What the cloud was started with.
  let plan: CloudPlan
  let defaultContainer: String
  let defaultSchema: String?
  /// Puts the store back; nil if it is on disk.
  let store: StoreSnapshot?
  /// The incarnation of the store, where names and tokens are the same each time; change tokens from before a
  /// reset look valid then.
  let seededLife: String?

  init(
    cloud: Cloud, accounts: AccountService, containers: ContainerService,
    courier: NotificationCourier, assets: AssetService, clock: CloudClock,
    seededBytes: SeededBytes?, journal: RequestJournal, plan: CloudPlan, defaultContainer: String,
    defaultSchema: String?, store: StoreSnapshot?, seededLife: String?
  ) {
    self.cloud = cloud
    self.accounts = accounts
    self.containers = containers
    self.courier = courier
    self.assets = assets
    self.clock = clock
    self.seededBytes = seededBytes
    self.journal = journal
    self.plan = plan
    self.defaultContainer = defaultContainer
    self.defaultSchema = defaultSchema
    self.store = store
    self.seededLife = seededLife
  }

  /// Gives the store the incarnation that every reset will give it.
  func begin() throws {
    if let seededLife { try store?.restore(life: seededLife, step: 1, fromStart: true) }
    seededBytes?.remember()
    spareAssets()
  }

  /// Everything as it was when the cloud was ready: data, accounts, schemas, faults, limits, clock.
  ///
  /// Change tokens, sessions, channels and links from before are not valid any more.
  func resetAll() throws {
    guard let store else { throw Self.onDisk }
    seededBytes?.reset()
    restoreCount.withLock { $0 = 0 }
    clock.reset()
    try putBack(store)
    journal.clear()
  }

  /// Remembers the present state under a name; one of the same name is replaced.
  ///
  /// Throws `.limitExceeded` where there are too many.
  func remember(_ name: String) throws {
    guard name.wholeMatch(of: /[A-Za-z0-9._-]{1,64}/) != nil else {
      throw CloudError(
        .invalidArguments, "The name of a snapshot has 1 to 64 letters, digits, ‘-’, ‘_’ and ‘.’.")
    }
    guard let snapshot = try StoreSnapshot(of: cloud.store) else { throw Self.onDisk }
    try snapshots.withLock { snapshots throws(CloudError) in
      guard snapshots[name] != nil || snapshots.count < Self.mostSnapshots else {
        throw CloudError(
          .limitExceeded, "There are \(Self.mostSnapshots) snapshots already. Remove one first.")
      }
      snapshots[name] = snapshot
    }
    spareAssets()
  }

  /// Puts data, accounts, schemas and limits back to a remembered state; faults end, the clock goes on.
  func restore(_ name: String) throws {
    try putBack(try snapshot(name))
  }

  func forget(_ name: String) throws {
    _ = try snapshot(name)
    snapshots.withLock { _ = $0.removeValue(forKey: name) }
    spareAssets()
    try assets.sweepOrphans()
  }

  /// Keeps the bytes that a state has to which the cloud can go back.
  private func spareAssets() {
    let kept = snapshots.withLock { Array($0.values) } + [store].compactMap(\.self)
    assets.spare(kept.reduce(into: []) { $0.formUnion($1.assets) })
  }

  var snapshotNames: [String] { snapshots.withLock { $0.keys.sorted() } }

  private func snapshot(_ name: String) throws -> StoreSnapshot {
    guard let snapshot = snapshots.withLock({ $0[name] }) else {
      throw CloudError(.unknownItem, "There is no snapshot of this name.")
    }
    return snapshot
  }

  private static var onDisk: CloudError {
    CloudError(
      .invalidArguments,
      "This cloud keeps its data on disk, so only single containers can be reset. Start one with --ephemeral."
    )
  }

  private func putBack(_ store: StoreSnapshot) throws {
    if let seededLife {
      // The same each time, but none twice between two resets.
      let count = restoreCount.withLock { count in
        defer { count += 1 }
        return count
      }
      try store.restore(life: seededLife, step: 1 + count * Self.seededStep, fromStart: true)
    } else {
      let random = cloud.surroundings.randomBytes(5).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      try store.restore(
        life: cloud.surroundings.randomHex(byteCount: 6), step: 1 + random, fromStart: false)
    }
    try cloud.forgetState()
    accounts.forgetAttempts()
    courier.reset()
    try assets.sweepOrphans()
  }

  /// One container as it was at the start: its data, schema, tokens and settings.
  ///
  /// Accounts stay.
  func reset(_ container: String) throws {
    try containers.delete(container)
    if container == defaultContainer { try cloud.ensureContainer(container) }
    for plan in plan.containers where plan.identifier == container { try containers.apply(plan) }
    if container == defaultContainer, let defaultSchema, !plan.hasSchema(for: container) {
      try cloud.ensureSchema(defaultSchema, of: container)
    }
  }
}
