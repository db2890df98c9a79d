import CloudModel
import Foundation

/// The conditions of one request, as the rules ask for them.
package struct RequestConditions: Sendable {
  let conditions: CloudConditions?
  private let event: FaultEvent?
  private let decision: FaultDecision

  init(_ conditions: CloudConditions?, event: FaultEvent?, decision: FaultDecision) {
    self.conditions = conditions
    self.event = event
    self.decision = decision
  }

  /// No faults, and the limits as they are without settings.
  package static let calm = RequestConditions(nil, event: nil, decision: FaultDecision())

  var limits: CloudLimitSettings { conditions?.limits ?? CloudLimitSettings() }

  var clockSkewSeconds: Double { decision.clockSkewSeconds }

  /// How much later than its commit a change of this request is seen by queries.
  var indexLagSeconds: Double { decision.indexLagSeconds }

  /// Counts people whom the caller looks up, whether they are there or not.
  ///
  /// Throws `.requestRateLimited`.
  func countLookups(_ count: Int = 1, by caller: Caller) throws(CloudError) {
    try conditions?.countLookups(count, by: caller.userRecordName)
  }

  /// What an owner may store: a fault's word, else the account's own quota, else the environment's,
  /// else everybody's.
  func quotaBytes(of owner: String, in settings: EnvironmentSettings) -> Int64 {
    let environment = settings.defaultQuotaBytes.map {
      $0 == 0 ? CloudLimitSettings.unlimitedBytes : $0
    }
    let limit = limits.accountQuotaBytes[owner] ?? environment ?? limits.quotaBytes
    guard let conditions, let event else { return limit }
    return conditions.faults.quotaBytes(on: event.concerning(owner)) ?? limit
  }

  /// Why a record fails that a fault has chosen.
  private func failure(of recordID: RecordID, recordType: String?) -> CloudError? {
    guard let conditions, let event else { return nil }
    let target = FaultEvent.Target(
      zone: recordID.zoneID.zoneName, record: recordID.recordName, recordType: recordType)
    return conditions.faults.recordFailure(on: event.about(target))
  }

  /// The plan, or the failure that a fault has chosen for its record.
  func checked(
    _ plan: RecordPlan, of modification: RecordModification
  ) -> Result<RecordPlan, CloudError> {
    let failure =
      switch plan {
      case .save(let save):
        failure(of: save.record.recordID, recordType: save.record.recordType)
      case .delete(let stored):
        failure(of: stored.record.recordID, recordType: stored.record.recordType)
      case .leave, .nothing: failure(of: modification.operation.recordID, recordType: nil)
      }
    return failure.map { .failure($0) } ?? .success(plan)
  }

  /// Takes a token for expired that a fault has chosen; nil for the token of a database.
  func check(_ token: ServerChangeToken?, in zoneID: RecordZoneID?) throws(CloudError) {
    guard let conditions, var event, let token, !token.rawValue.isEmpty else { return }
    if let zoneID { event = event.about(.init(zone: zoneID.zoneName)) }
    guard conditions.faults.expiresToken(on: event) else { return }
    throw CloudError(.changeTokenExpired, ServerErrorCode.changeTokenExpired.usualReason)
  }
}
