package import CloudModel

extension CloudService {
  /// Saves and deletes records, atomically in each zone unless told otherwise; one outcome for each
  /// item, in order.
  ///
  /// `atomically` is nil if the request did not say; this means true in custom zones, and false in
  /// the default zone, which does not support atomic operations.
  ///
  /// Throws `.limitExceeded` for more than 200 items, of a native client 400, and `.invalidArguments` for an item that
  /// occurs twice or for atomicity in the default zone.
  package func modifyRecords(
    _ modifications: [RecordModification], atomically: Bool?, by caller: Caller,
    in scope: DatabaseScope
  ) throws(CloudError) -> [RecordModification.Outcome] {
    try Self.check(modifications, atomically: atomically, by: caller)
    // Decided here, because the store may run the body again.
    let named = modifications.map { $0.named(by: surroundings) }
    let decided = DecidedConditions(conditions)
    return try write(by: caller) { transaction, publisher in
      decided.beginRun()
      var results: [Int: Result<Record?, CloudError>] = [:]
      let zoneIDs = modifications.map(\.operation.recordID.zoneID)
      try transaction.lockZones(zoneIDs)
      for (zoneID, indices) in Self.grouped(zoneIDs) {
        do {
          var batch = try RecordBatch(
            in: zoneID, by: caller, scope, surroundings: surroundings, conditions: decided,
            transaction: transaction)
          let isAtomic = atomically ?? true && !batch.access.zone.isDefault
          let outcomes = try batch.run(
            indices.map { named[$0] }, atomically: isAtomic, publisher: &publisher)
          for (index, outcome) in zip(indices, outcomes) { results[index] = outcome }
        } catch let error as CloudError
          where error.code == .zoneNotFound || error.code == .userDeletedZone
        {
          for index in indices { results[index] = .failure(error) }
        }
      }
      return modifications.enumerated().map { index, modification in
        let result = results[index] ?? .failure(.recordNotFound)
        let recordID = (try? result.get())?.recordID  // a failure has no record
        return (recordID ?? modification.operation.recordID, result)
      }
    }
  }

  /// Looks records up by name; one outcome for each item, in order.
  ///
  /// Each item has its own `desiredKeys`.
  package func records(
    for names: [(recordID: RecordID, desiredKeys: [String]?)], by caller: Caller,
    in scope: DatabaseScope
  ) throws(CloudError) -> [(recordID: RecordID, result: Result<Record, CloudError>)] {
    guard names.count <= CloudLimits.operationsPerRequest else { throw .tooManyOperations }
    return try read(by: caller) { reading in
      var accesses: [RecordZoneID: Result<ZoneAccess, CloudError>] = [:]
      for (zoneID, indices) in Self.grouped(names.map(\.recordID.zoneID)) {
        do {
          let access = try ZoneAccess(zoneID, for: caller, scope, in: reading)
          try reading.prefetchRecords(
            named: indices.map { names[$0].recordID.recordName }, in: access.zone)
          accesses[zoneID] = .success(access)
        } catch let error as CloudError where error.code != .notAuthenticated {
          accesses[zoneID] = .failure(error)
        }
      }
      return try names.map { recordID, desiredKeys in
        do {
          let access = try (accesses[recordID.zoneID] ?? .failure(.recordNotFound)).get()
          let stored = try reading.record(named: recordID.recordName, in: access.zone)
          guard let stored, !stored.isDeleted, access.sees(stored) else {
            throw CloudError.recordNotFound
          }
          guard !stored.isDamaged else { throw CloudError.damaged("The record") }
          if access.role == .world {
            try PublicRights.check(
              .read, by: caller, creator: stored.record.creatorUserRecordName,
              grants: try RecordGrants(of: stored.record.recordType, in: reading))
          }
          let presenter = RecordPresenter(
            zone: access.zone, user: caller.userRecordName, reading: reading)
          return (recordID, .success(try presenter.present(stored, desiredKeys: desiredKeys)))
        } catch let error as CloudError where error.code != .notAuthenticated {
          return (recordID, .failure(error))
        }
      }
    }
  }

  private static func check(
    _ modifications: [RecordModification], atomically: Bool?, by caller: Caller
  ) throws(CloudError) {
    let most =
      caller.isNative ? CloudLimits.operationsPerNativeRequest : CloudLimits.operationsPerRequest
    guard modifications.count <= most else { throw .tooManyOperations(most: most) }
    let names = modifications.map(\.operation.recordID).filter { !$0.recordName.isEmpty }
    guard Set(names).count == names.count else {
      throw CloudError(
        .invalidArguments, "A record can occur only once in a request.")
    }
    // The public database is a default zone as well.
    let usesDefaultZone = modifications.contains {
      $0.operation.recordID.zoneID.zoneName == RecordZoneID.defaultZoneName
    }
    guard atomically != true || !usesDefaultZone else {
      throw CloudError(
        .invalidArguments, "atomic operations not supported in default zone")
    }
  }

  /// The zones in the order of their first item, each with the indices of its items.
  private static func grouped(_ zoneIDs: [RecordZoneID]) -> [(RecordZoneID, [Int])] {
    var groups: [RecordZoneID: [Int]] = [:]
    for (index, zoneID) in zoneIDs.enumerated() { groups[zoneID, default: []].append(index) }
    return groups.sorted { ($0.value.first ?? 0) < ($1.value.first ?? 0) }
      .map { ($0.key, $0.value) }
  }
}

extension CloudError {
  static var tooManyOperations: CloudError {
    tooManyOperations(most: CloudLimits.operationsPerRequest)
  }

  static func tooManyOperations(most: Int) -> CloudError {
    CloudError(.limitExceeded, "limit exceeded: at most \(most) operations in a request")
  }
}
