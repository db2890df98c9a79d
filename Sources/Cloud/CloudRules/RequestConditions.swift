package import CloudModel

/// The conditions under which one request is answered: the limits in force, and the faults that an
/// operator or a test has set.
///
/// The rules only query this protocol. `FaultedConditions` implements it for a running cloud,
/// `UnrestrictedConditions` for one without faults and settings.
package protocol RequestConditions: Sendable {
  var limits: CloudLimitSettings { get }
  /// The offset of the cloud's clock for this request.
  var clockSkewSeconds: Double { get }
  /// The time from the commit of this request's changes until queries see them.
  var indexLagSeconds: Double { get }

  /// Counts people whom `user` looks up, whether they exist or not.
  ///
  /// Throws `.requestRateLimited`.
  func countLookups(_ count: Int, by user: String) throws(CloudError)
  /// The quota that a fault sets for an owner; nil if no fault does.
  func faultQuotaBytes(of owner: String) -> Int64?
  /// The error with which a fault makes this record fail; nil if none does.
  func failure(of recordID: RecordID, recordType: String?) -> CloudError?
  /// Whether a fault makes the change tokens of this zone expire; of the database if `zoneID` is nil.
  func expiresToken(in zoneID: RecordZoneID?) -> Bool
}

/// No faults, and the default limits.
package struct UnrestrictedConditions: RequestConditions {
  package init() {}

  package var limits: CloudLimitSettings { CloudLimitSettings() }
  package var clockSkewSeconds: Double { 0 }
  package var indexLagSeconds: Double { 0 }

  package func countLookups(_ count: Int, by user: String) {}
  package func faultQuotaBytes(of owner: String) -> Int64? { nil }
  package func failure(of recordID: RecordID, recordType: String?) -> CloudError? { nil }
  package func expiresToken(in zoneID: RecordZoneID?) -> Bool { false }
}

extension RequestConditions {
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

  /// Refuses a token that a fault lets expire; `zoneID` is nil for the token of a database.
  func check(_ token: ServerChangeToken?, in zoneID: RecordZoneID?) throws(CloudError) {
    guard let token, !token.rawValue.isEmpty, expiresToken(in: zoneID) else { return }
    throw CloudError(.changeTokenExpired, ServerErrorCode.changeTokenExpired.usualReason)
  }
}
