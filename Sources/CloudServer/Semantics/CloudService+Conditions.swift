import CloudModel

extension CloudService {
  /// Runs an operation that comes in process under the conditions of the cloud, as one that comes
  /// over HTTP is: what is dropped there is `.networkFailure` here.
  func perform<R>(
    _ operation: String, by caller: Caller, in scope: DatabaseScope = .public,
    about targets: [FaultEvent.Target] = [], writing zones: Set<RecordZoneID> = [],
    _ body: (CloudService) throws(CloudError) -> R
  ) async throws(CloudError) -> R {
    guard let conditions = conditions.conditions else { return try body(self) }
    let event = FaultEvent(
      user: caller.kind == .anonymous ? nil : caller.userRecordName, in: partition,
      operation: operation, scope: scope, targets: targets)
    do {
      return try await conditions.perform(event, writing: zones) { try body(under($0)) }
    } catch let trouble as RequestTrouble {
      throw trouble.error
    } catch let error as CloudError {
      throw error
    } catch {
      throw CloudError(.operationCancelled, "The operation was cancelled.")
    }
  }
}

extension FaultEvent.Target {
  init(_ recordID: RecordID, recordType: String? = nil) {
    self.init(
      zone: recordID.zoneID.zoneName, record: recordID.recordName, recordType: recordType)
  }

  init(_ zoneID: RecordZoneID) { self.init(zone: zoneID.zoneName) }
}
