import CloudInProcess
import CloudModel
import CloudRules
import NIOPosix

extension AuthenticatedCall {
  /// Runs an operation under the conditions of the cloud: its faults, its throttle, the bounds of
  /// contention.
  ///
  /// Without conditions only the limits apply. The zones that the body names are noted in the log entry.
  func perform<R: Sendable>(
    _ operation: String, under conditions: CloudConditions?, noting logEntry: RequestLogEntry?,
    _ body: (AuthenticatedCall) async throws -> R
  ) async throws -> R {
    guard let conditions else { return try await body(self) }
    var event = FaultEvent(operation, by: caller, in: partition, scope: scope)
    let writes = operation == "records/modify"
    var zones: Set<RecordZoneID> = []
    let found = try await NIOThreadPool.singleton.runIfActive { targets(writes: writes) }
    event.targets = found?.targets ?? []
    if writes { zones = found?.writtenZones ?? [] }
    let names = Set(event.targets.compactMap(\.zone)).sorted().prefix(RequestLogEntry.mostNoted)
    if !names.isEmpty { logEntry?.note(zones: Array(names)) }
    return try await conditions.perform(event, writing: zones) { conditions in
      var call = self
      call.service = service.under(conditions)
      return try await body(call)
    }
  }

  /// The targets of the body; nil for a body that cannot be read, which the route reports.
  private func targets(writes: Bool) -> RequestTargets? {
    if writes {
      return (try? body(RecordsModifyRequest.self)).map { RequestTargets($0, user: owner) }
    }
    return (try? body(RequestTargets.Body.self)).map { RequestTargets($0) }
  }
}
