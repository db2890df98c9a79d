import CloudModel
import Scenarios

/// The requests that have reached the cloud and the notices that it has given, as a scenario asks for them.
struct TrafficLog: Sendable {
  private(set) var entries: [ScenarioTraffic] = []
  /// The place of each request in `entries`, by its number.
  private var places: [Int: Int] = [:]
  /// The requests that have not arrived yet, by their numbers.
  private var waiting: [Int: Request] = [:]
  /// The names of the people, by their user record names.
  var people: [String: String] = [:]

  /// The entries of the journal that were read.
  private var readCount = 0

  /// Reads what the journal has more than the last time.
  mutating func read(_ journal: SimulationJournal) {
    for entry in journal.entries[readCount...] { note(entry.event, at: entry.time) }
    readCount = journal.entries.count
  }

  private mutating func note(_ event: SimulationEvent, at time: Duration) {
    switch event {
    case .requested(let request): waiting[request.number] = request
    case .reached(let result):
      if let notification = result.notification {
        entries.append(notice(notification, on: result.request, at: time))
      } else if result.copy == 0, let path = result.request.operation.path {
        waiting[result.request.number] = nil
        places[result.request.number] = entries.count
        entries.append(request(result, path, at: time))
      }
    case .answered(let number, _, let error?):
      // Whatever the cloud has answered, the device does not know it.
      if let place = places[number] {
        if error.code != .operationCancelled { entries[place].lose() }
      } else if error.code == .networkFailure, let request = waiting[number],
        let path = request.operation.path
      {
        var entry = self.request(CloudResult(request: request), path, at: time)
        entry.lose()
        entries.append(entry)
      }
      waiting[number] = nil
    default: break
    }
  }

  private func request(
    _ result: CloudResult, _ path: String, at time: Duration
  ) -> ScenarioTraffic {
    let request = result.request
    var scope = request.scope?.pathComponent
    if [.accept, .shareMetadata].contains(request.operation) { scope = "public" }
    return ScenarioTraffic(
      person: people[request.user] ?? request.user, device: request.device, operation: path,
      database: scope, zone: request.zone?.zoneName,
      outcome: result.refusal.map(Self.outcome) ?? "ok",
      failures: result.items.compactMap { item in
        if case .failed(let code) = item.result { ServerErrorCode(code).rawValue } else { nil }
      },
      records: request.operation == .modifyRecords ? records(result) : [],
      time: Int64(time / .milliseconds(1)))
  }

  private static func outcome(_ error: CloudError) -> String {
    // What ends the connection in process, as over HTTP.
    if error.code == .networkFailure { return "lost" }
    return (error.serverErrorCode ?? ServerErrorCode(error.code)).rawValue
  }

  /// The types of the records that were saved or deleted, with what became of them if that is not all right.
  private func records(_ result: CloudResult) -> [String] {
    result.request.items.map { item in
      let type = item.type.isEmpty ? item.name : item.type
      let name = item.isDeletion ? "-" + type : type
      guard case .failed(let code)? = result.items.first(where: { $0.name == item.name })?.result
      else { return name }
      return "\(name) \(ServerErrorCode(code).rawValue)"
    }
  }

  private func notice(
    _ notification: CloudNotification, on request: Request, at time: Duration
  ) -> ScenarioTraffic {
    var entry = ScenarioTraffic(
      kind: .notice, person: people[request.user] ?? request.user, device: request.device,
      operation: "", outcome: "told", time: Int64(time / .milliseconds(1)))
    switch notification {
    case .database(let scope): entry.database = scope.pathComponent
    case .zone(let zoneID, let scope):
      (entry.database, entry.zone) = (scope.pathComponent, zoneID.zoneName)
    case .query(let recordID, let scope, _):
      (entry.database, entry.zone) = (scope.pathComponent, recordID.zoneID.zoneName)
    case .invitation: entry.operation = "invitation"
    }
    return entry
  }
}
