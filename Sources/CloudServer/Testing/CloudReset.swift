import CloudInProcess
import CloudModel
import CloudRules
import CloudStorage

/// Puts a cloud that keeps everything in memory back to its start, in a moment.
struct CloudReset: Sendable {
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

  /// Gives the store the incarnation that every reset will give it.
  func begin() throws {
    if let seededLife { try store?.restore(life: seededLife) }
    seededBytes?.remember()
  }

  /// Everything as it was when the cloud was ready: data, accounts, schemas, faults, limits, clock.
  ///
  /// Change tokens, sessions, channels and links from before are not valid any more.
  func resetAll() throws {
    guard let store else {
      throw CloudError(
        .invalidArguments,
        "This cloud keeps its data on disk, so only single containers can be reset. Start one with --ephemeral."
      )
    }
    seededBytes?.reset()
    clock.reset()
    try store.restore(life: seededLife ?? cloud.surroundings.randomHex(byteCount: 6))
    try cloud.forgetState()
    accounts.forgetAttempts()
    courier.reset()
    try assets.sweepOrphans()
    journal.clear()
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
