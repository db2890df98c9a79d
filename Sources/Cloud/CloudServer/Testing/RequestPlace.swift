import CloudCore
import CloudModel
import Foundation

/// The target of a client's request, by its path; nil for requests of administrators and for pages.
struct RequestPlace {
  private var container: String?
  private var environment: String?
  private var database: String?
  private var operation: String

  /// The place of a request to `path`, which the route with this pattern has answered.
  init?(_ path: String, route: String?) {
    guard let route else { return nil }
    let parts = path.split(separator: "/").map {
      String(($0.removingPercentEncoding ?? String($0)).prefix(RequestLogEntry.nameLength))
    }
    let pattern = route.split(separator: "/").map(String.init)
    switch (pattern.first, pattern.count) {
    case ("database", 6...) where parts.count == pattern.count:
      (container, environment, database) = (parts[2], parts[3].lowercased(), parts[4])
      operation = pattern[5...].joined(separator: "/")
    case ("device", 5...) where parts.count == pattern.count:
      (container, environment) = (parts[2], parts[3].lowercased())
      operation = pattern[4...].joined(separator: "/")
    case ("courier", _):
      // The token is a secret.
      operation = "courier"
    default: return nil
    }
  }

  /// The entry of the journal, without its number and the name of the account.
  func entry(
    method: String, status: Int, _ learned: RequestLogEntry.Content, at date: Date,
    milliseconds: Double
  ) -> JournaledRequest {
    var request = JournaledRequest(
      number: 0, at: date.millisecondsSince1970, method: method, operation: operation,
      container: container, environment: environment, database: database,
      zones: learned.zones?.map { String($0.prefix(RequestLogEntry.nameLength)) },
      account: nil, userRecordName: learned.caller, status: status,
      code: learned.errorCode ?? JournaledRequest.done,
      milliseconds: (milliseconds * 1000).rounded() / 1000)
    if !learned.failures.isEmpty { request.failures = learned.failures }
    if !learned.tokens.isEmpty { request.tokens = learned.tokens }
    request.clientId = learned.clientID.map { String($0.prefix(RequestLogEntry.nameLength)) }
    if !learned.told.isEmpty { request.notices = learned.told.map(JournaledRequest.Notice.init) }
    return request
  }
}

extension JournaledRequest.Notice {
  /// The account is still named by its user record.
  fileprivate init(_ told: NotificationCourier.Told) {
    self.init(
      account: told.userRecordName,
      clientId: told.clientID.map { String($0.prefix(RequestLogEntry.nameLength)) }, of: "")
    switch told.notification {
    case .database(let scope): of = scope.pathComponent
    case .zone(let zoneID, let scope): (of, zone) = (scope.pathComponent, zoneID.zoneName)
    case .query(let recordID, let scope, _):
      (of, zone) = (scope.pathComponent, recordID.zoneID.zoneName)
    case .invitation: of = JournaledRequest.Notice.invitation
    }
  }
}
