import CloudModel
import Foundation

/// Runs the modifications of one zone in one request: makes all plans, then applies the plans that
/// succeeded, then updates the records that depend on the changes.
///
/// 1. Each record occurs once in a request; `CloudService.modifyRecords` checks this.
/// 2. With `atomically`, one failure makes all other items fail, and nothing is applied.
/// 3. Answers are made when everything has been applied, so that they show what is stored.
struct RecordBatch {
  let caller: Caller
  let surroundings: Surroundings
  let conditions: any RequestConditions
  let transaction: any CloudTransaction
  let assets: AssetClaims
  let access: ZoneAccess
  /// The same zone, locked; it has the feed position and the bytes as the request changes them.
  ///
  /// `access.zone` keeps the numbers from before the request.
  var zone: LockedZone
  var changes = Changes()
  var schema: SchemaRules

  struct Changes {
    /// Hierarchies in which something changed.
    var roots: Set<String> = []
    /// Roots that have a share now, each with the name of its share record.
    var shared: [String: String] = [:]
    /// Roots whose share has ended.
    var unshared: [String] = []
    /// Every record that was stored, with what it was before.
    var records: [(previous: StoredRecord?, next: StoredRecord)] = []

    /// The records that were saved and are still there, by their names.
    var saved: [String: StoredRecord] {
      Dictionary(
        records.map { ($0.next.record.recordID.recordName, $0.next) },
        uniquingKeysWith: { _, last in last }
      ).filter { !$0.value.isDeleted }
    }
  }

  init(
    in zoneID: RecordZoneID, by caller: Caller, _ scope: DatabaseScope,
    surroundings: Surroundings, conditions: any RequestConditions,
    transaction: any CloudTransaction
  ) throws {
    self.caller = caller
    self.surroundings = surroundings
    self.conditions = conditions
    self.transaction = transaction
    assets = AssetClaims(by: caller, in: scope, now: surroundings.now().millisecondsSince1970)
    (access, zone) = try ZoneAccess.locking(zoneID, for: caller, scope, in: transaction)
    schema = SchemaRules(
      for: caller, in: transaction.partition, isPublic: scope == .public)
  }

  /// Outcomes in the order of `modifications`.
  mutating func run(
    _ modifications: [RecordModification], atomically: Bool, publisher: inout ChangePublisher
  ) throws -> [Result<Record?, CloudError>] {
    let plans = try planned(modifications, atomically: atomically)
    let before = zone.zone.sequence
    for case .success(let plan) in plans { try apply(plan, publisher: &publisher) }
    if zone.zone.sequence > before {
      try finish()
      try transaction.update(&zone)
      try publisher.changed(access.zone, roots: changes.roots, in: transaction)
      for (previous, next) in changes.records {
        try publisher.recordChanged(from: previous, to: next, in: access.zone, in: transaction)
      }
    }
    return try zip(plans, modifications).map { plan, modification in
      try plan.map { try answer($0, desiredKeys: modification.desiredKeys) }
    }
  }

  private mutating func planned(
    _ modifications: [RecordModification], atomically: Bool
  ) throws -> [Result<RecordPlan, CloudError>] {
    let planner = RecordPlanner(
      access: access, caller: caller, context: BatchContext(modifications), assets: assets,
      conditions: conditions, surroundings: surroundings, reading: transaction)
    try transaction.prefetchRecords(
      named: modifications.flatMap(\.recordNames), in: access.zone)
    var plans = try modifications.map { modification -> Result<RecordPlan, CloudError> in
      do {
        var taught = schema
        let plan = try planner.plan(modification, schema: &taught)
        schema = taught
        return conditions.checked(plan, of: modification)
      } catch let error as CloudError where error.code != .notAuthenticated {
        return .failure(error)
      }
    }
    let rules = ReferenceRules(zone: access.zone, reading: transaction)
    for (index, error) in try rules.violations(in: plans) { plans[index] = .failure(error) }
    let quota = QuotaRules(
      zone: access.zone, caller: caller, conditions: conditions, reading: transaction)
    for (index, error) in try quota.violations(in: plans) { plans[index] = .failure(error) }
    guard atomically, plans.contains(where: \.isFailure) else { return plans }
    return plans.map { plan in
      plan.isFailure
        ? plan
        : .failure(CloudError(.batchRequestFailed, "Another item of the atomic batch failed"))
    }
  }

  private mutating func apply(_ plan: RecordPlan, publisher: inout ChangePublisher) throws {
    switch plan {
    case .nothing: return
    case .leave(let participation):
      try Membership(root: participation.root, transaction: transaction)
        .leave(caller, in: &zone, publisher: &publisher)
    case .delete(let stored):
      try delete(stored.record.recordID.recordName, publisher: &publisher)
    case .save(let save):
      try apply(save, publisher: &publisher)
    }
  }

  private func answer(_ plan: RecordPlan, desiredKeys: [String]?) throws -> Record? {
    guard case .save(let save) = plan,
      let stored = try transaction.record(
        named: save.record.recordID.recordName, in: access.zone)
    else { return nil }
    return try RecordPresenter(
      zone: access.zone, user: caller.userRecordName, reading: transaction
    )
    .present(stored, desiredKeys: desiredKeys)
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    guard case .failure = self else { return false }
    return true
  }
}

extension Result where Failure == CloudError {
  fileprivate func map<New>(_ transform: (Success) throws -> New) throws -> Result<New, CloudError>
  {
    switch self {
    case .success(let value): .success(try transform(value))
    case .failure(let error): .failure(error)
    }
  }
}
