import CloudModel
import Foundation

/// What users may do in one partition of the cloud, one method for each operation.
///
/// It knows neither SQL nor HTTP.
///
/// 1. Every operation runs in exactly one transaction of the store. Before a new user's first
///    operation, another transaction creates the user's databases.
/// 2. A transaction that changes a custom zone also moves the zone to the end of the database feed
///    of each user who sees the change. After the commit, the subscriptions of these users get
///    notifications.
/// 3. A user who does not see a zone learns nothing about it: the service answers as if the zone
///    did not exist.
///
/// Operations are in the extensions beside this file. The failure of one item is a value, the
/// failure of a whole operation is thrown.
package struct CloudService: Sendable {
  private let store: any CloudStore
  package let partition: Partition
  package private(set) var surroundings: Surroundings
  private(set) var conditions: any RequestConditions
  let damage: DamageCount
  private let knownUsers: KnownUsers
  private let announce: @Sendable ([Announcement]) -> Void

  package init(
    store: any CloudStore, partition: Partition, surroundings: Surroundings,
    knownUsers: KnownUsers, damage: DamageCount, conditions: any RequestConditions,
    announce: @escaping @Sendable ([Announcement]) -> Void
  ) {
    self.store = store
    self.partition = partition
    self.surroundings = surroundings
    self.knownUsers = knownUsers
    self.damage = damage
    self.conditions = conditions
    self.announce = announce
  }

  /// The same rules under the conditions of one request.
  package func under(_ conditions: any RequestConditions) -> CloudService {
    var service = self
    service.conditions = conditions
    let skew = conditions.clockSkewSeconds
    guard skew != 0 else { return service }
    let (now, changeTime) = (surroundings.now, surroundings.changeTime)
    service.surroundings.now = { now().addingTimeInterval(skew) }
    if let changeTime {
      service.surroundings.changeTime = { changeTime().addingTimeInterval(skew) }
    }
    return service
  }

  func read<T>(
    by caller: Caller, _ body: (any CloudReading) throws -> T
  ) throws(CloudError) -> T {
    try enrolled(caller) { () throws(CloudError) in
      try store.reading(in: partition) { reading in
        guard knows(caller, in: reading.partition) else { return nil }
        return .some(try body(reading))
      }
    }
  }

  /// Runs `body` in one transaction; once it is durable, hands over the announcements that `body`
  /// collected.
  func write<T>(
    by caller: Caller,
    _ body: (any CloudTransaction, inout ChangePublisher) throws -> T
  ) throws(CloudError) -> T {
    try enrolled(caller) { () throws(CloudError) in
      try store.writing(in: partition, by: caller, surroundings: surroundings, announce: announce) {
        transaction, publisher -> T? in
        guard knows(caller, in: transaction.partition) else { return nil }
        return .some(try body(transaction, &publisher))
      }
    }
  }

  /// Runs `attempt`; if it returns nil because the user has no databases yet, creates them and runs
  /// it once more.
  ///
  /// The partition may have been reset since the user was last known, so `attempt` checks in the
  /// same transaction in which it works.
  private func enrolled<T>(
    _ caller: Caller, _ attempt: () throws(CloudError) -> T?
  ) throws(CloudError) -> T {
    if let value = try attempt() { return value }
    try enroll(caller)
    if let value = try attempt() { return value }
    throw CloudError(.serviceUnavailable, "The container is being reset. Try again.")
  }

  private func knows(_ caller: Caller, in partition: StoredPartition) -> Bool {
    caller.kind == .anonymous || knownUsers.contains(caller.userRecordName, in: partition)
  }

  /// Creates the databases of a user who is new to the partition.
  ///
  /// Throws `.notAuthenticated` for a user whose account is gone.
  private func enroll(_ caller: Caller) throws(CloudError) {
    let user = caller.userRecordName
    let life = try store.writing(in: partition) { transaction in
      if try transaction.account(userRecordName: user)?.isGone == true {
        throw CloudError(.notAuthenticated, "There is no such user.")
      }
      try transaction.enroll(user, incarnation: surroundings.randomHex(byteCount: 12))
      try UserRecord.ensure(of: user, in: transaction, at: surroundings.stampTime())
      return transaction.partition
    }
    knownUsers.insert(user, in: life)
  }
}
