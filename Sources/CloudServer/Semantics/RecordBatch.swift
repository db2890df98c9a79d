import CloudModel
import Foundation

/// The modifications of one zone in one request: first every plan, then, if they may be applied,
/// every change.
///
/// Each record occurs once in a request, so that plans never depend on one another.
struct RecordBatch {
  let caller: Caller
  let surroundings: Surroundings
  let transaction: any CloudTransaction
  private(set) var access: ZoneAccess
  private let now: Date

  init(
    in zoneID: RecordZoneID, by caller: Caller, _ scope: DatabaseScope,
    surroundings: Surroundings, transaction: any CloudTransaction
  ) throws {
    self.caller = caller
    self.surroundings = surroundings
    self.transaction = transaction
    access = try ZoneAccess(zoneID, for: caller.userRecordName, scope, in: transaction)
    now = surroundings.now()
  }

  /// Outcomes in the order of `modifications`.
  ///
  /// With `atomically`, one failure spoils the rest.
  mutating func run(
    _ modifications: [RecordModification], atomically: Bool, publication: inout Publication
  ) throws -> [Result<Record?, CloudError>] {
    var plans = try modifications.map { try plan($0) }
    if atomically, plans.contains(where: \.isFailure) {
      plans = plans.map { plan in
        plan.isFailure
          ? plan
          : .failure(CloudError(.batchRequestFailed, "Another item of the atomic batch failed"))
      }
    }
    let before = access.zone.sequence
    var outcomes: [Result<Record?, CloudError>] = []
    for (plan, modification) in zip(plans, modifications) {
      switch plan {
      case .failure(let error): outcomes.append(.failure(error))
      case .success(let plan):
        outcomes.append(.success(try apply(plan, modification, publication: &publication)))
      }
    }
    guard access.zone.sequence > before else { return outcomes }
    try transaction.update(access.zone)
    try publication.changed(access.zone, in: transaction)
    return outcomes
  }

  /// A rule's refusal is a value; the store's failure ends the transaction.
  private func plan(
    _ modification: RecordModification
  ) throws -> Result<RecordPlan, CloudError> {
    do {
      return .success(
        try RecordPlan(
          modification, access: access, caller: caller, surroundings: surroundings,
          reading: transaction))
    } catch let error as CloudError {
      return .failure(error)
    }
  }

  private mutating func apply(
    _ plan: RecordPlan, _ modification: RecordModification, publication: inout Publication
  ) throws -> Record? {
    switch plan {
    case .nothing:
      return nil
    case .leave:
      try Membership(zone: access.zone, transaction: transaction)
        .leave(caller, at: now, publication: &publication)
      access.zone = try transaction.zone(access.zone.zoneID) ?? access.zone
      return nil
    case .delete(let stored):
      try delete(stored, publication: &publication)
      return nil
    case .save(let record, let stored, let edit):
      let saved = try save(record, over: stored)
      if let edit { try apply(edit, publication: &publication) }
      return try RecordPresenter(
        zone: access.zone, user: caller.userRecordName, reading: transaction
      )
      .present(saved, desiredKeys: modification.desiredKeys)
    }
  }

  private mutating func save(_ record: Record, over stored: StoredRecord?) throws -> StoredRecord {
    access.zone.sequence += 1
    var next = StoredRecord(
      record: record, changeCount: (stored?.changeCount ?? 0) + 1,
      sequence: access.zone.sequence, isDeleted: false)
    if stored?.isDeleted ?? true {
      next.record.creationDate = now
      next.record.creatorUserRecordName = caller.userRecordName
    }
    next.stamp(by: caller, at: now)
    try transaction.save(next, in: access.zone)
    return next
  }

  private mutating func delete(_ stored: StoredRecord, publication: inout Publication) throws {
    access.zone.sequence += 1
    var next = stored
    next.record.fields = [:]
    next.isDeleted = true
    next.changeCount += 1
    next.sequence = access.zone.sequence
    next.stamp(by: caller, at: now)
    try transaction.save(next, in: access.zone)
    guard stored.record.recordType == Share.recordType else { return }
    try Membership(zone: access.zone, transaction: transaction).end(publication: &publication)
  }

  private mutating func apply(_ edit: ShareEdit, publication: inout Publication) throws {
    let shortGUID = access.zone.shortGUID ?? surroundings.randomURLSafe(byteCount: 18)
    access.zone.shortGUID = shortGUID
    try transaction.setShare(edit.share, of: access.zone)
    for user in edit.removed {
      try publication.vanished(access.zone.zoneID, for: user, in: transaction)
    }
    for user in edit.invited { publication.invited(user, shortGUID: shortGUID) }
  }
}

extension StoredRecord {
  mutating func stamp(by caller: Caller, at date: Date) {
    record.modificationDate = Date(millisecondsSince1970: date.millisecondsSince1970)
    record.lastModifiedUserRecordName = caller.userRecordName
    record.creationDate = record.creationDate.map {
      Date(millisecondsSince1970: $0.millisecondsSince1970)
    }
    record.recordChangeTag = changeTag
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    guard case .failure = self else { return false }
    return true
  }
}
