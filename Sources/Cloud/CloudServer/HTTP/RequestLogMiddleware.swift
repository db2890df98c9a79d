import CloudRules
import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Gives each request its id, and records its outcome in the log, the journal and the metrics.
///
/// The log gets one line per request, without keys and tokens; `LogText` makes text from clients
/// safe.
struct RequestLogMiddleware: RouterMiddleware {
  /// Not the surroundings of the cloud, whose clock may be moved while a request is answered.
  let machine: Surroundings
  /// The cloud's time.
  let now: @Sendable () -> Date
  let journal: RequestJournal
  let metrics: Metrics
  let logger: Logger

  private static let requestID = HTTPField.Name("X-Apple-Request-UUID")

  func handle(
    _ request: Request, context: CloudRequestContext,
    next: @concurrent (Request, CloudRequestContext) async throws -> Response
  ) async throws -> Response {
    let logEntry = RequestLogEntry(id: machine.randomUUID())
    var context = context
    context.logEntry = logEntry
    trace("received", request)
    let began = machine.now()
    var response = try await next(request, context)
    record(&response, to: request, context, logEntry, since: began)
    return response
  }

  @inline(never)
  private func record(
    _ response: inout Response, to request: Request, _ context: CloudRequestContext,
    _ logEntry: RequestLogEntry, since began: Date
  ) {
    if let name = Self.requestID { response.headers[name] = logEntry.id }
    // The clock may have gone back.
    let seconds = max(0, machine.now().timeIntervalSince(began))
    metrics.answered(
      operation: Self.operation(context.endpointPath),
      code: logEntry.learned.errorCode ?? "OK", seconds: seconds)
    let learned = logEntry.learned
    if !learned.isAdministrator,
      let place = RequestPlace(request.uri.path, route: context.endpointPath)
    {
      journal.note(
        place.entry(
          method: request.method.rawValue, status: Int(response.status.code), learned,
          at: now(), milliseconds: seconds * 1000),
        body: learned.body.map { JournaledBody($0, outcomes: learned.outcomes) })
    }
    trace("answered", request)
    logger.info(
      "request",
      metadata: Self.line(request, response, logEntry: logEntry, milliseconds: Int(seconds * 1000)))
  }

  /// Notes a moment in the way of a message; costs nothing unless the logger's level is trace.
  @inline(never)
  private func trace(_ event: Logger.Message, _ request: Request) {
    logger.trace(
      event, metadata: ["operation": "\(Self.operation(LogText.path(request.uri.path)))"])
  }

  private static func line(
    _ request: Request, _ response: Response, logEntry: RequestLogEntry, milliseconds: Int
  ) -> Logger.Metadata {
    let learned = logEntry.learned
    return [
      "id": "\(logEntry.id)", "method": "\(LogText.neutral(request.method.rawValue))",
      "path": "\(LogText.path(request.uri.path))", "status": "\(response.status.code)",
      "code": "\(learned.errorCode ?? "OK")", "ms": "\(milliseconds)",
      "in": "\(request.headers[.contentLength].flatMap { Int($0) } ?? 0)",
      "out": "\(response.body.contentLength ?? 0)", "caller": "\(learned.caller ?? "-")",
    ]
  }

  /// A route's path as it was declared, without what all routes of a kind have in common.
  ///
  /// Their number is bounded by the number of routes, whatever clients ask for.
  private static func operation(_ route: String?) -> String {
    guard let route, route.hasPrefix("/") || route.contains("/") else { return "none" }
    let parts = route.split(separator: "/").map(String.init)
    switch parts.first {
    case "database": return parts.dropFirst(5).joined(separator: "/")
    case "device": return parts.dropFirst(4).joined(separator: "/")
    case "courier": return "courier"
    case nil: return "/"
    default: return parts.joined(separator: "/")
    }
  }
}
