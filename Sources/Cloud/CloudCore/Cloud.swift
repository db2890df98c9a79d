package import CloudModel
package import CloudRules

/// All containers of one store, and the state that all requests share.
package struct Cloud: Sendable {
  package let store: any CloudStore
  package let surroundings: Surroundings
  package let conditions: CloudConditions
  package let damage = DamageCount()
  private let knownUsers = KnownUsers()
  private let announce: @Sendable ([Announcement]) -> Void

  /// `announce` receives announcements after the commit of their changes, and must not block.
  ///
  /// Without `conditions` the cloud begins without faults.
  package init(
    store: any CloudStore, surroundings: Surroundings, conditions: CloudConditions? = nil,
    announce: @escaping @Sendable ([Announcement]) -> Void
  ) {
    let conditions =
      conditions
      ?? CloudConditions(
        faults: FaultInjector(seed: 0, now: surroundings.now), surroundings: surroundings)
    self.store = store
    self.surroundings = surroundings
    self.conditions = conditions
    self.announce = { conditions.deliver($0, to: announce) }
  }

  /// The same for one of several servers: `tell` is told what was committed, and each server announces it to its own
  /// channels.
  package init(
    store: any SharedStore, surroundings: Surroundings, conditions: CloudConditions,
    tell: @escaping @Sendable ([Announcement]) -> Void
  ) {
    self.store = store
    self.surroundings = surroundings
    self.conditions = conditions
    announce = tell
  }

  /// What users may do in one partition, which must exist.
  package func service(for partition: Partition) -> CloudService {
    CloudService(
      store: store, partition: partition, surroundings: surroundings, knownUsers: knownUsers,
      damage: damage, conditions: conditions.outsideRequests, announce: announce)
  }

  /// The administrator's operations on one partition, which must exist.
  package func administration(of partition: Partition) -> PartitionAdministration {
    PartitionAdministration(
      store: store, partition: partition, surroundings: surroundings, announce: announce)
  }

  /// Makes the container with both environments, where it is missing.
  package func ensureContainer(_ identifier: String) throws {
    try store.writeRegistry { try $0.ensureContainer(identifier, surroundings: surroundings) }
  }

  /// Adds what the container's development environment lacks of a schema: types, fields and
  /// indexes, which are filled from the stored records.
  ///
  /// Everything else in the environment stays, and a field that has another type is left as it is.
  ///
  /// Throws `CloudError.invalidArguments` for a text that is not a schema.
  package func ensureSchema(_ text: String, of identifier: String) throws(CloudError) {
    let administration = administration(
      of: Partition(container: identifier, environment: .development))
    let wanted: Schema
    do {
      wanted = try Schema(text: text)
    } catch {
      throw CloudError(.invalidArguments, "The schema cannot be read: \(error)")
    }
    let present = try administration.schema()
    let extended = present.extended(by: wanted)
    if extended != present { try administration.importSchema(text: extended.text) }
  }

  /// Repairs every partition, each in one transaction.
  package func repair() throws(CloudError) -> [Repair] {
    var repairs: [Repair] = []
    for stored in try store.readingRegistry({ try $0.partitions() }) {
      let rows = try administration(of: stored.partition).repair()
      repairs.append(Repair(partition: stored.partition, rows: rows))
    }
    return repairs
  }

  /// Refuses the requests of a user whose account is gone, also those that were let in before.
  func forget(_ user: String) { knownUsers.end(user) }

  /// Forgets what was learned of the store, which has changed as a whole, and takes its limits; all faults end.
  package func forgetState() throws {
    knownUsers.forgetAll()
    try conditions.reset(limits: store.readRegistry { try $0.limitSettings() })
  }

  /// The identity of the store, made where it is missing.
  @discardableResult
  package func ensureIdentity() throws -> String {
    if let known = try store.readRegistry({ try $0.setting(StoreIdentity.settingName) }) {
      return known
    }
    return try store.writeRegistry { try $0.ensureIdentity(surroundings: surroundings) }
  }

  package func census() throws(CloudError) -> Census {
    try store.readingRegistry { try $0.census() }
  }
}

extension RegistryTransaction {
  /// Makes the container with both environments, where it is missing.
  package func ensureContainer(_ identifier: String, surroundings: Surroundings) throws {
    try lockContainer(identifier)
    for environment in CloudEnvironment.allCases {
      let partition = Partition(container: identifier, environment: environment)
      guard try self.partition(partition) == nil else { continue }
      try insert(
        StoredPartition(
          partition: partition, incarnation: surroundings.randomHex(byteCount: 12),
          ownerName: "_" + surroundings.randomHex(byteCount: 16)))
    }
  }
}
