import CloudInProcess
import CloudModel
import CloudRules
import NIOPosix

extension Exchange {
  /// Runs an operation under the conditions of the cloud: its faults, its throttle, the bounds of
  /// contention.
  ///
  /// What the body is about is looked up only where it may matter.
  func perform<R: Sendable>(
    _ operation: String, under conditions: CloudConditions, _ body: (Exchange) async throws -> R
  ) async throws -> R {
    var event = FaultEvent(operation, by: caller, in: partition, scope: scope)
    let writes = operation == "records/modify"
    var zones: Set<RecordZoneID> = []
    if writes || conditions.faults.needsTargets {
      let found = try await NIOThreadPool.singleton.runIfActive { targets(writes: writes) }
      event.targets = found?.targets ?? []
      if writes { zones = found?.writtenZones ?? [] }
    }
    return try await conditions.perform(event, writing: zones) { conditions in
      var exchange = self
      exchange.service = service.under(conditions)
      return try await body(exchange)
    }
  }

  /// What the body is about; nil for one that cannot be read, which is the route's to tell.
  private func targets(writes: Bool) -> RequestTargets? {
    if writes {
      return (try? body(RecordsModifyRequest.self)).map { RequestTargets($0, user: owner) }
    }
    return (try? body(RequestTargets.Body.self)).map { RequestTargets($0) }
  }
}
