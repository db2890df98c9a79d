import CloudCore
import CloudModel
import CloudRules
import CloudStorage

/// Puts a cloud that keeps everything in memory back to its start, in a moment.
///
/// Also keeps further states of it, by name.
struct CloudReset: Sendable {
  /// Our choice: more sequence numbers than a test uses between two restores.
  private static let seededStep: Int64 = 1 << 24

  let states: RememberedStates
  let cloud: Cloud
  let accounts: AccountService
  let admission: AdmissionService
  let containers: ContainerService
  let courier: NotificationCourier
  let assets: AssetService
  let clock: CloudClock
  let seededBytes: SeededBytes?
  let journal: RequestJournal
  let consoleSessions: ConsoleSessions
  /// The plan with which the cloud was started.
  let plan: CloudPlan
  /// Gets what of the plan the data forbid; everything else is made.
  let skip: @Sendable (CloudError) -> Void
  let defaultContainer: String
  let defaultSchema: String?
  /// The incarnation of the store, where names and tokens are the same each time; change tokens from before a
  /// reset look valid then.
  let seededLife: String?

  /// Puts the store back; nil if it is on disk.
  var store: StoreSnapshot? { states.start }

  /// Goes back to the present state from now on.
  func beginHere() throws {
    states.start = try StoreSnapshot(of: cloud.store)
    try begin()
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
    states.restartCount()
    clock.reset()
    try putBack(store)
    journal.reset()
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
    try states.keep(snapshot, as: name)
    spareAssets()
  }

  /// Puts data, accounts, schemas and limits back to a remembered state; faults end, the clock goes on.
  func restore(_ name: String) throws {
    try putBack(try states.state(name))
  }

  /// Puts the state of another cloud in place of everything; faults end, the clock goes on.
  ///
  /// Containers and accounts that only this cloud had are gone, but its own container is made again. The cloud is
  /// another one from now on (`StoreIdentity`). Returns what there is now.
  func replaceAll(by imported: ImportedStore) throws -> Census {
    try putBack(try imported.finish())
    try cloud.ensureContainer(defaultContainer)
    try cloud.ensureIdentity()
    return try cloud.census()
  }

  func forget(_ name: String) throws {
    try states.forget(name)
    spareAssets()
    try assets.sweepOrphans()
  }

  /// Keeps the bytes that a state has to which the cloud can go back.
  private func spareAssets() {
    let kept = states.all + [store].compactMap(\.self)
    assets.spare(kept.reduce(into: []) { $0.formUnion($1.assets) })
  }

  var snapshotNames: [String] { states.names }

  private static var onDisk: CloudError {
    CloudError(
      .invalidArguments,
      "This cloud keeps its data on disk, so only single containers can be reset. Start one with --ephemeral."
    )
  }

  private func putBack(_ store: StoreSnapshot) throws {
    if let seededLife {
      // The same each time, but none twice between two resets.
      let count = states.countRestore()
      try store.restore(life: seededLife, step: 1 + count * Self.seededStep, fromStart: true)
    } else {
      let random = cloud.surroundings.randomBytes(5).reduce(Int64(0)) { $0 << 8 | Int64($1) }
      try store.restore(
        life: cloud.surroundings.randomHex(byteCount: 6), step: 1 + random, fromStart: false)
    }
    try cloud.forgetState()
    accounts.forgetAttempts()
    admission.forgetAttempts()
    consoleSessions.closeAccounts()
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
    for plan in plan.containers where plan.identifier == container {
      try containers.makeRecords(of: plan, skipping: skip)
    }
  }
}
