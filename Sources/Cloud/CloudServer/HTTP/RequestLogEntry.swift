import CloudCore
import CloudModel
import CloudRules
import Synchronization

/// The facts about a request, collected on its way, for the log and the metrics.
final class RequestLogEntry: Sendable {
  struct Content {
    var caller: String?
    /// By which the client names its device.
    var clientID: String?
    /// The code of the error that it is answered with; nil where it succeeded.
    var errorCode: String?
    /// The zones that it names.
    var zones: [String]?
    /// The error codes of single records and zones.
    var failures: [String] = []
    var tokens: [JournaledRequest.Tokens] = []
    /// The devices that were told.
    var told: [NotificationCourier.Told] = []
    /// Whether an administrator has made the request in the caller's name.
    var isAdministrator = false
  }

  /// Our choice: enough to tell requests apart.
  static let mostNoted = 10
  /// Our choice: as much of a name as tells it from others; a client chooses how long it is.
  static let nameLength = 100

  /// The entry of the request that a handler is performing.
  @TaskLocal static var current: RequestLogEntry?

  /// Names the request in the log, and its error to the client.
  let id: String
  private let content = Mutex(Content())

  init(id: String) { self.id = id }

  var learned: Content { content.withLock { $0 } }

  func note(_ admission: Admission) {
    content.withLock {
      $0.caller = admission.caller.userRecordName
      $0.clientID = admission.caller.clientID
      $0.isAdministrator = admission.isAdministrator
    }
  }

  func note(zones: [String]) { content.withLock { $0.zones = zones } }

  func note(errorCode: String) { content.withLock { $0.errorCode = errorCode } }

  func note(failureOfOne error: CloudError) {
    let code = error.serverErrorCode ?? ServerErrorCode(error.code)
    content.withLock { content in
      if content.failures.count < Self.mostNoted { content.failures.append(code.rawValue) }
    }
  }

  /// The token that came, which is the service's own if there is an answer, and the one that was given.
  func note(from: String?, to: ServerChangeToken) {
    content.withLock { content in
      guard content.tokens.count < Self.mostNoted else { return }
      content.tokens.append(
        .init(
          from: from.map { String($0.prefix(Self.nameLength)) },
          to: String(to.rawValue.prefix(Self.nameLength))))
    }
  }

  func note(told devices: [NotificationCourier.Told]) {
    content.withLock { content in
      for device in devices
      where content.told.count < Self.mostNoted && !content.told.contains(device) {
        content.told.append(device)
      }
    }
  }
}
