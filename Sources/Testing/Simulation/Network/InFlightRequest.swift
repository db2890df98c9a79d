import CloudModel
import Synchronization

/// One request on its way, and the task that waits for its answer.
struct InFlightRequest: Sendable {
  let key: DeviceKey
  let request: Request
  let networkOutcome: NetworkOutcome
  /// Performs the request in the cloud; the first call fills the answer.
  let arrive: @Sendable (NetworkOutcome) async -> CloudResult
  /// Replaces the answer by an error.
  let fail: @Sendable (CloudError) -> Void
  /// Whether the answer to a long poll is on its way.
  var isAnswered = false
  var waiter: CheckedContinuation<Void, Never>?
}

/// The answer to a request, until the task that waits for it takes it.
final class Answer<Value: Sendable>: Sendable {
  private let result = Mutex<Result<Value, CloudError>?>(nil)

  /// Fills the answer; the first value stays.
  func fill(_ value: Result<Value, CloudError>) { result.withLock { $0 = $0 ?? value } }

  /// Whether there is no answer yet.
  var isEmpty: Bool { result.withLock { $0 == nil } }

  func replace(with error: CloudError) { result.withLock { $0 = .failure(error) } }

  func take() throws(CloudError) -> Value {
    let result = result.withLock { $0 }
    return try (result ?? .failure(CloudError(.networkFailure, "Nothing came back."))).get()
  }
}
