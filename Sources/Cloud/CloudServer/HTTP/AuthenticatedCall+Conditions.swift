import CloudCore
import CloudModel
import CloudRules
import CloudWire

extension AuthenticatedCall {
  /// Runs an operation under the conditions of the cloud: its faults, its throttle, the bounds of
  /// contention.
  ///
  /// Without targets only the limits apply. The zones of the targets are noted in the log entry.
  func perform<R: Sendable>(
    _ operation: String, on targets: RequestTargets?, under conditions: CloudConditions,
    noting logEntry: RequestLogEntry?, _ body: (AuthenticatedCall) async throws -> R
  ) async throws -> R {
    guard let targets else { return try await body(self) }
    var event = FaultEvent(operation, by: caller, in: partition, scope: scope)
    event.targets = targets.targets
    let names = Set(event.targets.compactMap(\.zone)).sorted().prefix(RequestLogEntry.mostNoted)
    if !names.isEmpty { logEntry?.note(zones: Array(names)) }
    return try await conditions.perform(event, writing: targets.writtenZones) { conditions in
      var call = self
      call.service = service.under(conditions)
      return try await body(call)
    }
  }

  /// The targets of the body; none for a body that cannot be read, which the route reports.
  ///
  /// Keeps the body of `records/modify` for the route, because it may be large.
  mutating func takeTargets(of operation: String) -> RequestTargets {
    if operation == "records/modify" {
      guard let request = try? keepBody(RecordsModifyRequest.self) else { return RequestTargets() }
      return RequestTargets(request, user: owner)
    }
    return (try? body(RequestTargets.Body.self)).map { RequestTargets($0) } ?? RequestTargets()
  }
}
