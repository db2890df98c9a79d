import CloudModel
import Foundation

/// Where a request of a client goes, by its path; nil for those of administrators and for pages.
struct RequestPlace {
  private var container: String?
  private var environment: String?
  private var database: String?
  private var operation: String

  init?(_ path: String) {
    let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    switch parts.first {
    case "database" where parts.count > 5:
      (container, environment, database) = (parts[2], parts[3].lowercased(), parts[4])
      operation = parts[5...].joined(separator: "/")
    case "device" where parts.count > 4:
      (container, environment) = (parts[2], parts[3].lowercased())
      operation = parts[4...].joined(separator: "/")
    case "courier":
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
    JournaledRequest(
      number: 0, at: date.millisecondsSince1970, method: method, operation: operation,
      container: container, environment: environment, database: database, zones: learned.zones,
      account: nil, userRecordName: learned.caller, status: status,
      code: learned.errorCode ?? "OK", milliseconds: (milliseconds * 1000).rounded() / 1000)
  }
}
