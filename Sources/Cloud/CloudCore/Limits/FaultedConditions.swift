import CloudModel
import CloudRules

/// The conditions of one request in a cloud: its limits, and what its faults have decided about the request.
struct FaultedConditions: RequestConditions {
  let cloud: CloudConditions
  /// Nil outside of requests; then no fault applies.
  var event: FaultEvent?
  var decision = FaultDecision()

  var limits: CloudLimitSettings { cloud.limits }
  var clockSkewSeconds: Double { decision.clockSkewSeconds }
  var indexLagSeconds: Double {
    event == nil
      ? 0 : max(decision.indexLagSeconds, Double(limits.indexLagMilliseconds) / 1000)
  }

  func countLookups(_ count: Int, by user: String) throws(CloudError) {
    try cloud.countLookups(count, by: user)
  }

  func faultQuotaBytes(of owner: String) -> Int64? {
    event.flatMap { cloud.faults.quotaBytes(on: $0.concerning(owner)) }
  }

  func failure(of recordID: RecordID, recordType: String?) -> CloudError? {
    event.flatMap { event in
      let target = FaultEvent.Target(recordID, recordType: recordType)
      return cloud.faults.recordFailure(on: event.about(target))
    }
  }

  func expiresToken(in zoneID: RecordZoneID?) -> Bool {
    guard var event else { return false }
    if let zoneID { event = event.about(.init(zoneID)) }
    return cloud.faults.expiresToken(on: event)
  }
}
