import Synchronization

/// The facts about a request, collected on its way, for the log and the metrics.
final class RequestLogEntry: Sendable {
  struct Content {
    var caller: String?
    /// The code of the error that it is answered with; nil where it succeeded.
    var errorCode: String?
    /// The zones that it names.
    var zones: [String]?
  }

  /// Names the request in the log, and its error to the client.
  let id: String
  private let content = Mutex(Content())

  init(id: String) { self.id = id }

  var learned: Content { content.withLock { $0 } }

  func note(caller: String) { content.withLock { $0.caller = caller } }

  func note(zones: [String]) { content.withLock { $0.zones = zones } }

  func note(errorCode: String) { content.withLock { $0.errorCode = errorCode } }
}
