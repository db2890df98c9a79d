import CloudModel
import CloudRules

/// Operations of one user in process: calls the rules under the conditions of the cloud.
struct InProcessOperations: Sendable {
  let service: CloudService
  let caller: Caller
  private let conditions: CloudConditions

  init(_ cloud: Cloud, in partition: Partition, by caller: Caller) {
    service = cloud.service(for: partition)
    conditions = cloud.conditions
    self.caller = caller
  }

  /// Runs an operation under the same conditions as one that comes over HTTP.
  ///
  /// `scope` is nil for an operation that belongs to no database; it is for users only.
  ///
  /// Throws `.networkFailure` where a connection would be dropped.
  func perform<R>(
    _ operation: String, in scope: DatabaseScope? = nil, about targets: [FaultEvent.Target] = [],
    writing zones: Set<RecordZoneID> = [], _ body: (CloudService) throws(CloudError) -> R
  ) async throws(CloudError) -> R {
    if scope != .public { try requireUser() }
    let event = FaultEvent(
      operation, by: caller, in: service.partition, scope: scope ?? .public, targets: targets)
    do {
      return try await conditions.perform(event, writing: zones) { try body(service.under($0)) }
    } catch let trouble as RequestTrouble {
      throw trouble.error
    } catch let error as CloudError {
      throw error
    } catch {
      throw CloudError(.operationCancelled, "The operation was cancelled.")
    }
  }

  /// Throws `.notAuthenticated` if nobody is signed in.
  func requireUser() throws(CloudError) {
    guard caller.kind != .anonymous else { throw .needsAuthorization }
  }

  /// Moves the bytes of an asset under the conditions of the cloud.
  func move<R>(_ event: FaultEvent, _ body: () async throws -> R) async throws -> R {
    try await conditions.perform(event, isThrottled: false) { _ in try await body() }
  }
}

extension FaultEvent.Target {
  init(_ recordID: RecordID, recordType: String? = nil) {
    self.init(
      zone: recordID.zoneID.zoneName, record: recordID.recordName, recordType: recordType)
  }

  init(_ zoneID: RecordZoneID) { self.init(zone: zoneID.zoneName) }
}
