import CloudModel
import CloudRules

/// Operations of one user that come in process: the rules, under the conditions of the cloud.
struct InProcessOperations: Sendable {
  let service: CloudService
  let caller: Caller
  private let conditions: CloudConditions

  init(_ cloud: Cloud, in partition: Partition, by caller: Caller) {
    service = cloud.service(for: partition)
    conditions = cloud.conditions
    self.caller = caller
  }

  /// Runs an operation under the conditions of the cloud, as one that comes over HTTP is: what is
  /// dropped there is `.networkFailure` here.
  func perform<R>(
    _ operation: String, in scope: DatabaseScope = .public, about targets: [FaultEvent.Target] = [],
    writing zones: Set<RecordZoneID> = [], _ body: (CloudService) throws(CloudError) -> R
  ) async throws(CloudError) -> R {
    let event = FaultEvent(
      user: caller.kind == .anonymous ? nil : caller.userRecordName, in: service.partition,
      operation: operation, scope: scope, targets: targets)
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

  /// Moves bytes under the conditions of the cloud, as a request of whoever was given the address.
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
