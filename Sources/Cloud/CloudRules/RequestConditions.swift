package import CloudModel
import Synchronization

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

/// The conditions of one request, each decided and counted once: a body that the store runs again finds what its first
/// run has found.
final class DecidedConditions: RequestConditions {
  private struct State {
    /// Look-ups that were counted in any run, and those of this run.
    var counted = 0
    var lookups = 0
    var failures: [RecordID: CloudError?] = [:]
    var quotas: [String: Int64?] = [:]
    var expiries: [RecordZoneID?: Bool] = [:]
  }

  private let conditions: any RequestConditions
  private let state = Mutex(State())

  init(_ conditions: any RequestConditions) { self.conditions = conditions }

  /// Called at the start of each run of the body.
  func beginRun() { state.withLock { $0.lookups = 0 } }

  var limits: CloudLimitSettings { conditions.limits }
  var clockSkewSeconds: Double { conditions.clockSkewSeconds }
  var indexLagSeconds: Double { conditions.indexLagSeconds }

  func countLookups(_ count: Int, by user: String) throws(CloudError) {
    let new = state.withLock { state in
      state.lookups += count
      defer { state.counted = max(state.counted, state.lookups) }
      return state.lookups - state.counted
    }
    if new > 0 { try conditions.countLookups(new, by: user) }
  }

  func faultQuotaBytes(of owner: String) -> Int64? {
    if let known = state.withLock({ $0.quotas[owner] }) { return known }
    let quota = conditions.faultQuotaBytes(of: owner)
    state.withLock { $0.quotas[owner] = .some(quota) }
    return quota
  }

  func failure(of recordID: RecordID, recordType: String?) -> CloudError? {
    if let known = state.withLock({ $0.failures[recordID] }) { return known }
    let failure = conditions.failure(of: recordID, recordType: recordType)
    state.withLock { $0.failures[recordID] = .some(failure) }
    return failure
  }

  func expiresToken(in zoneID: RecordZoneID?) -> Bool {
    if let known = state.withLock({ $0.expiries[zoneID] }) { return known }
    let expires = conditions.expiresToken(in: zoneID)
    state.withLock { $0.expiries[zoneID] = expires }
    return expires
  }
}
