import CloudCore
import CloudModel
import CloudRules
import NIOCore
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
    /// What was sent; nil where the journal does not keep it.
    var body: ByteBuffer?
    /// The outcome of each record, in the order of the body; only with a body.
    var outcomes: [String]?
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
    content.withLock { content in
      if content.failures.count < Self.mostNoted { content.failures.append(Self.code(of: error)) }
    }
  }

  func note(body: ByteBuffer) { content.withLock { $0.body = body } }

  /// Notes what became of each record that the body names, where there is one.
  func note(outcomes: some Sequence<Result<Record?, CloudError>>) {
    content.withLock { content in
      guard content.body != nil else { return }
      content.outcomes = outcomes.map { outcome in
        switch outcome {
        case .success: JournaledRequest.done
        case .failure(let error): Self.code(of: error)
        }
      }
    }
  }

  private static func code(of error: CloudError) -> String {
    (error.serverErrorCode ?? ServerErrorCode(error.code)).rawValue
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
